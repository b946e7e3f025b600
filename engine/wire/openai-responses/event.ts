/**
 * Events that the guard writes itself: an item that it hands over, told in the same steps in which the model's side tells it.
 *
 * Runs anywhere. Only kinds of events that the official client knows: it throws at any other.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { textField } from '../json.ts';

/** An event without its `sequence_number`. */
export type OwnEvent = JsonObject & { readonly type: string };

/** The events of a call. */
export function callEvents(item: JsonObject, output_index: number): readonly OwnEvent[] {
  const type = textField(item, 'type');
  const part = type === 'function_call' ? 'arguments' : type === 'custom_tool_call' ? 'input' : null;
  const name = part === 'arguments' ? 'response.function_call_arguments' : 'response.custom_tool_call_input';
  const started = type === 'custom_tool_call' ? item : { ...item, status: 'in_progress' };
  const text = part === null ? undefined : textField(item, part);
  // An item without an id has nothing by which events of its arguments could name it.
  const item_id = textField(item, 'id');
  const hasSteps = part !== null && text !== undefined && item_id !== undefined;
  return [
    added(part === null ? started : { ...started, [part]: '' }, output_index),
    ...(hasSteps
      ? [
          { type: `${name}.delta`, item_id, output_index, delta: text },
          { type: `${name}.done`, item_id, output_index, [part]: text },
        ]
      : []),
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** A message of the model, complete. */
export function message(id: string, text: string): JsonObject {
  return { id, type: 'message', status: 'completed', role: 'assistant', content: [textPart(text)] };
}

/** The events of a message that holds one text. */
export function messageEvents(item: JsonObject, text: string, output_index: number): readonly OwnEvent[] {
  const at = { item_id: textField(item, 'id') ?? '', output_index, content_index: 0 };
  return [
    added({ ...item, status: 'in_progress', content: [] }, output_index),
    { type: 'response.content_part.added', ...at, part: textPart('') },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: textPart(text) },
    { type: 'response.output_item.done', output_index, item },
  ];
}

function added(item: Json, output_index: number): OwnEvent {
  return { type: 'response.output_item.added', output_index, item };
}

function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [] };
}
