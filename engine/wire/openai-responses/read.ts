/**
 * Reads one answer: an event stream or a JSON body.
 *
 * Runs anywhere. The events of a call are kept back until its item is done; the end comes with the terminal event, since servers may keep the
 * connection open behind it. A call that only the terminal event knows is found there: no call gets past.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { canonical, field, isObject, listField, parseData, textField } from '../json.ts';
import { onlyTypes } from '../model/plain.ts';
import { Unread } from '../model/unread.ts';
import type { AnswerReader, Entry, FinishReason, Piece, WireEvent } from '../model-adapter.ts';
import { callId, readCall } from './call.ts';
import { entryOf } from './entry.ts';
import { isCall, itemsOf, waitsForPage } from './item.ts';

const TEXT = 'response.output_text.delta';

/** What passes unread while no call is on its way. */
const isPlain = onlyTypes([
  ...['output_text', 'refusal', 'reasoning_text', 'reasoning_summary_text'].flatMap((part) => [
    `response.${part}.delta`,
    `response.${part}.done`,
  ]),
  ...['content_part', 'reasoning_summary_part'].flatMap((part) => [`response.${part}.added`, `response.${part}.done`]),
  ...['output_text', 'refusal', 'reasoning_text', 'summary_text'],
]);

export class ResponsesReader implements AnswerReader {
  /** `output_index` of the calls whose events are kept back. */
  readonly #underway = new Set<number>();
  readonly #done = new Map<number, JsonObject>();
  /** How many calls of each id were given out: the end repeats them all, and some servers have two of one id. */
  readonly #given = new Map<string, number>();
  /** All items, as the terminal event repeats them. */
  #output: readonly JsonObject[] | null = null;
  #end: { readonly reason: FinishReason; readonly events: readonly WireEvent[] } | null = null;
  #finished = false;
  #id: string | null = null;
  #text = '';
  readonly #unread = new Unread((data) => {
    if (textField(data, 'type') === TEXT) this.#text += textField(data, 'delta') ?? '';
  });

  get id(): string | null {
    return this.#id;
  }

  get text(): string {
    this.#unread.read();
    return this.#text;
  }

  pass(events: string): boolean {
    if (this.#end !== null || this.#id === null || this.#underway.size > 0 || !isPlain(events)) return false;
    this.#unread.events(events);
    return true;
  }

  read(event: WireEvent): readonly Piece[] {
    // Behind its end an answer has nothing to say; some servers put a mark there.
    if (this.#finished) return event.data.trim() === DONE ? [live(event)] : [];
    const json = parseData(event);
    if (!isObject(json)) return [live(event)];
    const type = textField(json, 'type');
    if (type === undefined && Array.isArray(field(json, 'output'))) return this.#whole(event, json);
    switch (type) {
      case 'response.output_item.added':
        return this.#added(event, json);
      case 'response.output_item.done':
        return this.#itemDone(event, json);
      case 'response.completed':
      case 'response.incomplete':
        return [...this.#terminal(event, field(json, 'response'), type.slice('response.'.length)), ...this.end()];
      case 'response.created':
      case 'response.failed':
        this.#learn(field(json, 'response'));
        return [live(event)];
      case TEXT:
        this.#unread.data(json, event.data.length);
        return [live(event)];
      case 'response.function_call_arguments.delta':
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.delta':
      case 'response.custom_tool_call_input.done':
        return [];
      default:
        return this.#underway.has(indexOf(json)) ? [] : [live(event)];
    }
  }

  /** The event that says how it ends is its end. */
  readonly ending = false;

  isTotals(): boolean {
    return false;
  }

  end(): readonly Piece[] {
    if (this.#end === null || this.#finished) return [];
    this.#finished = true;
    return [{ kind: 'finish', ...this.#end }];
  }

  entry(): Entry {
    const inOrder = [...this.#done].sort(([a], [b]) => a - b).map(([, item]) => item);
    const output = this.#output ?? inOrder;
    return entryOf('assistant', output.length > 0 ? output : [{ role: 'assistant', content: '' }]);
  }

  #added(event: WireEvent, json: JsonObject): readonly Piece[] {
    const item = field(json, 'item');
    if (!isObject(item) || !isCall(item)) return [live(event)];
    const index = indexOf(json);
    if (index !== NOWHERE) this.#underway.add(index);
    return [];
  }

  #itemDone(event: WireEvent, json: JsonObject): readonly Piece[] {
    const item = field(json, 'item');
    const index = indexOf(json);
    if (!isObject(item)) return this.#underway.has(index) ? [] : [live(event)];
    this.#underway.delete(index);
    const whole = named(item, index);
    const place = index === NOWHERE ? this.#placeOf(whole) : index;
    const others = [...this.#done].flatMap(([at, done]) => (at === place ? [] : [done]));
    this.#done.set(place, whole);
    return isCall(item) ? this.#give(item, index, others) : [live(event)];
  }

  /** Where an item without a place stands: behind those that came, unless it is one of them once more. */
  #placeOf(item: JsonObject): number {
    const text = canonical(item);
    const known = [...this.#done].find(([, done]) => canonical(done) === text);
    return known?.[0] ?? this.#done.size;
  }

  #terminal(event: WireEvent, response: Json | undefined, status: string): readonly Piece[] {
    this.#learn(response);
    this.#end = { reason: this.#reasonOf(response, status), events: [event] };
    const output = this.#output ?? [];
    return output.flatMap((item, index) => this.#give(item, index, output.slice(0, index)));
  }

  /** A JSON answer. Its text stands first: the order of its items is in the entry. */
  #whole(event: WireEvent, response: JsonObject): readonly Piece[] {
    const calls = this.#terminal(event, response, textField(response, 'status') ?? 'completed');
    this.#text = this.entry().text;
    return [...(this.#text === '' ? [] : [live(event)]), ...calls, ...this.end()];
  }

  #learn(response: Json | undefined): void {
    this.#id ??= textField(response, 'id') ?? null;
    const output = itemsOf(listField(response, 'output')).map(named);
    if (output.length > 0) this.#output = output;
  }

  /** Gives a call out, if no more of its id were than stand among `others`. */
  #give(item: JsonObject, index: number, others: readonly JsonObject[]): readonly Piece[] {
    const id = callId(item, index);
    if (id === null) return [];
    const given = this.#given.get(id) ?? 0;
    if (given > others.filter((other) => callId(other, NOWHERE) === id).length) return [];
    const call = readCall(item, index);
    if (call === null) return [];
    this.#given.set(id, given + 1);
    return [{ kind: 'call', call }];
  }

  #reasonOf(response: Json | undefined, status: string): FinishReason {
    switch (status) {
      case 'completed':
        return [...this.#done.values(), ...(this.#output ?? [])].some(waitsForPage) ? 'calls' : 'stop';
      case 'incomplete':
        return textField(field(response, 'incomplete_details'), 'reason') === 'content_filter' ? 'refused' : 'cut';
      default:
        return 'refused';
    }
  }
}

/** The mark that some servers put behind the end. */
const DONE = '[DONE]';

/** No index of an item. */
const NOWHERE = -1;

function indexOf(json: JsonObject): number {
  const index = field(json, 'output_index');
  return typeof index === 'number' ? index : NOWHERE;
}

/** The item with the id that its call was given out under. */
function named(item: JsonObject, index: number): JsonObject {
  return readCall(item, index)?.raw ?? item;
}

function live(event: WireEvent): Piece {
  return { kind: 'live', event };
}
