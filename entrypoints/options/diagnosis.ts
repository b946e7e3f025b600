/**
 * What the engine's own loader says about a text, a moment after the last key.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Diagnostic } from '../../engine/dsl/diagnostic.ts';
import { loadMachines } from '../../engine/dsl/load.ts';

export interface Diagnosis {
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the machines; empty when the text does not compile. */
  readonly machines: readonly string[];
  /** True while the text has changed and has not been looked at again. */
  readonly stale: boolean;
}

const QUIET_MS = 150;

export function useDiagnosis(text: string): Diagnosis {
  const [known, setKnown] = useState(() => ({ text, ...diagnose(text) }));
  useEffect(() => {
    if (known.text === text) return;
    const timer = setTimeout(() => setKnown({ text, ...diagnose(text) }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, known]);
  return { diagnostics: known.diagnostics, machines: known.machines, stale: known.text !== text };
}

function diagnose(text: string): Omit<Diagnosis, 'stale'> {
  if (text.trim() === '') return { diagnostics: [], machines: [] };
  const { machines, diagnostics } = loadMachines(text);
  return { diagnostics, machines: machines?.machines.map((m) => m.name) ?? [] };
}
