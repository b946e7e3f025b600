/**
 * Turns made of the page's own and of what the guard adds: calls the page never saw, results it could not give.
 *
 * The API demands that all results stand first in the one user message behind the calls.
 */
import type { JsonObject } from '../../tool-call.ts';
import { field, textField } from '../json.ts';
import { inserted } from '../model/repeats.ts';
import type { Entry, Refusal, RequestedCall } from '../model-adapter.ts';
import { blocksOf, entryOf, isCall, isResult, textBlock } from './message.ts';

/** A call goes before the next one in `order` that is there, else to the end: reasoning and text before it stay before it. */
export function withCalls(entry: Entry, calls: readonly RequestedCall[], order: readonly string[]): Entry {
  const place = (id: string): number => {
    const at = order.indexOf(id);
    return at === -1 ? order.length : at;
  };
  const blocks = [...entry.raw.flatMap(blocksOf)];
  for (const call of calls) {
    const next = blocks.findIndex((block) => isCall(block) && place(textField(block, 'id') ?? '') > place(call.id));
    blocks.splice(next === -1 ? blocks.length : next, 0, call.raw);
  }
  return entryOf({ ...entry.raw[0], role: 'assistant', content: blocks });
}

/** The results of the denials, then those of `after`, then what else `after` holds. */
export function results(denied: readonly Refusal[], after: readonly Entry[]): Entry {
  const blocks = after.flatMap(({ raw }) => raw.flatMap(blocksOf));
  const added = denied.map((one) => ({ item: denial(one), at: one.at }));
  const all = inserted(blocks.filter(isResult), added, 'first');
  const content = [...all, ...blocks.filter((block) => !isResult(block))];
  return entryOf({ ...after[0]?.raw[0], role: 'user', content });
}

export function user(text: string): Entry {
  return entryOf({ role: 'user', content: [textBlock(text)] });
}

export function withArgs(call: RequestedCall, args: RequestedCall['args']): RequestedCall {
  return { ...call, args, undecodable: null, raw: { ...call.raw, input: args } };
}

function denial({ call, text }: Refusal): JsonObject {
  // The result of a toolset's member names the toolset, as its call does.
  const toolset = field(call.raw, 'toolset_name');
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    ...(typeof toolset === 'string' ? { toolset_name: toolset } : {}),
    is_error: true,
    content: text,
  };
}
