/**
 * Checks what a page's port sends. The page is not trusted: nothing reaches the guard that has not passed here.
 */
import { z } from 'zod';
import type { Json } from '../../engine/tool-call.ts';
import type { PageRequest } from './page-messages.ts';

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
const thread = z.strictObject({ protocol: z.string().min(1).max(80), id: z.string().min(1).max(8192).exactOptional() });

const pageRequest = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello') }),
  z.strictObject({
    type: z.literal('gate'),
    call,
    tool: z.string().min(1).max(4096),
    args: json,
    thread,
    editable: z.boolean().exactOptional(),
  }),
  z.strictObject({ type: z.literal('settle'), call, status: z.enum(['success', 'error']), content: json, thread }),
  z.strictObject({ type: z.literal('withdraw'), call, why: z.string().max(4096), thread }),
  z.strictObject({ type: z.literal('run'), thread }),
  z.strictObject({
    type: z.literal('seen'),
    protocol: z.string().min(1).max(80),
    level: z.enum(['execution', 'model']),
  }),
  z.strictObject({ type: z.literal('ping') }),
]);

export type ParsedPage =
  | { readonly ok: true; readonly request: PageRequest }
  /** `call` is there when the message names one: it is refused by that name. */
  | { readonly ok: false; readonly call: string | null; readonly reason: string };

/** Reads one message of a page. Never throws. */
export function parsePageRequest(message: unknown): ParsedPage {
  const parsed = pageRequest.safeParse(message);
  if (parsed.success) return { ok: true, request: parsed.data satisfies PageRequest };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at "${issue.path.map(String).join('.')}"`;
  return {
    ok: false,
    call: named(message),
    reason: `Interlock cannot read this call${where} (${issue?.message ?? 'unknown form'}), so it was not run.`,
  };
}

function named(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, 'call')) return null;
  const { call: name } = message as { readonly call: unknown };
  return typeof name === 'string' ? name : null;
}
