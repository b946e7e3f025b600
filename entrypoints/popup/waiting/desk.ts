/**
 * How the list of waiting calls looks to the person at it: which cards stand open, which form is open, how many calls of a run are
 * listed, where the focus was. Runs in popup and side panel; decides nothing.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

/** What is open on a card besides its own buttons. One at a time, in all cards. */
export type Form = 'note' | 'ways' | 'edit';

/** So few cards all stand open by themselves; of more, the oldest does. */
const ALL_OPEN = 3;
/** Calls of one run that are listed at a time. */
export const PAGE = 25;

export class Desk {
  readonly #opened = signal<ReadonlyMap<string, boolean>>(new Map());
  readonly #form = signal<{ readonly ticket: string; readonly form: Form } | null>(null);
  readonly #listed = signal<ReadonlyMap<string, number>>(new Map());
  readonly #help = signal(false);
  /** The card that had the focus last, and its place in the list. */
  focused: { readonly ticket: string; readonly place: number } | null = null;

  /** Whether the keys are explained. */
  get help(): ReadonlySignal<boolean> {
    return this.#help;
  }

  toggleHelp(): void {
    this.#help.value = !this.#help.value;
  }

  /** `place` counts the calls that wait, from 0; `count` is how many there are. */
  isOpen(ticket: string, place: number, count: number): boolean {
    return this.#opened.value.get(ticket) ?? (place === 0 || count <= ALL_OPEN);
  }

  open(ticket: string, open: boolean): void {
    this.#opened.value = new Map(this.#opened.value).set(ticket, open);
    if (!open && this.formOf(ticket) !== null) this.close();
  }

  formOf(ticket: string): Form | null {
    const form = this.#form.value;
    return form?.ticket === ticket ? form.form : null;
  }

  show(ticket: string, form: Form): void {
    this.#opened.value = new Map(this.#opened.value).set(ticket, true);
    this.#form.value = { ticket, form };
  }

  /** Closes the open form; false when there was none. */
  close(): boolean {
    const was = this.#form.value !== null;
    this.#form.value = null;
    return was;
  }

  /** How many calls of a run are listed. */
  listed(run: string): number {
    return this.#listed.value.get(run) ?? PAGE;
  }

  listMore(run: string): void {
    this.#listed.value = new Map(this.#listed.value).set(run, this.listed(run) + PAGE * 2);
  }
}
