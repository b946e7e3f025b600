/**
 * Reads one answer: calls out of their deltas, the end, and everything else as it comes.
 *
 * Runs anywhere. Never throws. From the first `finish_reason` on, what carries no text is kept for the end: a page must not
 * be told that the model waits before it is known whether calls are left.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseData, stringify, textField } from '../json.ts';
import { Unread } from '../model/unread.ts';
import type { AnswerReader, Entry, ModelRequest, Piece, WireEvent } from '../model-adapter.ts';
import { type ChosenCall, functionCallId } from './call.ts';
import { choicesOf, DONE, hasCalls, indexOf, isBody, isFinished, saidIn } from './chunk.ts';
import { reasonOf } from './finish-reason.ts';
import { assistantEntry } from './message.ts';
import { isPlain, namesRole } from './plain.ts';
import { CallCollector } from './read-calls.ts';
import { MessageGatherer } from './read-message.ts';
import { finishPart, livePart } from './split.ts';

/** Characters of an answer's id that go into the ids made of it; the API takes 40 in all. */
const ID_LENGTH = 24;

export class ChatReader implements AnswerReader {
  #id: string | null = null;
  /** Place of the answer in its conversation. */
  readonly #place: number;
  readonly #single: boolean;
  /** Choices that were asked for. */
  readonly #asked: number;
  readonly #unread = new Unread((chunk) => this.#takeIn(chunk, 'delta'));
  #text = '';
  readonly #message = new MessageGatherer();
  readonly #collectors = new Map<number, CallCollector>();
  readonly #roles = new Set<number>();
  readonly #ended = new Set<number>();
  #calls: readonly ChosenCall[] = [];
  /** Reason of the first choice that has ended. */
  #finish: { readonly choice: number; readonly reason: Json } | null = null;
  #kept: readonly WireEvent[] = [];
  #over = false;
  #begun = false;

  constructor(request: ModelRequest) {
    this.#place = request.entries.reduce((sum, { raw }) => sum + raw.length, 0);
    this.#single = request.single;
    const asked = field(request.body, 'n');
    this.#asked = typeof asked === 'number' ? asked : 1;
  }

  get id(): string | null {
    return this.#id;
  }

