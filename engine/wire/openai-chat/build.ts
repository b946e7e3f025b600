/**
 * Puts a request together again, and makes the entries that the guard adds to a conversation.
 *
 * Runs anywhere. INVARIANT: the same request and edit give the same text; a prompt that differs is a prompt that is not cached.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, stringify } from '../json.ts';
import { inserted } from '../model/repeats.ts';
import type { Entry, ModelRequest, Refusal, RequestEdit, RequestedCall } from '../model-adapter.ts';
import { isForced } from '../openai-tool-choice.ts';
import { isFunctionCall, resultMessage } from './call.ts';
import { joined, plainEntry } from './message.ts';

export function build(request: ModelRequest, { entries, system = [], free = false }: RequestEdit): string {
  const messages = entries.flatMap(({ raw }) => raw);
  const base = messages.findIndex((message) => !isSystem(message));
  const added = system.length === 0 ? [] : [{ role: systemRole(messages), content: system.join('\n\n') }];
  return stringify({
    ...request.body,
    ...(free && isForced(field(request.body, 'tool_choice')) ? { tool_choice: 'auto' } : {}),
    messages: messages.toSpliced(base === -1 ? messages.length : base, 0, ...added),
  });
}

/** The role in which this conversation speaks as the system: newer models call it `developer`. */
export function systemRole(messages: readonly JsonObject[]): 'system' | 'developer' {
  return field(messages.find(isSystem), 'role') === 'developer' ? 'developer' : 'system';
}

const isSystem = (message: JsonObject): boolean =>
  ['system', 'developer'].some((role) => field(message, 'role') === role);

/** One results entry of the page's own results and the guard's. Each is a message of its own. */
export function results(denied: readonly Refusal[], after: readonly Entry[]): Entry {
  const own = joined(after);
  const messages = denied.map(({ call, text, at }) => ({ item: resultMessage(call, text), at }));
  const read = denied.map(({ call: { id }, text, at }) => ({ item: { call: id, status: null, content: text }, at }));
  return { ...own, raw: inserted(own.raw, messages, 'last'), results: inserted(own.results, read, 'last') };
}

export function user(text: string): Entry {
  return plainEntry('user', { role: 'user', content: text });
}

/** The assistant's entry with calls put in at their places. Calls that `order` does not know stand at the end. */
export function withCalls(entry: Entry, calls: readonly RequestedCall[], order: readonly string[]): Entry {
  const place = ({ id }: RequestedCall): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const all = [...entry.calls, ...calls].toSorted((a, b) => place(a) - place(b));
  const [message = { role: 'assistant' }, ...rest] = entry.raw;
  const { tool_calls: _, function_call: __, ...said } = message;
  const elements: readonly Json[] = all.filter(({ raw }) => !isFunctionCall(raw)).map(({ raw }) => raw);
  const old = all.findLast(({ raw }) => isFunctionCall(raw));
  const whole: JsonObject = {
    ...said,
    content: field(said, 'content') ?? null,
    ...(elements.length === 0 ? {} : { tool_calls: elements }),
    ...(old === undefined ? {} : { function_call: old.raw }),
  };
  return { ...entry, raw: [whole, ...rest], calls: all };
}
