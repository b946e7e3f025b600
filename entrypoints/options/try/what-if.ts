/**
 * The recorded journal decided again by other machines, a little at a time.
 */
import type { MachineSet } from '../../../engine/dsl/machine.ts';
import {
  type PolicyFinding,
  PolicyReplay,
  type PolicySummary,
} from '../../../engine/state/policy-replay/policy-replay.ts';
import type { Store } from '../../../engine/state/store.ts';
import { turn } from './play.ts';

export interface WhatIf {
  /** At most `MOST_FINDINGS`, in the order of the journal. */
  readonly findings: readonly PolicyFinding[];
  /** How many findings were left out. */
  readonly left: number;
  readonly summary: PolicySummary;
}

export interface WhatIfOptions {
  readonly signal: AbortSignal;
  /** How many entries have been read. */
  readonly progress: (entries: number) => void;
}

const MOST_FINDINGS = 5_000;
const STRETCH = 10;

/** `null` when it was called off. Rejects when the journal cannot be read. */
export async function whatIf(
  store: Pick<Store, 'journal'>,
  machines: MachineSet,
  { signal, progress }: WhatIfOptions,
): Promise<WhatIf | null> {
  const replay = new PolicyReplay(machines);
  const findings: PolicyFinding[] = [];
  let left = 0;
  const take = (found: readonly PolicyFinding[]): void => {
    const room = MOST_FINDINGS - findings.length;
    findings.push(...found.slice(0, room));
    left += Math.max(0, found.length - room);
  };
  let read = 0;
  let worked = performance.now();
  for await (const entry of store.journal()) {
    take(replay.take(entry));
    read++;
    if (performance.now() - worked < STRETCH) continue;
    progress(read);
    await turn();
    if (signal.aborted) return null;
    worked = performance.now();
  }
  const end = replay.finish();
  take(end.findings);
  return { findings, left, summary: end.summary };
}
