/**
 * Checks what a page's port sends. The page is not trusted: nothing reaches the guard that has not passed here.
 */
import { z } from 'zod';
import type { Json } from '../../engine/tool-call.ts';
import type { PageReply, PageRequest } from './page-messages.ts';

/** JSON nested deeper than this is refused: everything downstream walks it recursively. */
export const MAX_DEPTH = 256;

/** Whether `value` is plain JSON of bearable depth. Does not recurse, so no input can exhaust the stack. */
export function isJson(value: unknown): value is Json {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: at, depth } = next;
    if (at === null || typeof at === 'string' || typeof at === 'boolean') continue;
    if (typeof at === 'number') {
      if (!Number.isFinite(at)) return false;
      continue;
    }
    if (typeof at !== 'object' || depth >= MAX_DEPTH) return false;
    if (!Array.isArray(at) && !isPlain(at)) return false;
    for (const child of Object.values(at)) open.push({ value: child, depth: depth + 1 });
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

const json = z.custom<Json>(isJson, 'is not JSON, or nested too deep');
const call = z.string().min(1).max(4096);
const name = z.string().min(1).max(512);
const protocol = z.string().min(1).max(80);
const threadId = z.string().min(1).max(8192);
const thread = z.strictObject({ protocol, id: threadId.exactOptional() });
const note = z.strictObject({
  kind: z.enum(['follow_up', 'follow_up_failed', 'capped', 'kept_back', 'handed_over', 'spliced', 'moved', 'dropped']),
  calls: z.array(call).max(1_000),
  text: z.string().max(2_000),
});

const pageRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello') }),
  z.strictObject({
    type: z.literal('gate'),
    call,
    tool: z.string().min(1).max(4096),
    args: json,
    thread,
    editable: z.boolean().exactOptional(),
    tellQueued: z.boolean().exactOptional(),
  }),
  z.strictObject({
    type: z.literal('settle'),
    call,
    status: z.enum(['success', 'error']),
    content: json,
    guessed: z.boolean().exactOptional(),
    told: z.boolean().exactOptional(),
    thread,
  }),
  z.strictObject({ type: z.literal('withdraw'), call, why: z.string().max(4096), thread }),
  z.strictObject({ type: z.literal('run'), thread }),
  z.strictObject({ type: z.literal('step'), thread }),
  z.strictObject({ type: z.literal('end_run'), end: name, thread }),
  z.strictObject({ type: z.literal('note'), note, thread }),
  z.strictObject({ type: z.literal('keep'), name, value: json, thread }),
  z.strictObject({ type: z.literal('recall'), recall: name, protocol, ends: z.array(name).max(10_000) }),
  z.strictObject({ type: z.literal('reached'), protocol, id: threadId, end: name }),
  z.strictObject({
    type: z.literal('seen'),
    protocol,
    level: z.enum(['execution', 'model']),
  }),
  z.strictObject({ type: z.literal('ping') }),
]);

export type ParsedPage =
  | { readonly ok: true; readonly request: PageRequest }
  /** `call` is there when the message names one: it is refused by that name. `refusal` is what the page is answered. */
  | { readonly ok: false; readonly call: string | null; readonly reason: string; readonly refusal: PageReply };

/** Reads one message of a page. Never throws. */
export function parsePageRequest(message: unknown): ParsedPage {
  const parsed = pageRequest.safeParse(message);
  if (parsed.success) return { ok: true, request: parsed.data satisfies PageRequest };
  const [issue] = parsed.error.issues;
  const what = issue?.message ?? 'unknown form';
  const named = textAt(message, 'call');
  const place = issue?.path.map(String).join('.') ?? '';
  const wrong = place === '' ? `(${what})` : `at "${place}" (${what})`;
  const reason = isOfTurns(message)
    ? `Interlock cannot read this message ${wrong}, so it was left out.`
    : `Interlock cannot read this call ${wrong}, so it was not run.`;
  return { ok: false, call: named, reason, refusal: refusalOf(message, named ?? '', reason) };
}

/** Whoever asked is not left waiting: without a guard that could be asked, turns are complete and nothing is recalled. */
function refusalOf(message: unknown, named: string, reason: string): PageReply {
  const end = textAt(message, 'end');
  const recall = textAt(message, 'recall');
  const type = textAt(message, 'type');
  if (type === 'end_run' && end !== null) return { type: 'run_end', end, decision: 'complete' };
  if (type === 'recall' && recall !== null) return { type: 'recalled', recall, conversation: null };
  if (type === 'settle') return { type: 'unrecorded', call: named, reason };
  return { type: 'verdict', call: named, verdict: 'deny', reason };
}

/** Whether it is a message by which no call is decided. */
function isOfTurns(message: unknown): boolean {
  const type = textAt(message, 'type') ?? '';
  return ['run', 'step', 'end_run', 'note', 'keep', 'recall', 'reached'].includes(type);
}

function textAt(message: unknown, field: string): string | null {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, field)) return null;
  const text = (message as Readonly<Record<string, unknown>>)[field];
  return typeof text === 'string' ? text : null;
}
