/**
 * Reads one answer of the model: a stream block by block, or a body at once.
 *
 * A call is held from its first event and given out when its block ends; the end of the answer is held until all of it is there.
 * Everything else passes as it comes. INVARIANT: nothing that comes later changes the input of a call that was given out.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, parseData, stringify, textField } from '../json.ts';
import { elements, locate } from '../json-text.ts';
import { onlyTypes } from '../model/plain.ts';
import { Unread } from '../model/unread.ts';
import type { AnswerReader, Entry, Piece, RequestedCall, WireEvent } from '../model-adapter.ts';
import { GrowingBlock } from './blocks.ts';
import { BLOCK, STOP } from './events.ts';
import { entryOf, isCall, requestedCall, textOf } from './message.ts';
import { reasonOf } from './stop.ts';
import { remember } from './written.ts';

/** A place in the answer: a block that grows, or a call that is complete. */
type Place = GrowingBlock | RequestedCall;

/** What passes unread while no call is on its way. */
const isPlain = onlyTypes(['content_block_delta', 'text_delta', 'thinking_delta', 'signature_delta', 'ping']);

export class MessageReader implements AnswerReader {
  #id: string | null = null;
  #text = '';
  readonly #unread = new Unread((data) => this.#grow(data));
  readonly #places = new Map<number, Place>();
  #calls: readonly RequestedCall[] = [];
  /** Events of the end, held until all of it is there. */
  #end: readonly WireEvent[] = [];
  #stop: string | undefined;
  #over = false;

  get id(): string | null {
    return this.#id;
  }

  get text(): string {
    this.#unread.read();
    return this.#text;
  }

