/**
 * What has passed of an answer and was not read, since nobody wanted to know yet: most answers hold no call, and nothing of them is
 * ever asked for.
 *
 * Runs anywhere.
 */
import { createParser } from 'eventsource-parser';
import type { Json } from '../../tool-call.ts';
import { parseJson } from '../json.ts';

/** Characters that are kept at most; then they are read after all, and what they say takes less. */
const KEPT = 16 * 1024 * 1024;

export class Unread {
  readonly #take: (data: Json) => void;
  /** Whole events as text, or the data of one. */
  #passed: (string | { readonly data: Json })[] = [];
  #length = 0;

  /** `take` is told the JSON data of each event, in the order in which they came. */
  constructor(take: (data: Json) => void) {
    this.#take = take;
  }

  /** Takes whole events. */
  events(text: string): void {
    this.#passed.push(text);
    this.#grow(text.length);
  }

  /** Takes the data of one event, which was `length` characters long. */
  data(data: Json, length: number): void {
    this.#passed.push({ data });
    this.#grow(length);
  }

  read(): void {
    const passed = this.#passed;
    this.#passed = [];
    this.#length = 0;
    for (const one of passed) {
      if (typeof one === 'string') this.#parse(one);
      else this.#take(one.data);
    }
  }

  #grow(length: number): void {
    this.#length += length;
    if (this.#length > KEPT) this.read();
  }

  #parse(text: string): void {
    const parser = createParser({
      onEvent: ({ data }) => {
        const json = parseJson(data);
        if (json !== undefined) this.#take(json);
      },
    });
    parser.feed(text);
  }
}
