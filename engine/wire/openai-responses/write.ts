/**
 * Writes the one event stream the page reads.
 *
 * Runs anywhere. Events pass byte for byte for as long as nothing was withheld, moved or added; from then on they are numbered
 * anew. INVARIANT: the page sees one `response.created`, one response id, and one end.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, parseData, parseJson, stringify, textField } from '../json.ts';
import { locate, replace, setMember } from '../json-text.ts';
import type { AnswerWriter, FinishReason, ModelRequest, RequestedCall, WireEvent } from '../model-adapter.ts';
import { eventText } from '../sse/event.ts';
import { callEvents, message, messageEvents, type OwnEvent } from './event.ts';
import { isCall, itemsOf } from './item.ts';
import { PageAnswer } from './page-answer.ts';
import { ownResponse } from './summary.ts';

export class StreamWriter implements AnswerWriter {
  readonly #answer: PageAnswer;
  /** Page's place of each item of the current answer, by its `output_index`. */
  readonly #places = new Map<number, number>();
  /** What begins the answer and was not written yet. */
  #start: readonly OwnEvent[];
  /** Whether the page's events differ from those of the answer. */
  #changed = false;
  /** The `sequence_number` of the next event; null when the server gives none. */
  #next: number | null = null;
  /** Events that passed since then; '' when none did. */
  #passed = '';
  /** Whether the server names its events. */
  #named = true;

  constructor(request: ModelRequest, begin?: { readonly id: string }) {
    this.#answer = new PageAnswer(request, begin?.id ?? null);
    this.#start = [];
    if (begin === undefined) return;
    const response = ownResponse(request, begin.id);
    this.#next = 0;
    this.#changed = true;
    this.#start = [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ];
  }

  get id(): string | null {
    return this.#answer.id;
  }

  live(event: WireEvent): string | null {
    const json = parseData(event);
    if (!isObject(json)) return this.#changed ? this.#begin() + eventText(event) : null;
    this.#named = event.event !== null;
    switch (textField(json, 'type')) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        if (!this.#answer.first) return '';
        this.#answer.learn(responseText(event.data));
        return this.#pass(event, json, { event: event.event, data: withoutCalls(event.data) });
      case 'response.failed':
        return this.#pass(event, json, { event: event.event, data: this.#summed(event.data, null) });
      case 'response.output_item.added':
      case 'response.output_item.done':
        return this.#pass(event, json, this.#moved({ event: event.event, data: this.#shown(event.data, json) }, json));
      default:
        return this.#pass(event, json, this.#moved(event, json));
    }
  }

  get passing(): boolean {
    return !this.#changed;
  }

  passed(events: string): void {
    this.#passed = events;
  }

  call(call: RequestedCall): string {
    const place = this.#answer.output.add(stringify(call.raw), call);
    const item = parseJson(this.#answer.output.text(place));
    return this.#own(callEvents(isObject(item) ? item : call.raw, place));
  }

  next(kept: readonly WireEvent[]): void {
    const response = kept.map(({ data }) => responseText(data)).find((text) => text !== '');
    this.#answer.next(response ?? '');
    this.#places.clear();
    this.#changed = true;
  }

  note(text: string): string {
    const item = message(this.#answer.noteId(), text);
    const place = this.#answer.output.add(stringify(item));
    return this.#own(messageEvents(item, text, place));
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    const [end, ...rest] = events;
    if (end === undefined) {
      const { type, response } = this.#answer.ownEnd(reason);
      return this.#own([{ type, response }]);
    }
    if (this.#isAsCame(end, reason) || responseText(end.data) === '') return events.map(eventText).join('');
    const data = this.#summed(end.data, reason);
    const last = reason === 'stop' ? completed(end, data) : { event: end.event, data };
    const json = parseJson(last.data);
    const text = isObject(json) ? this.#pass(end, json, last) : null;
    return [text ?? eventText(end), ...rest.map(eventText)].join('');
  }

  /** Whether the end of an answer that the page was shown as it came repeats no call, and so has to say nothing else. */
  #isAsCame(end: WireEvent, reason: FinishReason): boolean {
    const json = parseData(end);
    const response = field(json, 'response');
    return (
      !this.#changed &&
      reason === 'stop' &&
      textField(json, 'type') === 'response.completed' &&
      textField(response, 'status') === 'completed' &&
      textField(response, 'id') === this.id &&
      !itemsOf(listField(response, 'output')).some(isCall)
    );
  }

  /** The data with the response object as the page knows it. */
  #summed(data: string, reason: FinishReason | null): string {
    const response = responseText(data);
    const span = response === '' ? null : locate(data, ['response']);
    return span === null ? data : replace(data, span, this.#answer.summary(response, reason));
  }

  /** Remembers an item that the page sees; returns the data with the item as the page is to know it. */
  #shown(data: string, json: JsonObject): string {
    const item = locate(data, ['item']);
    const index = field(json, 'output_index');
    if (item === null || typeof index !== 'number' || !isObject(field(json, 'item'))) return data;
    const text = data.slice(item.start, item.end);
    const known = textField(json, 'type') === 'response.output_item.added' ? undefined : this.#places.get(index);
    const place = known ?? this.#answer.output.add(text);
    this.#places.set(index, place);
    if (known !== undefined) this.#answer.output.set(place, text);
    const shown = this.#answer.output.text(place);
    return shown === text ? data : replace(data, item, shown);
  }

  /** The data with the place of its item and the id of its answer as the page knows them. */
  #moved({ event, data }: WireEvent, json: JsonObject): WireEvent {
    let text = data;
    const index = field(json, 'output_index');
    if (typeof index === 'number') {
      const place = this.#places.get(index) ?? this.#answer.output.base + index;
      if (place !== index) text = set(text, [], 'output_index', place);
    }
    const item = textField(json, 'item_id');
    if (item !== undefined && this.#answer.output.idOf(item) !== item)
      text = set(text, [], 'item_id', this.#answer.output.idOf(item));
    const response = field(json, 'response_id');
    if (typeof response === 'string' && this.id !== null && response !== this.id)
      text = set(text, [], 'response_id', this.id);
    return { event, data: text };
  }

  /** An event of the model's answer, to be written as `out`; null when it passes as it came. */
  #pass(came: WireEvent, json: JsonObject, out: WireEvent): string | null {
    if (out.data !== came.data) this.#changed = true;
    const number = field(json, 'sequence_number');
    if (!this.#changed) {
      if (typeof number === 'number') this.#next = number + 1;
      this.#passed = '';
      return null;
    }
    const begin = this.#begin();
    if (typeof number !== 'number') return begin + eventText(out);
    this.#count();
    const given = this.#next ?? number;
    this.#next = given + 1;
    return begin + eventText(given === number ? out : { ...out, data: set(out.data, [], 'sequence_number', given) });
  }

  #own(events: readonly OwnEvent[]): string {
    this.#changed = true;
    return this.#begin() + this.#written(events);
  }

  #begin(): string {
    const start = this.#start;
    this.#start = [];
    return this.#written(start);
  }

  /** Goes on from what has passed without being looked at. */
  #count(): void {
    const last = this.#passed.lastIndexOf('"sequence_number"');
    const number = last === -1 ? null : /^"sequence_number"\s*:\s*(\d+)/.exec(this.#passed.slice(last));
    if (number !== null) this.#next = Number(number[1]) + 1;
    this.#passed = '';
  }

  #written(events: readonly OwnEvent[]): string {
    if (events.length > 0) this.#count();
    return events
      .map((event) => {
        const data = this.#next === null ? event : { ...event, sequence_number: this.#next };
        if (this.#next !== null) this.#next += 1;
        return eventText({ event: this.#named ? event.type : null, data: stringify(data) });
      })
      .join('');
  }
}

/** The text of the response in an event, or of a JSON answer; '' when there is none. */
function responseText(data: string): string {
  const json = parseJson(data);
  if (!isObject(json) || !isObject(field(json, 'response'))) return '';
  const span = locate(data, ['response']);
  return span === null ? '' : data.slice(span.start, span.end);
}

/** A response that has only begun tells of no call: those come one by one. */
function withoutCalls(data: string): string {
  const output = itemsOf(listField(field(parseJson(data), 'response'), 'output'));
  return output.some(isCall)
    ? set(
        data,
        ['response'],
        'output',
        output.filter((item) => !isCall(item)),
      )
    : data;
}

/** The end of an answer that a limit cut off, as the end of one that went on after all. */
function completed({ event }: WireEvent, data: string): WireEvent {
  if (textField(parseJson(data), 'type') !== 'response.incomplete') return { event, data };
  const type = 'response.completed';
  return { event: event === null ? null : type, data: set(data, [], 'type', type) };
}

function set(text: string, path: readonly string[], name: string, value: Json): string {
  const span = locate(text, path);
  return span === null ? text : setMember(text, span, name, stringify(value));
}
