/**
 * The trace that is tried: its text, the step that is looked at, and what is being recorded into it. Runs in the options page, and
 * outlives the view: who goes to mend the machines and comes back finds everything as it was.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Phrase } from '../../ui/i18n/i18n.ts';
import { Recorder } from './recorder.ts';

/** A position behind every step: the last one, also when more are added. */
export const END = Number.POSITIVE_INFINITY;

/** A text that a person wrote and that another one took the place of. */
export interface Replaced {
  readonly text: string;
  readonly position: number;
  /** What happened, for the person who may want it back. */
  readonly news: Phrase;
}

export class Trial {
  readonly #text = signal('');
  readonly #position = signal(0);
  readonly #replaced = signal<Replaced | null>(null);
  /** Whether a person had a hand in the text, so that it is nowhere else. */
  #written = false;
  readonly recorder = new Recorder((lines) => this.#append(lines));

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Index of the step that is looked at, from 0. There may be fewer steps. */
  get position(): ReadonlySignal<number> {
    return this.#position;
  }

  /** What can be brought back; `null` when nothing that was written is lost. */
  get replaced(): ReadonlySignal<Replaced | null> {
    return this.#replaced;
  }

  /** Changes the text; the step that is looked at stays. */
  write(text: string): void {
    this.#text.value = text;
    this.#written = text.trim() !== '';
  }

  /** Puts another trace in place and looks at its beginning; `news` says so where it took the place of what a person wrote. */
  replace(text: string, news: Phrase): void {
    this.#put({ text, position: 0 }, news);
    this.#written = false;
  }

  /** Brings back what was replaced. What was written since can be brought back in turn; `news` says so. */
  restore(news: Phrase): void {
    const back = this.#replaced.peek();
    if (back === null) return;
    this.#replaced.value = null;
    this.#put(back, news);
    this.#written = true;
  }

  /** Does without what was replaced. */
  forgetReplaced(): void {
    this.#replaced.value = null;
  }

  go(position: number): void {
    this.#position.value = position;
  }

  /** Of two texts one after the other, the one that a person wrote is kept. */
  #put({ text, position }: Pick<Replaced, 'text' | 'position'>, news: Phrase): void {
    const before = this.#replaced.peek();
    if (this.#written) this.#replaced.value = { text: this.#text.peek(), position: this.#position.peek(), news };
    else if (before !== null) this.#replaced.value = { ...before, news };
    this.#text.value = text;
    this.#position.value = position;
  }

  #append(lines: string): void {
    const before = this.#text.peek();
    this.#text.value = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`;
  }
}
