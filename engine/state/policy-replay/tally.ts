/**
 * Counts decisions and keeps what was found until it is fetched.
 */
import type { Violation } from '../../tool-call.ts';
import type { JournalEntry } from '../journal.ts';
import type { Cause, ChangedDecision, DecisionWord, PolicyFinding, PolicySummary } from './finding.ts';

/** The recorded decision that is compared. */
export interface Recorded {
  readonly entry: JournalEntry;
  /** Null for the end of a run. */
  readonly call: { readonly id: string; readonly tool: string } | null;
  readonly from: DecisionWord;
}

export class Tally {
  #unchanged = 0;
  #changed = 0;
  #undetermined = 0;
  readonly #changes = new Map<string, { readonly from: DecisionWord; readonly to: DecisionWord; count: number }>();
  #findings: PolicyFinding[] = [];

  /** Compares what was decided with what would be: one word, or several that are all possible. */
  compare(recorded: Recorded, now: readonly DecisionWord[], cause: Cause, why: Partial<Why> = {}): void {
    const [to] = now;
    if (now.length !== 1 || to === undefined) {
      this.#undetermined++;
      this.#findings.push({ kind: 'undetermined', ...aboutOf(recorded), possible: now, cause });
    } else if (to === recorded.from) {
      this.#unchanged++;
    } else {
      this.#changed++;
      const kind = `${recorded.from} ${to}`;
      const change = this.#changes.get(kind) ?? { from: recorded.from, to, count: 0 };
      change.count++;
      this.#changes.set(kind, change);
      this.#findings.push({ kind: 'changed', ...aboutOf(recorded), to, ...why });
    }
  }

  /** What was found since the last time. */
  fetch(): readonly PolicyFinding[] {
    const found = this.#findings;
    this.#findings = [];
    return found;
  }

  summary(eventMachines: readonly string[]): PolicySummary {
    const [unchanged, changed, undetermined] = [this.#unchanged, this.#changed, this.#undetermined];
    return {
      decisions: unchanged + changed + undetermined,
      unchanged,
      changed,
      undetermined,
      changes: [...this.#changes.values()].map((change) => ({ ...change })).sort((a, b) => b.count - a.count),
      eventMachines,
    };
  }
}

type Why = Pick<ChangedDecision, 'machine' | 'key' | 'reason'>;

/** The strongest violation, as the reason for a change. */
export function whyOf(strongest: Violation | null): Partial<Why> {
  return strongest === null ? {} : { machine: strongest.machine, key: strongest.key, reason: strongest.reason };
}

function aboutOf({ entry, call, from }: Recorded) {
  return { seq: entry.seq, at: entry.at, thread: entry.thread, call, from };
}
