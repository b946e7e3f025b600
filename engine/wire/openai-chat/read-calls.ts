/**
 * Collects the calls of one choice from the deltas of a stream.
 *
 * Runs anywhere. A call is given out when the next one has begun and its own arguments are complete, at the latest when the choice
 * ends. INVARIANT: calls are given out in the order in which they began, and never changed afterwards; a delta that comes late
 * makes a call of its own, which names no tool and so cannot run.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, parseJson, stringify, textField } from '../json.ts';
import { type ChosenCall, callFrom } from './call.ts';

interface Open {
  readonly index: number | null;
  /** What is known of the call so far, as one element of `tool_calls`. */
  raw: JsonObject;
}

export class CallCollector {
  #open: Open[] = [];
  #functionCall: JsonObject | null = null;
  #made = 0;
  readonly #choice: number;
  readonly #newId: (number: number) => string;
  readonly #functionCallId: string;

  /**
   * @param newId makes an id for the call of this number (from 0) in the choice, when the model gave none
   * @param functionCallId id for a `function_call`
   */
  constructor(choice: number, newId: (number: number) => string, functionCallId: string) {
    this.#choice = choice;
    this.#newId = newId;
    this.#functionCallId = functionCallId;
  }

  /** Whether no call was seen so far. */
  get isEmpty(): boolean {
    return this.#made === 0 && this.#open.length === 0 && this.#functionCall === null;
  }

  /** Takes the delta of a choice, or a `whole` message, and returns the calls that are complete now. */
  take(delta: Json | undefined, whole = false): readonly ChosenCall[] {
    const functionCall = field(delta, 'function_call');
    if (isObject(functionCall)) this.#functionCall = merged(this.#functionCall ?? {}, functionCall);
    for (const call of listField(delta, 'tool_calls')) if (isObject(call)) this.#takeCall(call, whole);
    const complete: ChosenCall[] = [];
    while (this.#open.length > 1 && this.#open[0] !== undefined && isComplete(this.#open[0].raw))
      complete.push(...this.#release(1));
    return complete;
  }

  /** The choice has ended: whatever is open is as complete as it will ever be. */
  end(): readonly ChosenCall[] {
    const calls = this.#release(this.#open.length);
    const old = this.#functionCall;
    this.#functionCall = null;
    if (old === null) return calls;
    this.#made += 1;
    return [...calls, this.#chosen(old, this.#functionCallId)];
  }

  #takeCall(delta: JsonObject, whole: boolean): void {
    const { index: at, ...rest } = delta;
    const index = typeof at === 'number' ? at : null;
    // Each call of a whole message stands there alone, whatever its id.
    const open = whole ? undefined : this.#find(index, rest);
    if (open !== undefined) open.raw = merged(open.raw, rest);
    else if (!isEmpty(rest)) this.#open.push({ index, raw: merged({}, rest) });
  }

  /** The open call that a delta continues. Some vendors number all calls alike, or not at all: then a new id or name tells them apart. */
  #find(index: number | null, delta: JsonObject): Open | undefined {
    const open = index === null ? this.#open.at(-1) : this.#open.findLast((one) => one.index === index);
    if (open === undefined) return undefined;
    const [id, known] = [textField(delta, 'id') ?? '', textField(open.raw, 'id') ?? ''];
    if (id !== '' && known !== '' && id !== known) return undefined;
    const anew = index === null && id === '' && nameOf(delta) !== '' && isComplete(open.raw);
    return anew ? undefined : open;
  }

  #release(count: number): readonly ChosenCall[] {
    return this.#open.splice(0, count).map(({ raw }) => {
      const { id, type, ...rest } = raw;
      const own = typeof id === 'string' && id !== '' ? id : this.#newId(this.#made);
      this.#made += 1;
      const kind = typeof type === 'string' && type !== '' ? type : isObject(rest['custom']) ? 'custom' : 'function';
      return this.#chosen({ id: own, type: kind, ...rest }, own);
    });
  }

  #chosen(raw: JsonObject, id: string): ChosenCall {
    const call = callFrom(raw, id);
    return this.#choice === 0 ? call : { ...call, choice: this.#choice };
  }
}

/** A call with a delta added: the texts of name, arguments and input grow, everything else is replaced. */
function merged(whole: JsonObject, delta: JsonObject): JsonObject {
  const fields = Object.entries(delta).map(([name, value]): [string, Json] => {
    const before = field(whole, name);
    switch (name) {
      case 'function':
      case 'custom':
        return [name, isObject(value) ? merged(isObject(before) ? before : {}, value) : (before ?? value)];
      case 'name':
        return [name, grown(before, value, value === before && hasArguments(whole))];
      case 'arguments':
      case 'input':
        return [name, grown(before, typeof value === 'object' && value !== null ? stringify(value) : value, false)];
      default:
        return [name, (value === null || value === '') && before !== undefined ? before : value];
    }
  });
  return { ...whole, ...Object.fromEntries(fields) };
}

/** Names come whole or in pieces, and with some vendors whole again and again. */
function grown(before: Json | undefined, piece: Json, repeated: boolean): string {
  const text = typeof before === 'string' ? before : '';
  return repeated || typeof piece !== 'string' ? text : text + piece;
}

const hasArguments = (named: JsonObject): boolean =>
  (textField(named, 'arguments') ?? textField(named, 'input') ?? '') !== '';
const partOf = (raw: JsonObject): Json | undefined => field(raw, 'custom') ?? field(raw, 'function');
const nameOf = (raw: JsonObject): string => textField(partOf(raw), 'name') ?? '';

/** Whether nothing can be missing: a name, and arguments that are a closed object, or text. */
function isComplete(raw: JsonObject): boolean {
  if (nameOf(raw) === '') return false;
  const input = textField(field(raw, 'custom'), 'input');
  if (input !== undefined) return input !== '';
  return isObject(parseJson(textField(field(raw, 'function'), 'arguments') ?? ''));
}

function isEmpty(raw: JsonObject): boolean {
  return (
    nameOf(raw) === '' &&
    (textField(raw, 'id') ?? '') === '' &&
    !hasArguments(isObject(partOf(raw)) ? (partOf(raw) as JsonObject) : {})
  );
}