  pass(events: string): boolean {
    if (this.#over || this.#id === null || !isPlain(events)) return false;
    for (const place of this.#places.values()) if (place instanceof GrowingBlock && isCall(place.start)) return false;
    this.#unread.events(events);
    return true;
  }

  read(event: WireEvent): readonly Piece[] {
    const data = parseData(event);
    if (this.#over || !isObject(data)) return [live(event)];
    const type = textField(data, 'type');
    if (isOfBlock(type) && typeof field(data, 'index') !== 'number') return this.read(this.#numbered(event, data));
    const place = this.#placeOf(data);
    switch (type) {
      case 'message':
        return this.#whole(event, data);
      case 'message_start':
        return this.#begun(event, data, field(data, 'message'));
      case 'content_block_start':
        return this.#started(event, data, field(data, 'content_block'));
      case 'content_block_delta':
        if (place instanceof GrowingBlock && isCall(place.start)) {
          place.grow(field(data, 'delta'));
          return [];
        }
        // Clients look blocks up in ways that could lead to the call: input of no growing block passes nowhere.
        if (!(place instanceof GrowingBlock) && field(field(data, 'delta'), 'type') === 'input_json_delta') return [];
        this.#unread.data(data, event.data.length);
        return [live(event)];
      case 'content_block_stop':
        return this.#stopped(event, data, place);
      case 'message_delta':
        this.#stop = textField(field(data, 'delta'), 'stop_reason') ?? this.#stop;
        this.#end = [...this.#end, event];
        return [];
      case 'message_stop':
        return [this.#finish([...this.#end, event])];
      default:
        return [live(event)];
    }
  }

  get ending(): boolean {
    return !this.#over && this.#stop !== undefined;
  }

  isTotals(): boolean {
    return false;
  }

  end(): readonly Piece[] {
    return this.#over || this.#stop === undefined ? [] : [this.#finish([...this.#end, STOP])];
  }

  entry(): Entry {
    this.#unread.read();
    const places = [...this.#places].sort(([a], [b]) => a - b).map(([, place]) => place);
    const content = places.flatMap((place): readonly JsonObject[] => {
      if (!(place instanceof GrowingBlock)) return [place.raw];
      const { block } = place;
      // A call that never ended is none, and the API takes no text without a letter, though the model may give it.
      return isCall(block) || (field(block, 'type') === 'text' && textOf(block).trim() === '') ? [] : [block];
    });
    // The calls as they were read: what could not be decoded is only known here.
    return { ...entryOf({ role: 'assistant', content }), calls: this.#calls };
  }

  /** A delta of a block that is no call. */
  #grow(data: Json): void {
    const place = this.#placeOf(data);
    if (!(place instanceof GrowingBlock)) return;
    place.grow(field(data, 'delta'));
    this.#text += textField(field(data, 'delta'), 'text') ?? '';
  }

  /** What a block begins with. */
  #say(block: JsonObject): void {
    const text = textOf(block);
    if (text !== '') this.#text = this.text + text;
  }

  #placeOf(data: Json): Place | undefined {
    return this.#places.get(indexOf(data));
  }

  /** The event with the number of its block, where a server gives none: a new one stands behind the others, else it is the last. */
  #numbered(event: WireEvent, data: JsonObject): WireEvent {
    const last = Math.max(-1, ...this.#places.keys());
    const index = textField(data, 'type') === 'content_block_start' ? last + 1 : last;
    return { ...event, data: stringify({ ...data, index }) };
  }

  /** Clients take the content that an answer begins with for blocks of it, so it is read as such. */
  #begun(event: WireEvent, data: JsonObject, message: Json | undefined): readonly Piece[] {
    this.#id = textField(message, 'id') ?? null;
    const content = listField(message, 'content');
    if (!isObject(message) || content.length === 0) return [live(event)];
    const blocks = content.flatMap((content_block, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]);
    return [
      live({ ...event, data: stringify({ ...data, message: { ...message, content: [] } }) }),
      ...blocks.flatMap((block) => this.read({ event: block.type, data: stringify(block) })),
    ];
  }

  #started(event: WireEvent, data: JsonObject, block: Json | undefined): readonly Piece[] {
    if (!isObject(block)) return [live(event)];
    this.#say(block);
    this.#places.set(indexOf(data), new GrowingBlock(block));
    return isCall(block) ? [] : [live(event)];
  }

  #stopped(event: WireEvent, data: JsonObject, place: Place | undefined): readonly Piece[] {
    if (!(place instanceof GrowingBlock) || !isCall(place.start)) return [live(event)];
    return [this.#called(indexOf(data), requestedCall(place.start, place.json, indexOf(data)))];
  }

  #called(index: number, call: RequestedCall): Piece {
    this.#places.set(index, call);
    this.#calls = [...this.#calls, call];
    return { kind: 'call', call };
  }

  #finish(events: readonly WireEvent[]): Piece {
    this.#over = true;
    return { kind: 'finish', reason: reasonOf(this.#stop, this.#calls.length > 0), events };
  }

  #whole(event: WireEvent, body: JsonObject): readonly Piece[] {
    this.#id = textField(body, 'id') ?? null;
    this.#stop = textField(body, 'stop_reason');
    const content = locate(event.data, ['content']);
    const texts = content === null ? [] : elements(event.data, content).map((s) => event.data.slice(s.start, s.end));
    const pieces = listField(body, 'content').map((block, index): Piece => {
      const text = texts[index] ?? stringify(block);
      if (!isObject(block)) return live({ event: BLOCK, data: text });
      if (isCall(block)) return this.#called(index, wholeCall(block, text, index));
      remember(block, text);
      this.#say(block);
      this.#places.set(index, new GrowingBlock(block));
      return live({ event: BLOCK, data: text });
    });
    return [...pieces, this.#finish([event])];
  }
}

const isOfBlock = (type: string | undefined): boolean => type?.startsWith('content_block_') ?? false;

/** The number of the block that an event is about; NaN, under which there is none, where it is about none. */
function indexOf(data: Json): number {
  const index = field(data, 'index');
  return typeof index === 'number' ? index : Number.NaN;
}

/** The call that a block of a body is; it is written as it stands there. */
function wholeCall(block: JsonObject, text: string, index: number): RequestedCall {
  const input = locate(text, ['input']);
  const call = requestedCall(block, input === null ? '' : text.slice(input.start, input.end), index);
  if (call.undecodable === null && field(block, 'id') === call.id) remember(call.raw, text);
  return call;
}

function live(event: WireEvent): Piece {
  return { kind: 'live', event };
}
