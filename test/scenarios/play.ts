/**
 * Plays a trace against a machine document and gives the lines that `interlock simulate --json` prints for it. In this process, so that
 * a test can play it many times. For tests; never for guarding.
 */
import { setImmediate } from 'node:timers/promises';
import { loadMachines } from '../../engine/dsl/load.ts';
import { Simulation } from '../../engine/simulate/simulation.ts';
import { parseTraceLine } from '../../engine/trace/line.ts';

/** The lines as they come. @throws Error when the document has an error or a line of the trace cannot be read */
export async function* play(document: string, trace: string): AsyncGenerator<string, void, undefined> {
  const { machines, diagnostics } = loadMachines(document);
  if (machines === null) throw new Error(`The document does not load: ${JSON.stringify(diagnostics)}`);
  const simulation = new Simulation({ machines, turn: () => setImmediate() });
  for (const [at, text] of trace.trimEnd().split('\n').entries()) {
    const line = parseTraceLine(text);
    if ('error' in line) throw new Error(`Line ${at + 1} cannot be read: ${line.error}`);
    for (const { output } of await simulation.feed(line, at + 1)) {
      if (output.type !== 'note') yield JSON.stringify(output);
    }
  }
  for (const { output } of await simulation.finish()) yield JSON.stringify(output);
}
