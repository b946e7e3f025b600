/**
 * A call at the gate in every world that is possible, and the worlds that come of it.
 */
import { type Ref, refOf } from '../../line.ts';
import type { Action } from '../../tool-call.ts';
import type { Instance, Ticket } from '../journal.ts';
import { approvedBranch, type Branch, type BranchInput, gateBranch } from './branch.ts';
import type { World, Worlds } from './worlds.ts';

/** Combinations of worlds that are followed for one call. */
const MOST_BRANCHES = 64;

/** An instance that a call touches. */
export interface Touched {
  readonly ref: Ref;
  readonly machine: string;
  readonly key: string;
}

export function touchedBy(input: Pick<BranchInput, 'touched'>): readonly Touched[] {
  return input.touched.flatMap(({ machine, keys }) =>
    (keys ?? []).map((key) => ({ ref: refOf(machine.name, key), machine: machine.name, key })),
  );
}

/** One branch for each combination of worlds; null when nothing is known of an instance, or too much is possible. */
export function branches(
  input: BranchInput,
  refs: readonly Touched[],
  worlds: Worlds,
  approved: Ticket | null,
): readonly Branch[] | null {
  let combinations: readonly ReadonlyMap<Ref, Instance | undefined>[] = [new Map()];
  for (const { ref, machine, key } of refs) {
    const possible = worlds.of(machine, key);
    if (possible === null || combinations.length * possible.length > MOST_BRANCHES) return null;
    combinations = combinations.flatMap((one) => possible.map(({ instance }) => new Map([...one, [ref, instance]])));
  }
  return combinations.map((instances) => gateBranch(input, instances, approved));
}

/**
 * How a branch may go on. `recorded` is what was decided then: a call that ran then is taken as approved where it is asked about now;
 * one that did not may have been approved or not.
 */
export function continuations(input: BranchInput, branch: Branch, recorded: 'allow' | Action): readonly Branch[] {
  if (branch.verdict !== 'ask') return [branch];
  const approved = approvedBranch(input, branch);
  return recorded === 'allow' || recorded === 'warn' ? [approved] : [branch, approved];
}

/** What each branch leaves of one instance. */
export function worldsAfter(found: readonly Branch[], { ref }: Touched): readonly World[] {
  return found.map(({ instances, admissions }) => ({
    instance: instances.get(ref),
    admission: admissions.get(ref) ?? null,
  }));
}
