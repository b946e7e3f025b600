/**
 * Events of an answer's stream, as text and made anew.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import type { RequestedCall, WireEvent } from '../model-adapter.ts';
import { eventText } from '../sse/event.ts';
import { print } from './written.ts';

/** Name that the reader gives to a content block out of a JSON body, which has no events. */
export const BLOCK = 'content_block';

export const STOP: WireEvent = { event: 'message_stop', data: '{"type":"message_stop"}' };

/** An event of the guard's own; its name is its type. */
export function made(type: string, fields: JsonObject): string {
  return eventText({ event: type, data: print({ type, ...fields }) });
}

/** The start of an answer that no model begins. */
export function emptyMessage(id: string, model: Json): JsonObject {
  const usage = { input_tokens: 0, output_tokens: 0 };
  return { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage };
}

/** A call as a block of the stream. */
export function callText(index: number, call: RequestedCall): string {
  const input = call.undecodable === null ? print(call.args) : String(call.args);
  const json = input === '{}' ? '' : input;
  return blockText(index, { ...call.raw, input: {} }, { type: 'input_json_delta', partial_json: json });
}

/** A text as a block of the stream. */
export function noteText(index: number, text: string): string {
  return blockText(index, { type: 'text', text: '' }, { type: 'text_delta', text });
}

export function closing(index: number): string {
  return made('content_block_stop', { index });
}

function blockText(index: number, block: JsonObject, delta: JsonObject): string {
  return [
    made('content_block_start', { index, content_block: block }),
    made('content_block_delta', { index, delta }),
    closing(index),
  ].join('');
}
