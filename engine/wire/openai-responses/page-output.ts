/**
 * The output as the page knows it: which items it was shown, in which order, and what the terminal event may repeat of them.
 *
 * Runs anywhere. Items are kept as the text in which they came. INVARIANT: a call that was not handed to the page is in none of
 * its lists.
 */
import type { JsonObject } from '../../tool-call.ts';
import { isObject, parseJson, stringify, textField } from '../json.ts';
import { elements, locate, setMember } from '../json-text.ts';
import type { RequestedCall } from '../model-adapter.ts';
import { readCall, sameCall } from './call.ts';
import { isCall, textOf } from './item.ts';

interface Shown {
  key: string;
  text: string;
  readonly call: RequestedCall | null;
}

export class PageOutput {
  readonly #shown: Shown[] = [];
  /** New ids of items of the current answer: some servers begin to count anew, and official clients take an id once only. */
  readonly #renamed = new Map<string, string>();
  /** Where the items of the current answer begin. */
  #base = 0;

  get length(): number {
    return this.#shown.length;
  }

  get base(): number {
    return this.#base;
  }

  /** Shows an item; returns its place. */
  add(item: string, call: RequestedCall | null = null): number {
    this.#shown.push(this.#made(item, call));
    return this.#shown.length - 1;
  }

  /** The item at `place`, as the page knows it. */
  text(place: number): string {
    return this.#shown[place]?.text ?? '{}';
  }

  /** The id under which the page knows an item of the current answer. */
  idOf(id: string): string {
    return this.#renamed.get(id) ?? id;
  }

  /** The item at `place` is now this. */
  set(place: number, item: string): void {
    const shown = this.#shown[place];
    if (shown === undefined) return;
    const { key, text } = this.#known(item);
    Object.assign(shown, { key, text });
  }

  /** What follows belongs to another answer. */
  next(): void {
    this.#renamed.clear();
    this.#base = this.#shown.length;
  }

  /**
   * Takes the list at the end of the current answer in. The page's order stays, and is the list's where the two agree.
   */
  absorb(response: string): void {
    const own = this.#shown.splice(this.#base);
    const list: Shown[] = [];
    for (const one of outputOf(response)) {
      const { key, text, item } = this.#known(one);
      const known = own.find((shown) => shown.key === key && !list.includes(shown));
      if (known !== undefined) {
        if (known.call === null || sameCall(readCall(item, 0), known.call)) known.text = text;
        list.push(known);
      } else if (!isCall(item)) list.push(this.#made(text, null));
    }
    const others = (from: readonly Shown[], not: readonly Shown[]) => from.filter((shown) => !not.includes(shown));
    // Items that no event told of stand where the list has them.
    const isUntold = list.some((shown) => !own.includes(shown)) && isInOrder(list, own);
    this.#shown.push(...(isUntold ? [...list, ...others(own, list)] : [...own, ...others(list, own)]));
  }

  #made(item: string, call: RequestedCall | null): Shown {
    // Only an id of an earlier answer is taken.
    const id = this.#base === 0 ? undefined : idOf(item);
    const taken = id !== undefined && this.#shown.some(({ text }, at) => at < this.#base && idOf(text) === id);
    if (taken) this.#renamed.set(id, `${id}_${this.#shown.length}`);
    const { key, text } = this.#known(item);
    return { key, text, call };
  }

  /** An item under the id that the page knows. */
  #known(text: string): Pick<Shown, 'key' | 'text'> & { readonly item: JsonObject } {
    const came = parsed(text);
    const id = this.#renamed.get(textField(came, 'id') ?? '');
    const span = id === undefined ? null : locate(text, []);
    if (span === null || id === undefined) return { key: keyOf(came), text, item: came };
    const item = { ...came, id };
    return { key: keyOf(item), text: setMember(text, span, 'id', stringify(id)), item };
  }

  /** Whether `response` repeats exactly what the page was shown. */
  equals(response: string): boolean {
    const output = outputOf(response);
    return output.length === this.#shown.length && output.every((text, at) => text === this.#shown[at]?.text);
  }

  /** The list as JSON text. */
  list(): string {
    return `[${this.#shown.map(({ text }) => text).join(',')}]`;
  }

  /** All words of the messages. */
  words(): string {
    return this.#shown.map(({ text }) => textOf(parsed(text))).join('');
  }
}

/** Whether what is in both lists stands in the same order in both. */
function isInOrder(a: readonly Shown[], b: readonly Shown[]): boolean {
  const inA = a.filter((shown) => b.includes(shown));
  return b.filter((shown) => a.includes(shown)).every((shown, at) => shown === inA[at]);
}

function outputOf(response: string): readonly string[] {
  const span = locate(response, ['output']);
  return span === null ? [] : elements(response, span).map(({ start, end }) => response.slice(start, end));
}

function parsed(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

const idOf = (text: string): string | undefined => textField(parsed(text), 'id');

function keyOf(item: JsonObject): string {
  return `${textField(item, 'type') ?? ''} ${textField(item, 'call_id') || textField(item, 'id') || ''}`;
}