  read(event: WireEvent): readonly Piece[] {
    if (event.data.trim() === DONE) return this.#over ? [live(event)] : this.#end([event]);
    const value = parseData(event);
    const choices = choicesOf(value);
    const failed = (field(value, 'error') ?? null) !== null;
    if (!isObject(value) || choices === null || failed) {
      // Failed in the protocol's own words: what comes now ends nothing.
      this.#over ||= failed;
      return [isObject(value) && choices?.some(hasCalls) ? rewritten(event, { ...value, choices: [] }) : live(event)];
    }
    // Behind its end an answer has nothing to say that anybody has looked at.
    if (this.#over) return [];
    this.#id ||= textField(value, 'id') ?? null;
    return isBody(value) && !this.#begun ? this.#body(event, value, choices) : this.#chunk(event, value, choices);
  }

  pass(events: string): boolean {
    if (!this.#begun || this.#over || this.#finish !== null || !this.#single || !isPlain(events)) return false;
    if (!this.#roles.has(0) && namesRole(events)) return false;
    for (const collector of this.#collectors.values()) if (!collector.isEmpty) return false;
    this.#unread.events(events);
    return true;
  }

  get text(): string {
    this.#unread.read();
    return this.#text;
  }

  get ending(): boolean {
    if (this.#over || this.#ended.size < this.#asked) return false;
    return [...this.#collectors.keys()].every((choice) => this.#ended.has(choice));
  }

  isTotals(event: WireEvent): boolean {
    const value = parseData(event);
    return choicesOf(value)?.length === 0 && isObject(field(value, 'usage'));
  }

  end(): readonly Piece[] {
    return this.#over || this.#finish === null ? [] : this.#end([]);
  }

  entry(): Entry {
    this.#unread.read();
    return assistantEntry(this.#message.message(this.#ofFirst()), this.#place);
  }

  #body(event: WireEvent, body: JsonObject, choices: readonly JsonObject[]): readonly Piece[] {
    const calls = choices.flatMap((choice) => {
      const collector = this.#collector(indexOf(choice));
      return [...collector.take(field(choice, 'message'), true), ...collector.end()];
    });
    this.#takeIn(body, 'message');
    for (const choice of choices) this.#noteEnd(choice);
    this.#calls = calls;
    return [live(event), ...calls.map(pieceOf), ...this.#end([event])];
  }

  #chunk(event: WireEvent, chunk: JsonObject, choices: readonly JsonObject[]): readonly Piece[] {
    const complete: ChosenCall[] = [];
    this.#unread.data(chunk, event.data.length);
    for (const choice of choices) {
      const collector = this.#collector(indexOf(choice));
      complete.push(...collector.take(field(choice, 'delta')));
      if (collector.isEmpty) complete.push(...collector.take(field(choice, 'message'), true));
      if (!isFinished(choice)) continue;
      complete.push(...collector.end());
      this.#noteEnd(choice);
    }
    this.#calls = [...this.#calls, ...complete];
    return [...this.#passing(event, chunk, choices), ...complete.map(pieceOf)];
  }

  /** What of a chunk passes at once; what belongs to the end is kept. */
  #passing(event: WireEvent, chunk: JsonObject, choices: readonly JsonObject[]): readonly Piece[] {
    if (choices.length === 0 && this.#finish !== null) {
      this.#kept = [...this.#kept, event];
      return [];
    }
    const ends = choices.some(isFinished);
    const split = { first: !this.#begun, roles: new Set(this.#roles), ends };
    this.#begun = true;
    for (const choice of choices) this.#noteRole(choice);
    const mixed = choices.some(hasCalls);
    if (!ends && !mixed) return [live(event)];
    const passing = livePart(chunk, choices, split);
    const whole = passing === null && !mixed;
    const end = whole ? event : { ...event, data: stringify(finishPart(chunk, choices)) };
    if (ends) this.#kept = [...this.#kept, end];
    return passing === null ? [] : [rewritten(event, passing)];
  }

  #end(last: readonly WireEvent[]): readonly Piece[] {
    const rest = [...this.#collectors.values()].flatMap((collector) => collector.end());
    this.#calls = [...this.#calls, ...rest];
    this.#over = true;
    const told = reasonOf(this.#finish?.reason, this.#calls.length > 0);
    // Nobody can answer calls that were never made.
    const reason = told === 'calls' && this.#calls.length === 0 ? 'stop' : told;
    return [...rest.map(pieceOf), { kind: 'finish', reason, events: [...this.#kept, ...last] }];
  }

  #ofFirst(): readonly ChosenCall[] {
    return this.#calls.filter(({ choice = 0 }) => choice === 0);
  }

  /** What a chunk or body of this answer says. */
  #takeIn(answer: Json, part: 'delta' | 'message'): void {
    const choices = choicesOf(answer) ?? [];
    for (const choice of choices) if (indexOf(choice) === 0) this.#message.take(field(choice, part));
    this.#text += saidIn(choices, part);
  }

  #noteEnd(choice: JsonObject): void {
    if (!isFinished(choice)) return;
    this.#ended.add(indexOf(choice));
    if (this.#finish === null || indexOf(choice) < this.#finish.choice)
      this.#finish = { choice: indexOf(choice), reason: field(choice, 'finish_reason') ?? null };
  }

  #noteRole(choice: JsonObject): void {
    if (textField(field(choice, 'delta'), 'role') !== undefined) this.#roles.add(indexOf(choice));
  }

  #collector(choice: number): CallCollector {
    const known = this.#collectors.get(choice);
    if (known !== undefined) return known;
    const newId = (number: number): string => `call_${this.#id?.slice(-ID_LENGTH) ?? this.#place}_${choice}_${number}`;
    const collector = new CallCollector(choice, newId, functionCallId(this.#place));
    this.#collectors.set(choice, collector);
    return collector;
  }
}

const live = (event: WireEvent): Piece => ({ kind: 'live', event });
const rewritten = (event: WireEvent, value: JsonObject): Piece => live({ ...event, data: stringify(value) });
const pieceOf = (call: ChosenCall): Piece => ({ kind: 'call', call });
