/**
 * The output as the page knows it: which items it was shown, in which order, and what the terminal event may repeat of them.
 *
 * Runs anywhere. Items are kept as the text in which they came. INVARIANT: a call that was not handed to the page is in none of
 * its lists.
 */
import type { JsonObject } from '../../tool-call.ts';
import { isObject, parseJson, textField } from '../json.ts';
import { elements, locate } from '../json-text.ts';
import type { RequestedCall } from '../model-adapter.ts';
import { readCall, sameArgs } from './call.ts';
import { isCall, textOf } from './item.ts';

interface Shown {
  key: string;
  text: string;
  readonly call: RequestedCall | null;
}

export class PageOutput {
  readonly #shown: Shown[] = [];
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
    this.#shown.push({ key: keyOf(parsed(item)), text: item, call });
    return this.#shown.length - 1;
  }

  /** The item at `place` is now this. */
  set(place: number, item: string): void {
    const shown = this.#shown[place];
    if (shown === undefined) return;
    shown.text = item;
    shown.key = keyOf(parsed(item));
  }

  /** What follows belongs to another answer. */
  next(): void {
    this.#base = this.#shown.length;
  }

  /**
   * Takes the list at the end of the current answer in. `followed`: its order is the page's too, because the page has seen
   * none of it yet; else the page's order stays.
   */
  absorb(response: string, followed: boolean): void {
    const own = this.#shown.splice(this.#base);
    const list: Shown[] = [];
    for (const text of outputOf(response)) {
      const item = parsed(text);
      const key = keyOf(item);
      const known = own.find((shown) => shown.key === key && !list.includes(shown));
      if (known !== undefined) {
        if (known.call === null || sameArgs(readCall(item, 0), known.call)) known.text = text;
        list.push(known);
      } else if (!isCall(item)) list.push({ key, text, call: null });
    }
    const others = (from: readonly Shown[], not: readonly Shown[]) => from.filter((shown) => !not.includes(shown));
    this.#shown.push(...(followed ? [...list, ...others(own, list)] : [...own, ...others(list, own)]));
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

function outputOf(response: string): readonly string[] {
  const span = locate(response, ['output']);
  return span === null ? [] : elements(response, span).map(({ start, end }) => response.slice(start, end));
}

function parsed(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

function keyOf(item: JsonObject): string {
  return `${textField(item, 'type') ?? ''} ${textField(item, 'call_id') || textField(item, 'id') || ''}`;
}
