/**
 * What the loader says of a document, short enough to stand in an assertion.
 */
import type { Diagnostic } from '../../engine/dsl/diagnostic.ts';
import { type LoadOptions, loadMachines } from '../../engine/dsl/load.ts';
import type { Machine } from '../../engine/dsl/machine.ts';

/** `CODE line:column` of everything that is reported. */
export function said(text: string, options?: LoadOptions): readonly string[] {
  return loadMachines(text, options).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

/** The codes of everything that is reported. */
export function codes(text: string, options?: LoadOptions): readonly string[] {
  return loadMachines(text, options).diagnostics.map(({ code }) => code);
}

/** The only thing that is reported. */
export function only(text: string, options?: LoadOptions): Diagnostic {
  const { diagnostics } = loadMachines(text, options);
  const [first] = diagnostics;
  if (first === undefined || diagnostics.length > 1)
    throw new Error(`Expected one diagnostic: ${JSON.stringify(diagnostics)}`);
  return first;
}

/** The only machine of a document without errors. */
export function machineOf(text: string): Machine {
  const { machines, diagnostics } = loadMachines(text);
  const machine = machines?.machines[0];
  if (machine === undefined) throw new Error(`Expected a machine: ${JSON.stringify(diagnostics)}`);
  return machine;
}

/** A document with one machine, from state `a` to state `b`; `fields` and `transition` are further lines for each of the two. */
export function doc(transition = '', fields = '', on = 'on: T'): string {
  return `machines:
  - name: m
    initial: a${indented(fields, 4)}
    transitions:
      - ${on}
        from: a
        to: b${indented(transition, 8)}
`;
}

function indented(lines: string, by: number): string {
  return lines === ''
    ? ''
    : lines
        .split('\n')
        .map((line) => `\n${' '.repeat(by)}${line}`)
        .join('');
}
