/**
 * Gathers an answer as the message that goes back to the model: what was said, and the fields of vendors that a model wants to
 * read again. Fields that only an answer has are left out; the API refuses them in a request.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject } from '../json.ts';
import type { RequestedCall } from '../model-adapter.ts';
import { isFunctionCall } from './call.ts';

/** Reasoning, and what vendors sign it with. */
const REPLAYED = ['refusal', 'reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'];

export class MessageGatherer {
  // Grown in place: answers come in thousands of pieces.
  readonly #content: Json[] = [];
  readonly #fields = new Map<string, Json>();

  /** Takes the delta of a choice, or a whole message. */
  take(delta: Json | undefined): void {
    const content = field(delta, 'content');
    if (typeof content === 'string') this.#content.push(content);
    if (Array.isArray(content)) this.#content.push(...content);
    for (const name of REPLAYED) {
      const value = field(delta, name);
      if (value !== undefined && value !== null) this.#fields.set(name, grown(this.#fields.get(name), value));
    }
    const audio = field(field(delta, 'audio'), 'id');
    if (typeof audio === 'string') this.#fields.set('audio', { id: audio });
  }

  message(calls: readonly RequestedCall[]): JsonObject {
    const elements = calls.filter(({ raw }) => !isFunctionCall(raw)).map(({ raw }) => raw);
    const old = calls.findLast(({ raw }) => isFunctionCall(raw));
    const silent = calls.length > 0 || this.#fields.has('refusal') || this.#fields.has('audio');
    return {
      role: 'assistant',
      content: this.#said() ?? (silent ? null : ''),
      ...Object.fromEntries(this.#fields),
      ...(elements.length === 0 ? {} : { tool_calls: elements }),
      ...(old === undefined ? {} : { function_call: old.raw }),
    };
  }

  /** Text, or parts where the answer has others than text. */
  #said(): Json | null {
    if (this.#content.length === 0) return null;
    if (this.#content.every((piece) => typeof piece === 'string')) return this.#content.join('');
    return this.#content.map((piece) => (typeof piece === 'string' ? { type: 'text', text: piece } : piece));
  }
}

function grown(before: Json | undefined, value: Json): Json {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return isObject(before) && isObject(value) ? { ...before, ...value } : value;
}
