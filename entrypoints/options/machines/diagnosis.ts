/**
 * What the engine's own loader says about a text, a moment after the last key.
 */
import { useEffect, useState } from 'preact/hooks';
import type { Diagnostic } from '../../../engine/dsl/diagnostic.ts';
import { loadMachines } from '../../../engine/dsl/load.ts';
import type { Machine, MachineSet } from '../../../engine/dsl/machine.ts';

export interface Diagnosis {
  readonly diagnostics: readonly Diagnostic[];
  /** `null` when the text does not compile. */
  readonly set: MachineSet | null;
  /** Those of the last text that did compile. */
  readonly machines: readonly Machine[];
}

const QUIET_MS = 150;

export function useDiagnosis(text: string): Diagnosis {
  const [known, setKnown] = useState(() => ({ text, ...diagnose(text, []) }));
  useEffect(() => {
    if (known.text === text) return;
    const timer = setTimeout(() => setKnown({ text, ...diagnose(text, known.machines) }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, known]);
  return known;
}

/** `last`: what to show while the text does not compile. */
export function diagnose(text: string, last: readonly Machine[]): Diagnosis {
  if (text.trim() === '') return { diagnostics: [], set: null, machines: [] };
  const { machines: set, diagnostics } = loadMachines(text);
  return { diagnostics, set, machines: set?.machines ?? last };
}
