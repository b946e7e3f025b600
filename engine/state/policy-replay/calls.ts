/**
 * The calls of one thread that are not over, and the line they stand in: a call that touches an instance of a running one waits for it,
 * as it would have in the session.
 */
import type { Ref } from '../../line.ts';
import type { Action, ToolCall } from '../../tool-call.ts';
import type { JournalEntry, Ticket } from '../journal.ts';
import type { BranchInput } from './branch.ts';
import type { Touched } from './possible-gates.ts';

/** A call on its way. */
export interface ReplayedCall {
  readonly call: ToolCall;
  readonly touched: BranchInput['touched'];
  readonly refs: readonly Touched[];
  /** The entry with the decision that is up, and what was decided then. */
  gated: { readonly entry: JournalEntry; readonly verdict: 'allow' | Action };
  /** `over`: decided here for good, while the record still goes on about it. */
  status: 'in_line' | 'asked' | 'running' | 'over';
  /** While it is asked, and after its approval. */
  ticket: Ticket | null;
  /** What the record says about it while it stands in line: taken up when it gets on. */
  later: JournalEntry[];
}

export class Calls {
  readonly #calls = new Map<string, ReplayedCall>();
  /** In order of arrival. */
  readonly #line = new Set<ReplayedCall>();
  readonly #held = new Map<Ref, ReplayedCall>();

  get(id: string): ReplayedCall | undefined {
    return this.#calls.get(id);
  }

  /** Puts the call at the end of the line. */
  enqueue(call: ReplayedCall): void {
    call.status = 'in_line';
    this.#calls.set(call.call.id, call);
    this.#line.add(call);
  }

  /** Takes the first call out of the line that waits for nobody. */
  dequeue(): ReplayedCall | null {
    const wanted = new Set<Ref>();
    for (const call of this.#line) {
      const free = call.refs.every(({ ref }) => !this.#held.has(ref) && !wanted.has(ref));
      if (free) {
        this.#line.delete(call);
        return call;
      }
      for (const { ref } of call.refs) wanted.add(ref);
    }
    return null;
  }

  run(call: ReplayedCall): void {
    call.status = 'running';
    for (const { ref } of call.refs) this.#held.set(ref, call);
  }

  /** The call is over here. It is remembered until the record is over, too, so that it is not taken for a new one. */
  end(call: ReplayedCall, record: 'over' | 'goes_on'): void {
    call.status = 'over';
    for (const { ref } of call.refs) if (this.#held.get(ref) === call) this.#held.delete(ref);
    if (record === 'over') this.#calls.delete(call.call.id);
  }

  /** The running calls, those included that begin to run in the meantime. */
  *running(): Iterable<ReplayedCall> {
    for (const call of this.#calls.values()) if (call.status === 'running') yield call;
  }
}
