/** Types and lint, each to its end, so that one look shows all there is to mend. */
import { type Outcome, step } from './report.ts';
import { runTool } from './tools.ts';

export async function runChecks(): Promise<readonly Outcome[]> {
  return [
    await step('Types', () => runTool('tsc', '-p', '.', '--noEmit')),
    await step('Types of the engine without DOM and Node', () =>
      runTool('tsc', '-p', 'engine/tsconfig.json', '--noEmit'),
    ),
    await step('Lint and format', () => runTool('biome', 'check', '--diagnostic-level=warn')),
  ];
}
