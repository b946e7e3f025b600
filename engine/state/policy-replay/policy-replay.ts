/**
 * A journal decided again by other machines: which decisions would change, and which cannot be told. Pure and streaming: what is
 * kept is the state of each thread, not the journal. Runs anywhere.
 */
import type { MachineSet } from '../../dsl/machine.ts';
import type { JournalEntry } from '../journal.ts';
import type { PolicyFinding, PolicySummary } from './finding.ts';
import { Tally } from './tally.ts';
import { ThreadReplay } from './thread-replay.ts';

export type {
  Cause,
  ChangedDecision,
  DecisionWord,
  PolicyFinding,
  PolicySummary,
  UndeterminedDecision,
} from './finding.ts';

/**
 * Feeds entries one by one, in their order, from the first one of the journal.
 *
 * @example
 * const replay = new PolicyReplay(machines);
 * for await (const entry of store.journal()) show(replay.take(entry));
 * show(replay.finish().findings);
 */
export class PolicyReplay {
  readonly #machines: MachineSet;
  readonly #tally = new Tally();
  readonly #threads = new Map<string, ThreadReplay>();

  constructor(machines: MachineSet) {
    this.#machines = machines;
  }

  /** Takes the next entry. Returns what it has brought to light, about this entry or earlier ones. */
  take(entry: JournalEntry): readonly PolicyFinding[] {
    const thread = this.#threads.get(entry.thread) ?? new ThreadReplay(this.#machines, this.#tally);
    this.#threads.set(entry.thread, thread);
    thread.take(entry);
    return this.#tally.fetch();
  }

  /** The journal is over. */
  finish(): { readonly findings: readonly PolicyFinding[]; readonly summary: PolicySummary } {
    for (const thread of this.#threads.values()) thread.finish();
    const listening = this.#machines.machines.filter((m) => m.transitions.some((t) => t.on.kind === 'event'));
    return { findings: this.#tally.fetch(), summary: this.#tally.summary(listening.map((m) => m.name)) };
  }
}
