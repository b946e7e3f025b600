/**
 * What the popup knows of instances: the stretch of the list that is looked at, the history of one, and what resets and new runs led
 * to. Runs in popup and side panel. It shows what the background says, and keeps nothing of its own.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { InstanceName, InstancePage, InstanceRow } from '../../background/instance-messages.ts';
import type { UiReply } from '../../background/ui-messages.ts';
import { History } from './history.ts';
import { Replies, type Send } from './replies.ts';

/** What became of something a person did here. */
export type Notice =
  | { readonly kind: 'reset'; readonly of: ResetOf; readonly count: number; readonly undo: Undo }
  | { readonly kind: 'undone'; readonly of: ResetOf; readonly count: number }
  | { readonly kind: 'reset_refused'; readonly cause: Extract<UiReply, { type: 'reset_refused' }>['cause'] }
  | { readonly kind: 'run_started' }
  | { readonly kind: 'failed'; readonly reason: string };

/** One instance, or all of a thread (`null`). */
export type ResetOf = InstanceName | null;

export interface Undo {
  readonly thread: string;
  readonly seq: number;
}

/** Rows around those in sight that are there before they are scrolled to, and how near to their end more are asked for. */
const MARGIN = 80;
const NEAR = 30;

export interface InstancesOptions extends Send {
  readonly tab: () => number | null;
}

export class Instances {
  readonly history: History;
  readonly #options: InstancesOptions;
  readonly #replies: Replies;
  readonly #page = signal<InstancePage | null>(null);
  readonly #filter = signal('');
  readonly #notice = signal<Notice | null>(null);
  #window = { from: 0, count: MARGIN };
  #lost = false;

  constructor(options: InstancesOptions) {
    this.#options = options;
    this.#replies = new Replies(options);
    this.history = new History(this.#replies);
  }

  /** The rows that were asked for last; `null` until the background has spoken. */
  get page(): ReadonlySignal<InstancePage | null> {
    return this.#page;
  }

  get filter(): ReadonlySignal<string> {
    return this.#filter;
  }

  get notice(): ReadonlySignal<Notice | null> {
    return this.#notice;
  }

  /** Asks to be told; to be called when there is a connection, and when another tab is looked at. */
  watch(): void {
    const { from, count } = this.#window;
    this.#options.send({ type: 'watch_instances', tab: this.#options.tab(), filter: this.#filter.value, from, count });
  }

  lost(): void {
    this.#lost = true;
    this.#replies.lost();
  }

  receive(reply: UiReply): void {
    switch (reply.type) {
      case 'overview':
        if (this.#lost) this.watch();
        this.#lost = false;
        break;
      case 'instances':
        // An answer to what was typed before is of no use.
        if (reply.page.filter === this.#filter.value) this.#page.value = reply.page;
        this.history.follow(reply.page.rows);
        break;
      default:
        this.#replies.receive(reply);
    }
  }

  search(text: string): void {
    if (text === this.#filter.value) return;
    this.#filter.value = text;
    this.#window = { from: 0, count: MARGIN };
    this.watch();
  }

  /** Rows `first` to `last` are in sight: asks for those around them when they run out. */
  look(first: number, last: number): void {
    const { from, count } = this.#window;
    const length = this.#page.value?.length ?? 0;
    const above = from === 0 || first >= from + NEAR;
    const below = from + count >= length || last < from + count - NEAR;
    if (above && below) return;
    this.#window = { from: Math.max(0, first - MARGIN), count: last - first + 1 + 2 * MARGIN };
    this.watch();
  }

  /** The row at a place of the list, if it is here. */
  row(index: number): InstanceRow | undefined {
    const page = this.#page.value;
    return page?.rows[index - page.from];
  }

  reset(thread: string, of: ResetOf): void {
    const which = of === null ? 'all' : { machine: of.machine, key: of.key };
    this.#ask({ type: 'reset', thread, which }, (reply) => {
      if (reply.type !== 'reset_done') return null;
      return { kind: 'reset', of, count: reply.count, undo: { thread, seq: reply.seq } };
    });
  }

  undo({ thread, seq }: Undo, of: ResetOf): void {
    this.#ask({ type: 'undo_reset', thread, seq }, (reply) =>
      reply.type === 'reset_done' ? { kind: 'undone', of, count: reply.count } : null,
    );
  }

  startRuns(threads: readonly string[]): void {
    this.#ask({ type: 'start_runs', threads }, (reply) => (reply.type === 'done' ? { kind: 'run_started' } : null));
  }

  dismiss(): void {
    this.#notice.value = null;
  }

  #ask(request: Parameters<Replies['ask']>[0], noticeOf: (reply: UiReply) => Notice | null): void {
    this.#notice.value = null;
    this.#replies.ask(request, (reply) => {
      if (reply.type === 'refused') this.#notice.value = { kind: 'failed', reason: reply.reason };
      else if (reply.type === 'reset_refused') this.#notice.value = { kind: 'reset_refused', cause: reply.cause };
      else this.#notice.value = noticeOf(reply);
    });
  }
}
