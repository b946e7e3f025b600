/** Whatever happened: the machines that decided it decide the same again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configuration, toolCall } from '../../../test/support/machine-arbitraries.ts';
import { machinesOf, resetNth, THREAD, undoNth } from '../../../test/support/session.ts';
import type { MachineSet } from '../../dsl/machine.ts';
import type { Reset } from '../../guard.ts';
import { createGuard } from '../../session.ts';
import type { ToolCall } from '../../tool-call.ts';
import type { JournalEntry } from '../journal.ts';
import { createMemoryStore } from '../stores/memory.ts';
import { type PolicyFinding, PolicyReplay } from './policy-replay.ts';

const nth = fc.nat({ max: 9 });
const status = fc.constantFrom('success' as const, 'error' as const);
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('gate' as const), call: toolCall }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('settle' as const), nth, status }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('resolve' as const), nth, approve: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('reset' as const, 'undo' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('run' as const, 'step' as const, 'end' as const, 'host' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('minutes' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

async function journalOf(machines: MachineSet, commands: readonly Command[]): Promise<readonly JournalEntry[]> {
  const store = createMemoryStore();
  let now = 0;
  let tickets = 0;
  const guard = createGuard({ machines, store, clock: () => now, ids: () => `k${tickets++}` });
  const calls: ToolCall[] = [];
  const started: Promise<unknown>[] = [];
  const resets: Reset[] = [];
  const idOf = (index: number): string => calls[index % Math.max(1, calls.length)]?.id ?? '';
  for (const c of commands) {
    switch (c.type) {
      case 'gate': {
        const call = { id: `c${calls.length}`, ...c.call } as ToolCall;
        calls.push(call);
        started.push(guard.gate(THREAD, call));
        break;
      }
      case 'settle':
        started.push(guard.settle(THREAD, idOf(c.nth), { status: c.status, content: '' }));
        break;
      case 'resolve': {
        const waiting = await guard.waiting();
        const ticket = waiting[c.nth % Math.max(1, waiting.length)];
        if (ticket) started.push(guard.resolve(ticket.id, { approve: c.approve }));
        break;
      }
      case 'withdraw':
        if (calls.length > 0) started.push(guard.withdraw(THREAD, idOf(c.nth), 'gone'));
        break;
      case 'reset':
        resets.push(await resetNth(guard, THREAD, c.nth));
        break;
      case 'undo':
        await undoNth(guard, THREAD, resets, c.nth);
        break;
      case 'run':
        started.push(guard.startRun(THREAD));
        break;
      case 'step':
        started.push(guard.step(THREAD));
        break;
      case 'end':
        started.push(guard.endRun(THREAD));
        break;
      case 'host':
        started.push(guard.note(THREAD, { kind: 'tried', calls: ['c0'], text: '' }), guard.keep(THREAD, 'a', now));
        break;
      case 'minutes':
        now += c.count * 60_000;
        started.push(guard.sweep());
        break;
    }
    await guard.inspect(THREAD); // Everything handed in so far has had its turn.
  }
  guard.close();
  await Promise.allSettled(started);
  return Array.fromAsync(store.journal());
}

function replayed(journal: readonly JournalEntry[], machines: MachineSet) {
  const run = new PolicyReplay(machines);
  const findings: PolicyFinding[] = journal.flatMap((entry) => run.take(entry));
  const end = run.finish();
  return { findings: [...findings, ...end.findings], summary: end.summary };
}

const plays = (check: (journal: readonly JournalEntry[], machines: MachineSet, others: MachineSet) => void) =>
  fc.assert(
    fc.asyncProperty(
      configuration,
      configuration,
      fc.array(command, { maxLength: 30 }),
      async (config, other, commands) => {
        const machines = machinesOf(JSON.stringify(config));
        check(await journalOf(machines, commands), machines, machinesOf(JSON.stringify(other)));
      },
    ),
    { numRuns: 100 },
  );

test('the machines that wrote a journal decide every call in it the same way again', () =>
  plays((journal, machines) => {
    const { findings, summary } = replayed(journal, machines);
    expect(findings).toEqual([]);
    const decided = journal.filter(({ happening: h }) => h.type === 'gated' || h.type === 'run_ended').length;
    expect(summary).toMatchObject({ decisions: decided, unchanged: decided, changed: 0, undetermined: 0 });
  }));

test('other machines never crash a replay, and every decision is counted once', () =>
  plays((journal, _, others) => {
    const { findings, summary } = replayed(journal, others);
    expect(summary.decisions).toBe(summary.unchanged + summary.changed + summary.undetermined);
    expect(findings.length).toBe(summary.changed + summary.undetermined);
  }));

/** A world in which each call has its result and a person who approves; `turn` comes before the call. */
const scripted = fc.array(
  fc.record({
    call: toolCall,
    status,
    turn: fc.constantFrom('none' as const, 'run' as const, 'step' as const, 'minute' as const),
  }),
  { maxLength: 20 },
);
type Scripted = typeof scripted extends fc.Arbitrary<infer T> ? T : never;

/** What the guard says to each call of that world, one call after the other, and its journal. */
async function livedThrough(machines: MachineSet, script: Scripted) {
  const store = createMemoryStore();
  let now = 0;
  let tickets = 0;
  const guard = createGuard({ machines, store, clock: () => now, ids: () => `k${tickets++}` });
  const verdicts = new Map<string, string>();
  for (const [index, { call, status: outcome, turn }] of script.entries()) {
    if (turn === 'run') await guard.startRun(THREAD);
    if (turn === 'step') await guard.step(THREAD);
    if (turn === 'minute') now += 60_000;
    const id = `c${index}`;
    const gated = await guard.gate(THREAD, { id, ...call } as ToolCall);
    verdicts.set(id, gated.verdict);
    // More may have to be decided once the first question is answered.
    for (let [ticket] = await guard.waiting(); ticket !== undefined; [ticket] = await guard.waiting()) {
      await guard.resolve(ticket.id, { approve: true });
    }
    await guard.settle(THREAD, id, { status: outcome, content: '' });
  }
  return { verdicts, journal: await Array.fromAsync(store.journal()) };
}

test('what a replay says of other machines is what they say when they live through the same', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, configuration, scripted, async (config, other, script) => {
      const others = machinesOf(JSON.stringify(other));
      const then = await livedThrough(machinesOf(JSON.stringify(config)), script);
      const now = await livedThrough(others, script);
      const { findings } = replayed(then.journal, others);
      const first = new Map(
        then.journal.flatMap((e) => (e.happening.type === 'gated' ? [[e.happening.call.id, e.seq]] : [])).reverse() as [
          string,
          number,
        ][],
      );
      for (const [id, verdict] of now.verdicts) {
        const found = findings.find((f) => f.call?.id === id && f.seq === first.get(id));
        const said =
          found === undefined ? [then.verdicts.get(id)] : found.kind === 'changed' ? [found.to] : found.possible;
        expect(said).toContain(verdict);
      }
    }),
    { numRuns: 100 },
  );
});
