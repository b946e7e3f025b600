/**
 * Writes a stream of chunks. As long as the page reads one answer of the model, everything but calls passes as it came; of later
 * answers, the chunks take on the identity of the first and lose what only a beginning has.
 *
 * Runs anywhere. Never throws.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseData, parseJson, stringify, textField } from '../json.ts';
import type { AnswerWriter, FinishReason, ModelRequest, WireEvent } from '../model-adapter.ts';
import { eventText } from '../sse/event.ts';
import { added } from '../usage.ts';
import { type ChosenCall, isFunctionCall } from './call.ts';
import { choicesOf, DONE, indexOf, isFinished } from './chunk.ts';
import { finishReasonFor, reasonOf } from './finish-reason.ts';

type Handed = { readonly kind: 'none' | 'tools' | 'function'; readonly count: number };

export class StreamWriter implements AnswerWriter {
  readonly #single: boolean;
  readonly #usageAsked: boolean;
  /** Whether the guard answers the request itself, in one choice. */
  readonly #begun: boolean;
  /** What every chunk of the page's answer says of itself; null until the first has come. */
  #frame: JsonObject | null;
  /** Whether chunks come from another answer than the one the page has seen begin. */
  #shifted: boolean;
  readonly #roles = new Set<number>();
  readonly #handed = new Map<number, Handed>();
  /** Usage of the answers whose end was kept back. */
  #usage: Json | undefined;

  constructor(request: ModelRequest, begin?: { readonly id: string }) {
    this.#single = request.single;
    this.#usageAsked = field(field(request.body, 'stream_options'), 'include_usage') === true;
    this.#begun = begin !== undefined;
    this.#shifted = this.#begun;
    this.#frame =
      begin === undefined
        ? null
        : { ...UNKNOWN, id: begin.id, model: textField(request.body, 'model') ?? UNKNOWN.model };
  }

  get id(): string | null {
    return textField(this.#frame ?? undefined, 'id') ?? null;
  }

  live(event: WireEvent): string | null {
    const chunk = parseData(event);
    const choices = choicesOf(chunk);
    if (!isObject(chunk) || choices === null) return null;
    if (!this.#shifted) {
      if (!isWhole(this.#frame)) this.#frame = { ...frameOf(chunk), ...this.#frame };
      for (const choice of choices)
        if (textField(field(choice, 'delta'), 'role') !== undefined) this.#roles.add(indexOf(choice));
      return null;
    }
    const passing = choices.map(withoutRole).filter(({ delta, logprobs }) => !isEmpty(delta) || isObject(logprobs));
    if (passing.length === 0 && (choices.length > 0 || !isObject(field(chunk, 'usage')))) return '';
    return eventText({ ...event, data: stringify(this.#framed(chunk, passing)) });
  }

  get passing(): boolean {
    return !this.#shifted && this.#frame !== null;
  }

  passed(): void {
    // Nothing of it is needed to write on.
  }

  call(call: ChosenCall): string {
    const { raw } = call;
    const choice = this.#begun ? 0 : (call.choice ?? 0);
    const { count } = this.#handed.get(choice) ?? NOTHING;
    const old = isFunctionCall(raw);
    this.#handed.set(choice, { kind: old ? 'function' : 'tools', count: old ? count : count + 1 });
    return this.#chunk(choice, old ? { function_call: raw } : { tool_calls: [{ index: count, ...raw }] });
  }

  next(kept: readonly WireEvent[]): void {
    this.#shifted = true;
    for (const { data } of kept) this.#usage = added(this.#usage, field(parseJson(data), 'usage'));
  }

  note(text: string): string {
    return this.#chunk(0, { content: text });
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    const values = events.map(({ data }) => parseJson(data));
    const ended = values.some((value) => choicesOf(value)?.some(isFinished) ?? false);
    const told = values.some((value) => isObject(field(value, 'usage')));
    const chunks = events.filter(({ data }) => data.trim() !== DONE).map((event) => this.#endEvent(event, reason));
    const done = events.length === 0 || chunks.length < events.length;
    return [
      ...(ended ? [] : [this.#chunk(0, {}, finishReasonFor(reason, null, this.#kind(0)))]),
      ...chunks,
      ...(this.#usageAsked && this.#shifted && !told ? [this.#usageChunk()] : []),
      ...(done ? [eventText({ event: null, data: DONE })] : []),
    ].join('');
  }

  #endEvent(event: WireEvent, reason: FinishReason): string {
    const chunk = parseData(event);
    const choices = choicesOf(chunk);
    if (!isObject(chunk) || choices === null) return eventText(event);
    if (choices.length === 0 && this.#shifted && !this.#usageAsked) return '';
    const ended = choices.map((choice) => this.#ended(choice, reason));
    const same = !this.#shifted && ended.every((choice, at) => choice === choices[at]);
    return eventText(same ? event : { ...event, data: stringify(this.#framed(chunk, ended)) });
  }

  /** The choice with a `finish_reason` that fits what the page was handed in it. */
  #ended(choice: JsonObject, reason: FinishReason): JsonObject {
    if (!isFinished(choice)) return choice;
    const came = field(choice, 'finish_reason');
    const kind = this.#kind(indexOf(choice));
    const fits = finishReasonFor(this.#single ? reason : reasonAlone(came, kind), came, kind);
    return fits === came ? choice : { ...choice, finish_reason: fits };
  }

  #kind(choice: number): Handed['kind'] {
    return (this.#handed.get(choice) ?? NOTHING).kind;
  }

  /** A chunk of the guard's own. */
  #chunk(choice: number, delta: JsonObject, finish: string | null = null): string {
    const begins = !this.#roles.has(choice);
    this.#roles.add(choice);
    const whole = begins ? { role: 'assistant', content: null, ...delta } : delta;
    const choices = [{ index: choice, delta: whole, logprobs: null, finish_reason: finish }];
    return eventText({ event: null, data: stringify({ ...UNKNOWN, ...this.#frame, choices }) });
  }

  #usageChunk(): string {
    const usage = this.#usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    return eventText({ event: null, data: stringify({ ...UNKNOWN, ...this.#frame, choices: [], usage }) });
  }

  /** The chunk as a part of the page's answer. */
  #framed(chunk: JsonObject, choices: readonly Json[]): JsonObject {
    const { usage, ...rest } = chunk;
    const total = isObject(usage) ? added(this.#usage, usage) : usage;
    return {
      ...rest,
      ...(this.#shifted ? this.#frame : {}),
      choices,
      ...(total === undefined ? {} : { usage: total }),
    };
  }
}

const NOTHING: Handed = { kind: 'none', count: 0 };
const UNKNOWN = { id: 'chatcmpl-0', object: 'chat.completion.chunk', created: 0, model: 'unknown' };
const FRAME = ['id', 'object', 'created', 'model', 'system_fingerprint'];

/** What the chunk says of its answer; some vendors send a first chunk in which all of it is empty. */
const frameOf = (chunk: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(chunk).filter(([name, value]) => FRAME.includes(name) && Boolean(value)));

/** Whether all is known that every chunk says; a fingerprint comes with it or not at all. */
const isWhole = (frame: JsonObject | null): boolean =>
  frame !== null && 'id' in frame && 'object' in frame && 'created' in frame && 'model' in frame;

/** How a choice of several ends for a page that was handed calls of this kind in it. */
function reasonAlone(came: Json | undefined, kind: Handed['kind']): FinishReason {
  if (kind !== 'none') return 'calls';
  const reason = reasonOf(came, false);
  return reason === 'calls' ? 'stop' : reason;
}

function withoutRole(choice: JsonObject): JsonObject & { readonly delta: JsonObject } {
  const delta = field(choice, 'delta');
  if (!isObject(delta)) return { ...choice, delta: {} };
  const { role: _, ...rest } = delta;
  return { ...choice, delta: rest };
}

const isEmpty = (delta: JsonObject): boolean => Object.values(delta).every((value) => value === null || value === '');
