/**
 * Writes an answer in one piece. Of several answers it keeps the first's identity, joins what was said, and adds the usage up;
 * everything else is the last's.
 *
 * Runs anywhere. Never throws. An answer of which nothing was withheld, and to which nothing was added, stays as it came.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, stringify, textField } from '../json.ts';
import type { AnswerWriter, FinishReason, ModelRequest, WireEvent } from '../model-adapter.ts';
import { added } from '../usage.ts';
import { type ChosenCall, isFunctionCall } from './call.ts';
import { choicesOf, indexOf, isBody } from './chunk.ts';
import { finishReasonFor, reasonOf } from './finish-reason.ts';
import { textOf } from './message.ts';

export class BodyWriter implements AnswerWriter {
  readonly #request: ModelRequest;
  readonly #begin: { readonly id: string } | undefined;
  #bodies: readonly { readonly text: string; readonly value: JsonObject }[] = [];
  #calls: readonly ChosenCall[] = [];
  #note = '';

  constructor(request: ModelRequest, begin?: { readonly id: string }) {
    this.#request = request;
    this.#begin = begin;
  }

  get id(): string | null {
    return this.#begin?.id ?? textField(this.#bodies[0]?.value, 'id') ?? null;
  }

  live({ data }: WireEvent): string | null {
    const value = parseJson(data);
    // An error, say: it has no end that it could be written at.
    if (!isBody(value)) return data;
    this.#bodies = [...this.#bodies, { text: data, value }];
    return '';
  }

  get passing(): boolean {
    return false;
  }

  passed(): void {
    // A body is written at once.
  }

  call(call: ChosenCall): string {
    this.#calls = [...this.#calls, call];
    return '';
  }

  next(): void {
    // All of an answer comes before its end; there is nothing more to know.
  }

  note(text: string): string {
    this.#note += text;
    return '';
  }

  finish(reason: FinishReason): string {
    const [first] = this.#bodies;
    const last = this.#bodies.at(-1);
    if (first === undefined || last === undefined) return stringify(this.#own(reason));
    const choices = (choicesOf(last.value) ?? []).map((choice) => this.#choice(choice, reason));
    const untouched = this.#bodies.length === 1 && this.#begin === undefined;
    if (untouched && stringify(choices) === stringify(field(first.value, 'choices'))) return first.text;
    const usage = this.#bodies.reduce<Json | undefined>(
      (sum, { value }) => added(sum, field(value, 'usage')),
      undefined,
    );
    const { usage: _, ...rest } = last.value;
    const identity = Object.fromEntries(IDENTITY.flatMap((name) => member(name, field(first.value, name))));
    return stringify({ ...rest, ...identity, choices, ...(usage === undefined ? {} : { usage }) });
  }

  #choice(choice: JsonObject, reason: FinishReason): JsonObject {
    const index = indexOf(choice);
    const came = field(choice, 'message');
    const calls = this.#calls.filter((call) => (call.choice ?? 0) === index);
    const finish = field(choice, 'finish_reason');
    const message = withCallsOnly(isObject(came) ? came : { role: 'assistant', content: null }, calls);
    return {
      ...choice,
      message: index === 0 ? this.#said(message) : message,
      finish_reason: finishReasonFor(this.#request.single ? reason : reasonAlone(finish, calls), finish, kindOf(calls)),
    };
  }

  /** The message with what earlier answers said before it, and the guard's note behind it. */
  #said(message: JsonObject): JsonObject {
    const earlier = this.#bodies
      .slice(0, -1)
      .flatMap(({ value }) => choicesOf(value)?.filter((c) => indexOf(c) === 0) ?? []);
    if (earlier.length === 0 && this.#note === '') return message;
    const all = [...earlier.map((choice) => field(choice, 'message')), message];
    const text = all.map((one) => textOf(field(one, 'content'))).join('') + this.#note;
    const reasoning = REASONING.flatMap((name) => member(name, joinedField(all, name)));
    return { ...message, ...Object.fromEntries(reasoning), content: text === '' ? null : text };
  }

  /** A body that no answer of the model begins. */
  #own(reason: FinishReason): JsonObject {
    const message = withCallsOnly(
      { role: 'assistant', content: this.#note === '' ? null : this.#note, refusal: null },
      this.#calls,
    );
    return {
      id: this.id ?? 'chatcmpl-0',
      object: 'chat.completion',
      created: 0,
      model: textField(this.#request.body, 'model') ?? 'unknown',
      choices: [
        { index: 0, message, logprobs: null, finish_reason: finishReasonFor(reason, null, kindOf(this.#calls)) },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    };
  }
}

const IDENTITY = ['id', 'created', 'model'];
const REASONING = ['reasoning_content', 'reasoning'];

const member = (name: string, value: Json | undefined): readonly [string, Json][] =>
  value === undefined ? [] : [[name, value]];

/** The message with these calls and no others. Fields keep their order, so that what is equal reads the same. */
function withCallsOnly(message: JsonObject, calls: readonly ChosenCall[]): JsonObject {
  const elements = calls.filter(({ raw }) => !isFunctionCall(raw)).map(({ raw }) => raw);
  const old = calls.findLast(({ raw }) => isFunctionCall(raw))?.raw;
  const wanted = new Map<string, JsonObject | readonly JsonObject[]>();
  if (elements.length > 0) wanted.set('tool_calls', elements);
  if (old !== undefined) wanted.set('function_call', old);
  const kept = Object.entries(message).flatMap(([name, value]): readonly [string, Json][] => {
    if (name !== 'tool_calls' && name !== 'function_call') return [[name, value]];
    const own = wanted.get(name);
    wanted.delete(name);
    if (own !== undefined) return [[name, own]];
    return isCalls(value) ? [] : [[name, value]];
  });
  return Object.fromEntries([...kept, ...wanted]);
}

/** Whether the value holds calls; `null` and an empty list are signs of a vendor that there are none. */
const isCalls = (value: Json): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

const kindOf = (calls: readonly ChosenCall[]): 'none' | 'tools' | 'function' => {
  const last = calls.at(-1);
  return last === undefined ? 'none' : isFunctionCall(last.raw) ? 'function' : 'tools';
};

function reasonAlone(came: Json | undefined, calls: readonly ChosenCall[]): FinishReason {
  if (calls.length > 0) return 'calls';
  const reason = reasonOf(came, false);
  return reason === 'calls' ? 'stop' : reason;
}

function joinedField(messages: readonly (Json | undefined)[], name: string): string | undefined {
  const texts = messages.map((message) => textField(message, name)).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('');
}
