/** Whatever the trace: every call is answered once, and the same trace gives the same lines. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configuration, toolCall } from '../../test/support/machine-arbitraries.ts';
import { machinesOf } from '../../test/support/session.ts';
import type { MachineSet } from '../dsl/machine.ts';
import type { TraceLine, TraceStep } from '../trace/line.ts';
import type { Said } from './open-lines.ts';
import { Simulation } from './simulation.ts';

const id = fc.nat({ max: 9 }).map((n) => `c${n}`);
const note = fc.constantFrom(null, 'note');
const status = fc.constantFrom('success' as const, 'error' as const);
const step: fc.Arbitrary<TraceStep> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(id, toolCall).map(([i, call]) => ({ type: 'call' as const, id: i, ...call })) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('result' as const),
      id,
      result: fc.record({ status, content: fc.constant('') }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('approve' as const, 'reject' as const), id, note }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('run_start' as const, 'step' as const, 'run_end' as const) }),
  },
);
const line: fc.Arbitrary<TraceLine> = fc.record({
  at: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat({ max: 90 }).map((m) => m * 60_000) },
  ),
  thread: fc.constantFrom(null, null, 't'),
  step,
});

async function simulated(machines: MachineSet, lines: readonly TraceLine[]): Promise<readonly Said[]> {
  const simulation = new Simulation({ machines, turn: () => setImmediate() });
  const said: Said[] = [];
  for (const [index, each] of lines.entries()) said.push(...(await simulation.feed(each, index + 1)));
  return [...said, ...(await simulation.finish())];
}

test('every call gets one verdict or an error, every decision one outcome, and the same trace the same lines', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, fc.array(line, { maxLength: 40 }), async (config, lines) => {
      const machines = machinesOf(JSON.stringify(config));
      const said = await simulated(machines, lines);
      for (const [index, { step: each }] of lines.entries()) {
        const answers = said.filter((s) => s.line === index + 1 && s.output.type !== 'note').map((s) => s.output.type);
        if (each.type === 'call')
          expect(answers.filter((type) => type === 'verdict' || type === 'error')).toHaveLength(1);
        if (each.type === 'approve' || each.type === 'reject') {
          expect(answers.filter((type) => type === 'resolved' || type === 'error')).toHaveLength(1);
        }
      }
      expect(JSON.stringify(await simulated(machines, lines))).toBe(JSON.stringify(said));
    }),
    { numRuns: 150 },
  );
});

test('nothing that was not let through is said to move', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, fc.array(line, { maxLength: 40 }), async (config, lines) => {
      const may = new Set<string>();
      for (const { output } of await simulated(machinesOf(JSON.stringify(config)), lines)) {
        const of = 'id' in output ? `${output.thread ?? ''} ${output.id}` : '';
        if (output.type === 'verdict' && (output.verdict === 'allow' || output.verdict === 'warn')) may.add(of);
        if (output.type === 'resolved' && output.outcome === 'approved') may.add(of);
        if (output.type === 'advance' && output.transitions.length > 0) expect(may).toContain(of);
      }
    }),
    { numRuns: 150 },
  );
});
