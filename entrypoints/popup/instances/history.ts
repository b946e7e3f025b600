/**
 * The history of the instance whose details are open: fetched a page at a time, newest first. Runs in popup and side panel.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { HistoryLine, InstanceName, InstanceRow, InstanceState } from '../../background/instance-messages.ts';
import type { Replies } from './replies.ts';

export interface HistoryView {
  readonly of: InstanceName;
  /** As it stood in the list last. */
  readonly state: InstanceState;
  readonly lines: readonly HistoryLine[];
  /** Where to go on; null = everything is here. */
  readonly older: number | null;
  readonly loading: boolean;
  /** Why it could not be read. */
  readonly fault: string | null;
}

export class History {
  readonly #replies: Replies;
  readonly #view = signal<HistoryView | null>(null);

  constructor(replies: Replies) {
    this.#replies = replies;
  }

  /** What is open; `null` = nothing. */
  get view(): ReadonlySignal<HistoryView | null> {
    return this.#view;
  }

  open({ thread, machine, key }: InstanceName, { state: name, stage, since }: InstanceState): void {
    const of = { thread, machine, key };
    const state = { state: name, stage, since };
    this.#view.value = { of, state, lines: [], older: null, loading: true, fault: null };
    this.#fetch(of, null, []);
  }

  close(): void {
    this.#view.value = null;
  }

  more(): void {
    const view = this.#view.value;
    if (view === null || view.loading || view.older === null) return;
    this.#view.value = { ...view, loading: true };
    this.#fetch(view.of, view.older, view.lines);
  }

  /** Something may have happened: takes the state from the list, reads the newest page again, and keeps what is older. */
  follow(rows: readonly InstanceRow[]): void {
    const view = this.#view.value;
    if (view === null || view.loading) return;
    const row = rows.find((one) => one.kind === 'instance' && isSame(one, view.of));
    if (row?.kind === 'instance') this.#view.value = { ...view, state: row };
    this.#replies.ask({ type: 'history', ...view.of, before: null }, (reply) => {
      const now = this.#view.value;
      if (reply.type !== 'history' || now === null || now.loading || now.of !== view.of) return;
      const oldest = reply.lines.at(-1)?.seq ?? 0;
      const kept = now.lines.filter((line) => line.seq < oldest);
      this.#view.value = {
        ...now,
        lines: withTools([...reply.lines, ...kept]),
        older: kept.length > 0 ? now.older : reply.older,
        fault: null,
      };
    });
  }

  #fetch(of: InstanceName, before: number | null, known: readonly HistoryLine[]): void {
    this.#replies.ask({ type: 'history', ...of, before }, (reply) => {
      const view = this.#view.value;
      if (view === null || view.of !== of) return;
      if (reply.type === 'history') {
        const lines = withTools([...known, ...reply.lines]);
        this.#view.value = { ...view, lines, older: reply.older, loading: false, fault: null };
      } else if (reply.type === 'refused') {
        this.#view.value = { ...view, loading: false, fault: reply.reason };
      }
    });
  }
}

const isSame = (a: InstanceName, b: InstanceName): boolean =>
  a.thread === b.thread && a.machine === b.machine && a.key === b.key;

/** A result whose call stands on an older page gets the name of its tool when that is here. */
function withTools(lines: readonly HistoryLine[]): readonly HistoryLine[] {
  const tools = new Map(lines.flatMap(({ call }) => (call?.tool == null ? [] : [[call.id, call.tool] as const])));
  return lines.map((line) =>
    line.call === null || line.call.tool !== null
      ? line
      : { ...line, call: { ...line.call, tool: tools.get(line.call.id) ?? null } },
  );
}
