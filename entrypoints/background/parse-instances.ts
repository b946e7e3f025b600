/**
 * The forms of the popup's messages about instances, runs, the kill switch and coverage. See `parse-ui.ts`.
 */
import { z } from 'zod';

const request = z.number();
const thread = z.string();
const machine = z.string();
const key = z.string();
const seq = z.number().int().min(0);

/** Rows that can be asked for at once. */
const MOST_ROWS = 400;

export const instanceRequests = [
  z.strictObject({
    type: z.literal('watch_instances'),
    tab: z.number().nullable(),
    filter: z.string().max(1_000),
    from: z.number().int().min(0),
    count: z.number().int().min(0).max(MOST_ROWS),
  }),
  z.strictObject({ type: z.literal('history'), request, thread, machine, key, before: seq.nullable() }),
  z.strictObject({
    type: z.literal('reset'),
    request,
    thread,
    which: z.union([z.strictObject({ machine, key }), z.literal('all')]),
  }),
  z.strictObject({ type: z.literal('undo_reset'), request, thread, seq }),
  z.strictObject({ type: z.literal('start_runs'), request, threads: z.array(thread).max(1_000) }),
  z.strictObject({ type: z.literal(['stop_all', 'lift_stop']), request }),
  z.strictObject({ type: z.literal('coverage'), request, tab: z.number().int() }),
] as const;
