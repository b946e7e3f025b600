/**
 * Writes the event stream that the page reads.
 *
 * Blocks are numbered as they come, because clients put them in that order but find them by number. A second start is dropped:
 * the official client throws on one.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseData, parseJson, textField } from '../json.ts';
import { locate, setMember } from '../json-text.ts';
import type { AnswerWriter, FinishReason, RequestedCall, WireEvent } from '../model-adapter.ts';
import { eventText } from '../sse/event.ts';
import { added } from '../usage.ts';
import { callText, closing, emptyMessage, made, noteText, STOP } from './events.ts';
import { stopFor } from './stop.ts';
import { atTheEnd, corrected } from './usage.ts';
import { print } from './written.ts';

export class StreamWriter implements AnswerWriter {
  readonly #model: Json;
  #id: string | null;
  #started = false;
  /** Blocks the page has got. */
  #count = 0;
  /** Where a block of the model's present answer stands in the page's. */
  readonly #places = new Map<number, number>();
  readonly #open = new Set<number>();
  /** Of all answers before the present one; null when there was none. */
  #before: JsonObject | null = null;
  #usage: JsonObject = {};

  /** `begin`: the id of an answer that no model begins. */
  constructor(model: Json, begin: string | null) {
    this.#model = model;
    this.#id = begin;
  }

  get id(): string | null {
    return this.#id;
  }

  live(event: WireEvent): string | null {
    const data = parseData(event);
    const index = field(data, 'index');
    switch (textField(data, 'type')) {
      case 'message_start':
        return this.#message(field(data, 'message'));
      case 'content_block_start':
        if (typeof index !== 'number') return null;
        this.#places.set(index, this.#count);
        this.#open.add(this.#count);
        this.#count += 1;
        return this.#placed(event, index);
      case 'content_block_delta':
        return this.#placed(event, index);
      case 'content_block_stop':
        if (typeof index === 'number') this.#open.delete(this.#places.get(index) ?? -1);
        return this.#placed(event, index);
      default:
        return null;
    }
  }

  get passing(): boolean {
    for (const [index, place] of this.#places) if (index !== place) return false;
    return true;
  }

  passed(): void {
    // Blocks grow without the writer.
  }

  call(call: RequestedCall): string {
    const text = this.#begun() + callText(this.#count, call);
    this.#count += 1;
    return text;
  }

  next(kept: readonly WireEvent[]): void {
    this.#before = this.#total(kept);
    this.#usage = {};
  }

  note(text: string): string {
    const written = this.#begun() + this.#closed() + noteText(this.#count, text);
    this.#count += 1;
    return written;
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    const head = this.#begun() + this.#closed();
    const end = events.findLast(({ data }) => textField(field(parseJson(data), 'delta'), 'stop_reason') !== undefined);
    const came = end === undefined ? undefined : parseJson(end.data);
    const stop = textField(field(came, 'delta'), 'stop_reason');
    if (end === undefined || stop === undefined) {
      const delta = { stop_reason: stopFor(reason, undefined), stop_sequence: null };
      return head + made('message_delta', { delta, usage: atTheEnd(this.#total(events), undefined) }) + eventText(STOP);
    }
    if (this.#before === null && stopFor(reason, stop) === stop) return head + events.map(eventText).join('');
    const usage = this.#before === null ? null : atTheEnd(this.#total(events), field(came, 'usage'));
    return head + eventText({ ...end, data: ended(end.data, stopFor(reason, stop), usage) }) + eventText(STOP);
  }

  #message(message: Json | undefined): string | null {
    this.#usage = corrected({}, field(message, 'usage'));
    if (this.#started || this.#id !== null) return this.#begun();
    this.#started = true;
    this.#id = textField(message, 'id') ?? null;
    return null;
  }

  /** The start, if the page has not got one and no model gives it. */
  #begun(): string {
    if (this.#started || this.#id === null) return '';
    this.#started = true;
    // What is begun here says nothing of usage, so the end says all of it.
    this.#before ??= {};
    return made('message_start', { message: emptyMessage(this.#id, this.#model) });
  }

  /** Ends blocks that a broken answer left open. */
  #closed(): string {
    const text = [...this.#open].map(closing).join('');
    this.#open.clear();
    return text;
  }

  #placed(event: WireEvent, index: Json | undefined): string | null {
    const place = typeof index === 'number' ? this.#places.get(index) : undefined;
    const span = locate(event.data, []);
    if (place === undefined || place === index || span === null) return null;
    return eventText({ ...event, data: setMember(event.data, span, 'index', String(place)) });
  }

  /** Usage of all answers, the present one with what its end says. */
  #total(end: readonly WireEvent[]): JsonObject {
    const present = end.reduce((usage, { data }) => corrected(usage, field(parseJson(data), 'usage')), this.#usage);
    return this.#before === null ? present : added(this.#before, present);
  }
}

/** The `message_delta` with another stop reason, and other usage if given. */
function ended(data: string, stop: string, usage: JsonObject | null): string {
  const delta = field(parseJson(data), 'delta');
  const changed = textField(delta, 'stop_reason') !== stop;
  const details = field(delta, 'stop_details') === undefined ? {} : { stop_details: null };
  const fields: JsonObject = changed ? { stop_reason: stop, stop_sequence: null, ...details } : {};
  const set = (text: string, path: readonly string[], [name, value]: [string, Json]): string => {
    const span = locate(text, path);
    return span === null ? text : setMember(text, span, name, print(value));
  };
  const said = Object.entries(fields).reduce((text, one) => set(text, ['delta'], one), data);
  return isObject(usage ?? undefined) ? set(said, [], ['usage', usage]) : said;
}
