/**
 * Writes the JSON body that the page reads. One answer that was handed on whole stays as it came, to the letter.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, textField } from '../json.ts';
import { elements, locate, setMember } from '../json-text.ts';
import type { AnswerWriter, FinishReason, RequestedCall, WireEvent } from '../model-adapter.ts';
import { added } from '../usage.ts';
import { BLOCK, emptyMessage } from './events.ts';
import { textBlock } from './message.ts';
import { stopFor } from './stop.ts';
import { print } from './written.ts';

export class BodyWriter implements AnswerWriter {
  readonly #model: Json;
  #id: string | null;
  /** The blocks to show, as text. */
  #blocks: readonly string[] = [];
  /** The bodies of the model so far. */
  #bodies: readonly string[] = [];

  /** `begin`: the id of an answer that no model begins. */
  constructor(model: Json, begin: string | null) {
    this.#model = model;
    this.#id = begin;
  }

  get id(): string | null {
    return this.#id;
  }

  live({ event, data }: WireEvent): string | null {
    if (event !== BLOCK) return null;
    this.#blocks = [...this.#blocks, data];
    return '';
  }

  get passing(): boolean {
    return false;
  }

  passed(): void {
    // A body is written at once.
  }

  call(call: RequestedCall): string {
    // Written as the model wrote it, unless a person changed it.
    this.#blocks = [...this.#blocks, print(call.raw)];
    return '';
  }

  next(kept: readonly WireEvent[]): void {
    this.#bodies = [...this.#bodies, ...kept.map(({ data }) => data)];
    this.#id ??= textField(parseJson(this.#bodies[0] ?? ''), 'id') ?? null;
  }

  note(text: string): string {
    this.#blocks = [...this.#blocks, print(textBlock(text))];
    return '';
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    this.next(events);
    const last = this.#bodies.at(-1);
    const body = last ?? print(emptyMessage(this.#id ?? '', this.#model));
    const came = textField(parseJson(body), 'stop_reason');
    const stop = stopFor(reason, came);
    const fields: [string, string][] = [];
    if (contentOf(body).join() !== this.#blocks.join()) fields.push(['content', `[${this.#blocks.join(',')}]`]);
    if (this.#id !== null && textField(parseJson(body), 'id') !== this.#id) fields.push(['id', print(this.#id)]);
    if (stop !== came) fields.push(['stop_reason', print(stop)], ['stop_sequence', 'null']);
    if (stop !== came && locate(body, ['stop_details']) !== null) fields.push(['stop_details', 'null']);
    if (this.#bodies.length > 1) fields.push(['usage', print(usageOf(this.#bodies))]);
    return fields.reduce((text, [name, value]) => {
      const span = locate(text, []);
      return span === null ? text : setMember(text, span, name, value);
    }, body);
  }
}

function contentOf(body: string): readonly string[] {
  const content = locate(body, ['content']);
  return content === null ? [] : elements(body, content).map(({ start, end }) => body.slice(start, end));
}

function usageOf(bodies: readonly string[]): JsonObject {
  return bodies
    .map((body) => field(parseJson(body), 'usage'))
    .filter((usage) => isObject(usage))
    .reduce((sum, usage) => added(sum, usage), {});
}
