/**
 * A record in the session storage area: it outlives a killed worker, and goes when the browser closes. Runs in the background.
 */
import type { z } from 'zod';
import type { StorageArea } from './settings-store.ts';

export class SessionRecord<T> {
  readonly #area: StorageArea;
  readonly #key: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(area: StorageArea, key: string) {
    this.#area = area;
    this.#key = key;
  }

  /** What is stored, or `fallback` where nothing is, or something of another form (an older version's). Rejects when storage fails. */
  async read(form: z.ZodType<T>, fallback: T): Promise<T> {
    const stored = form.safeParse((await this.#area.get(this.#key))[this.#key]);
    return stored.success ? stored.data : fallback;
  }

  /** Resolves when the value is stored. Writes are made in the order in which they were asked for. */
  write(value: T): Promise<void> {
    const write = (): Promise<void> => this.#area.set({ [this.#key]: value });
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
