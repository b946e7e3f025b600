/**
 * Checks what an extension page's port sends. The pages are ours, but one left open over an update may speak an older form.
 */
import { z } from 'zod';
import type { Json } from '../../engine/tool-call.ts';
import { instanceRequests } from './parse-instances.ts';
import { isJson } from './parse-page.ts';
import { ownSetSchema, siteSchema } from './settings.ts';
import type { UiRequest } from './ui-messages.ts';

const request = z.number();
const name = z.string();
const match = z.string();
const setRef = z.strictObject({ from: z.enum(['bundled', 'own']), name });

const rules = siteSchema.shape;
const siteChange = z.strictObject({
  mode: rules.mode.exactOptional(),
  sets: rules.sets.exactOptional(),
  thread: rules.thread.exactOptional(),
  failed: rules.failed.exactOptional(),
  askTimeoutMs: rules.askTimeoutMs.exactOptional(),
  settleTimeoutMs: rules.settleTimeoutMs.exactOptional(),
});

const siteOrder = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add'), site: siteSchema, at: z.number().int().min(0).exactOptional() }),
  z.strictObject({ do: z.literal('change'), match, change: siteChange }),
  z.strictObject({ do: z.literal('remove'), match }),
  z.strictObject({ do: z.literal('move'), match, to: z.number().int().min(0) }),
  z.strictObject({ do: z.literal('replace_all'), sites: z.array(siteSchema), sets: z.array(ownSetSchema) }),
]);

const uiRequest = z.discriminatedUnion('type', [
  ...instanceRequests,
  z.strictObject({ type: z.literal('watch_overview'), tab: z.number().nullable() }),
  z.strictObject({ type: z.literal('watch_configuration') }),
  z.strictObject({
    type: z.literal('decide'),
    ticket: z.string(),
    approve: z.boolean(),
    note: z.string().max(10_000).exactOptional(),
    grant: z.enum(['call', 'instance']).exactOptional(),
    again: z.boolean(),
  }),
  z.strictObject({ type: z.literal('edit'), request, ticket: z.string(), args: z.custom<Json>(isJson, 'is not JSON') }),
  z.strictObject({
    type: z.literal('deny_all'),
    request,
    thread: z.string(),
    current: z.boolean(),
    note: z.string().max(10_000).exactOptional(),
  }),
  z.strictObject({ type: z.literal('revoke'), request, grant: z.string() }),
  z.strictObject({
    type: z.literal('argument'),
    request,
    ticket: z.string(),
    field: z.number().int().min(0),
    from: z.number().int().min(0),
  }),
  z.strictObject({ type: z.literal('save_set'), request, name, text: z.string() }),
  z.strictObject({ type: z.literal('delete_set'), request, name }),
  z.strictObject({ type: z.literal('switch_set'), request, match, set: setRef, on: z.boolean() }),
  z.strictObject({ type: z.literal('set_mode'), request, match, mode: z.enum(['enforce', 'observe', 'off']) }),
  z.strictObject({ type: z.literal('site'), request, order: siteOrder }),
  z.strictObject({ type: z.literal('see_site'), request, match }),
  z.strictObject({ type: z.literal('read_settings'), request }),
  z.strictObject({ type: z.literal(['watch_journal', 'watch_states', 'watch_stop']) }),
  z.strictObject({ type: z.literal('start_over'), request }),
]);

/** Reads one message of an extension page; a string says why it cannot be read. Never throws. */
export function parseUiRequest(message: unknown): UiRequest | string {
  const parsed = uiRequest.safeParse(message);
  if (parsed.success) return parsed.data satisfies UiRequest;
  const [issue] = parsed.error.issues;
  const what = issue?.message ?? 'unknown form';
  const place = issue?.path.map(String).join('.') ?? '';
  return place === ''
    ? `This message cannot be read (${what}). Reload this page; nothing was done.`
    : `This message cannot be read at "${place}" (${what}). Reload this page; nothing was done.`;
}
