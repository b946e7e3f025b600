/**
 * The trace that is tried: its text, the step that is looked at, and what is being recorded into it. Runs in the options page, and
 * outlives the view: who goes to mend the machines and comes back finds everything as it was.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { Recorder } from './recorder.ts';

/** A position behind every step: the last one, also when more are added. */
export const END = Number.POSITIVE_INFINITY;

export class Trial {
  readonly #text = signal('');
  readonly #position = signal(0);
  readonly recorder = new Recorder((lines) => this.#append(lines));

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  /** Index of the step that is looked at, from 0. There may be fewer steps. */
  get position(): ReadonlySignal<number> {
    return this.#position;
  }

  /** Changes the text; the step that is looked at stays. */
  write(text: string): void {
    this.#text.value = text;
  }

  /** Puts another trace in place and looks at its beginning. */
  replace(text: string): void {
    this.#text.value = text;
    this.#position.value = 0;
  }

  go(position: number): void {
    this.#position.value = position;
  }

  #append(lines: string): void {
    const before = this.#text.peek();
    this.#text.value = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines}`;
  }
}
