/**
 * A warning must be right: what the rules call impossible is looked for in long random runs of random machines.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluateAdvance } from '../../evaluate/advance.ts';
import { evaluateEvent } from '../../evaluate/event.ts';
import { evaluateGate } from '../../evaluate/gate.ts';
import type { StateView } from '../../evaluate/state-view.ts';
import type { Change, Instance } from '../../state/journal.ts';
import type { Json } from '../../tool-call.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { loadMachines } from '../load.ts';
import type { Machine, MachineSet } from '../machine.ts';

const state = fc.constantFrom('a', 'b', 'c', 'd');
const action = fc.oneof(
  fc.constantFrom<Json>(
    { action: 'deny' },
    { action: 'ask' },
    { action: 'warn' },
    { action: 'ask', on_approve: 'stay' },
  ),
  fc.constantFrom<Json>(
    { action: 'deny', escalate: { after: 2, action: 'ask' } },
    { action: 'ask', escalate: { after: 2, action: 'deny' } },
    { action: 'warn', escalate: { after: 1, action: 'ask' } },
  ),
);

/** Counts each firing in a counter of its own, and names itself in its reasons. */
const transition = fc
  .record({
    on: fc.constantFrom<Json>('T', 'U', 'T*', '*', 'T(x = "1")', 'T(x = "1", y = "1")', '/U/', { event: 'e' }),
    from: fc.oneof<fc.Arbitrary<Json>[]>(fc.uniqueArray(state, { maxLength: 3 }), fc.constant('*')),
    to: state,
    when: fc.constantFrom<Json>('any', 'success', 'error', { content: 'x*' }),
    counters: fc.constantFrom<Json>({}, {}, { f0: { lte: 1 } }, { f1: { gte: 1 } }, { f0: { gte: 1, lte: 3 } }),
    action,
  })
  .map((it) => (index: number): Json => {
    const { on, from, to, when, counters } = it;
    const common = { on, from, to, counters, update: { increment: [`f${index}`] } };
    const event = typeof on === 'object';
    return event ? common : { ...common, when, on_violation: { ...(it.action as object), reason: `r${index}` } };
  });

const document = fc
  .record({
    transitions: fc.array(transition, { minLength: 1, maxLength: 4 }),
    on_unmatched: fc.option(state),
    mode: fc.constantFrom('enforce', 'enforce', 'observe'),
    expire: fc.dictionary(state, fc.record({ after: fc.constant({ steps: 1 }), to: state }), { maxKeys: 2 }),
  })
  .map(({ transitions, ...rest }) => ({
    name: 'm',
    initial: 'a',
    ...rest,
    transitions: transitions.map((make, i) => make(i)),
  }));

const move = fc.record({
  tool: fc.constantFrom('T', 'U', 'TT', 'event', 'step'),
  args: fc.constantFrom<Json>({}, { x: '1' }, { x: '1', y: '1' }),
  approve: fc.boolean(),
  status: fc.constantFrom<'success' | 'error'>('success', 'error'),
  content: fc.constantFrom('', 'x1'),
});

/** What was seen to happen. */
interface Seen {
  readonly states: Set<string>;
  readonly fired: Set<number>;
  readonly asked: Set<number>;
}

function run(machines: MachineSet, moves: readonly (typeof move extends fc.Arbitrary<infer M> ? M : never)[]): Seen {
  const seen: Seen = { states: new Set(), fired: new Set(), asked: new Set() };
  let instance: Instance | undefined;
  let step = 0;
  const write = (changes: readonly Change[]): void => {
    for (const change of changes) {
      if (change.type !== 'instance') continue;
      instance = change.instance;
      seen.states.add(instance.state);
      for (const counter of Object.keys(instance.counters)) seen.fired.add(Number(counter.slice(1)));
    }
  };
  for (const { tool, args, approve, status, content } of moves) {
    const stored = instance;
    const view: StateView = { instance: () => stored, run: 0, step, tick: step };
    if (tool === 'step') {
      step++;
    } else if (tool === 'event') {
      write(evaluateEvent({ machines, name: 'e', data: {}, state: view, keysOf: () => [''], now: 0 }).changes);
    } else {
      const call = { id: 'c', tool, args };
      const { verdict, admissions, changes } = evaluateGate({ machines, call, state: view, now: 0 });
      write(changes);
      for (const { reason } of verdict.violations)
        if (verdict.verdict === 'ask') seen.asked.add(Number(reason.slice(1)));
      if (verdict.verdict === 'deny' || (verdict.verdict === 'ask' && !approve)) continue;
      const after = instance ?? stored;
      const later: StateView = { ...view, instance: () => after };
      write(evaluateAdvance({ machines, call, result: { status, content }, admissions, state: later, now: 0 }).changes);
    }
  }
  return seen;
}

/** What is warned of although it was seen. */
function wrong(diagnostics: readonly Diagnostic[], machine: Machine, seen: Seen): readonly string[] {
  return diagnostics.flatMap(({ code, path, message }) => {
    const index = path[2] === 'transitions' ? Number(path[3]) : -1;
    const [, named = ''] = /state "([^"]*)"(?:\.|, but)/i.exec(message) ?? [];
    const seenAnyway =
      ((code === 'never_fires' || code === 'shadowed_transition') && seen.fired.has(index)) ||
      (code === 'ask_unreachable' && seen.asked.has(index)) ||
      (code === 'unproduced_from_state' && seen.states.has(named)) ||
      (code === 'unreachable_state' && [...seen.states].some((state) => message.startsWith(`State "${state}"`)));
    return seenAnyway ? [`${code}: ${message} ${machine.name}`] : [];
  });
}

test('nothing that is warned of as impossible ever happens', () => {
  fc.assert(
    fc.property(document, fc.array(move, { minLength: 20, maxLength: 60 }), (machine, moves) => {
      const { machines, diagnostics } = loadMachines(JSON.stringify({ machines: [machine] }), { format: 'json' });
      const [compiled] = machines?.machines ?? [];
      if (machines === null || compiled === undefined) throw new Error(JSON.stringify(diagnostics));
      expect(wrong(diagnostics, compiled, run(machines, moves))).toEqual([]);
    }),
    { numRuns: 700 },
  );
});
