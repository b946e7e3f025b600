import fc from 'fast-check';
import { expect, test } from 'vitest';
import { configuration, toolCall } from '../test/support/machine-arbitraries.ts';
import { machinesOf, resetNth, THREAD, undoNth } from '../test/support/session.ts';
import type { MachineSet } from './dsl/machine.ts';
import type { Gated, Reset } from './guard.ts';
import { createGuard } from './session.ts';
import { replay } from './state/fold.ts';
import type { JournalEntry } from './state/journal.ts';
import type { Store } from './state/store.ts';
import { createMemoryStore } from './state/stores/memory.ts';
import type { Json, ToolCall } from './tool-call.ts';

type Command =
  | { readonly type: 'gate'; readonly call: Omit<ToolCall, 'id'> }
  | { readonly type: 'again'; readonly nth: number }
  | { readonly type: 'settle'; readonly nth: number; readonly status: 'success' | 'error' }
  | { readonly type: 'resolve'; readonly nth: number; readonly approve: boolean }
  | { readonly type: 'withdraw' | 'reset' | 'undo'; readonly nth: number }
  | { readonly type: 'run' | 'step' | 'end' | 'note' | 'sweep' | 'crash' }
  | { readonly type: 'keep'; readonly name: string; readonly value: Json }
  | { readonly type: 'minutes'; readonly count: number };

const nth = fc.nat({ max: 9 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('gate' as const), call: toolCall }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('again' as const), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('settle' as const),
      nth,
      status: fc.constantFrom('success' as const, 'error' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('resolve' as const), nth, approve: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('withdraw' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('reset' as const, 'undo' as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'run' as const,
        'step' as const,
        'end' as const,
        'note' as const,
        'sweep' as const,
        'crash' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('keep' as const),
      name: fc.constantFrom('a', 'b/c', '\ud800'),
      value: fc.oneof(fc.constant(null), fc.jsonValue() as fc.Arbitrary<Json>),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('minutes' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
);

/** Which commit the process dies at, and whether the commit got through before it did. */
const crash = fc.record({ at: fc.nat({ max: 12 }), durable: fc.boolean() });

/** A store whose process dies at one commit: nobody hears whether it got through. */
function dyingStore(store: Store, { at, durable }: { at: number; durable: boolean }): Store {
  let commits = 0;
  return {
    read: (keys) => store.read(keys),
    scan: (prefix) => store.scan(prefix),
    journal: (from) => store.journal(from),
    newest: () => store.newest(),
    close: () => store.close(),
    commit: async (entries, rows) => {
      const dies = commits++ === at;
      if (dies && !durable) throw new Error('killed');
      const stored = await store.commit(entries, rows);
      if (dies) throw new Error('killed');
      return stored;
    },
  };
}

interface Played {
  readonly store: Store;
  readonly journal: readonly JournalEntry[];
  /** Calls that were told they may run, in order, with repeats. */
  readonly ran: readonly string[];
}

/** Plays commands one after the other; those that stand in line are left standing. */
async function play(
  machines: MachineSet,
  commands: readonly Command[],
  death: { at: number; durable: boolean },
): Promise<Played> {
  const inner = createMemoryStore();
  const store = dyingStore(inner, death);
  let now = 0;
  let tickets = 0;
  const make = () => createGuard({ machines, store, clock: () => now, ids: () => `k${tickets++}` });
  let guard = make();
  const calls: ToolCall[] = [];
  const ran: string[] = [];
  const resets: Reset[] = [];
  const heard = (id: string) => (gated: Gated) => {
    if (gated.verdict === 'allow' || gated.verdict === 'warn') ran.push(id);
  };
  const pick = <T>(list: readonly T[], index: number): T | undefined =>
    list.length === 0 ? undefined : list[index % list.length];
  // A killed process answers nobody, and those who stand in line may stand there to the end.
  const started: Promise<unknown>[] = [];
  const start = (work: Promise<unknown>) =>
    started.push(work.catch((e: unknown) => expect(String(e)).toMatch(/killed|Machines|machines were replaced/)));
  for (const c of commands) {
    switch (c.type) {
      case 'gate': {
        const call = { id: `c${calls.length}`, ...c.call } as ToolCall;
        calls.push(call);
        start(guard.gate(THREAD, call).then(heard(call.id)));
        break;
      }
      case 'again': {
        const call = pick(calls, c.nth);
        if (call) start(guard.gate(THREAD, call).then(heard(call.id)));
        break;
      }
      case 'settle': {
        const call = pick(calls, c.nth);
        if (call) start(guard.settle(THREAD, call.id, { status: c.status, content: '' }));
        break;
      }
      case 'resolve': {
        const ticket = pick(await guard.waiting(), c.nth);
        if (ticket) start(guard.resolve(ticket.id, { approve: c.approve }));
        break;
      }
      case 'withdraw': {
        const call = pick(calls, c.nth);
        if (call) start(guard.withdraw(THREAD, call.id, 'gone'));
        break;
      }
      case 'reset':
        start(resetNth(guard, THREAD, c.nth).then((reset) => resets.push(reset)));
        break;
      case 'undo':
        start(undoNth(guard, THREAD, resets, c.nth));
        break;
      case 'run':
        start(guard.startRun(THREAD));
        break;
      case 'step':
        start(guard.step(THREAD));
        break;
      case 'end':
        start(guard.endRun(THREAD));
        break;
      case 'note':
        start(guard.note(THREAD, { kind: 'tried', calls: ['c0'], text: 'Nothing came of it.' }));
        break;
      case 'keep':
        start(guard.keep(THREAD, c.name, c.value));
        break;
      case 'sweep':
        start(guard.sweep());
        break;
      case 'crash':
        guard.close();
        guard = make();
        break;
      case 'minutes':
        now += c.count * 60_000;
        break;
    }
    await guard.inspect(THREAD); // Everything handed in so far has had its turn.
  }
  guard.close();
  await Promise.all(started);
  return { store: inner, journal: await Array.fromAsync(inner.journal()), ran };
}

const plays = (check: (played: Played) => void | Promise<void>, runs = 150) =>
  fc.assert(
    fc.asyncProperty(configuration, fc.array(command, { maxLength: 25 }), crash, async (config, commands, death) => {
      await check(await play(machinesOf(JSON.stringify(config)), commands, death));
    }),
    { numRuns: runs },
  );

test('replay of the journal equals the stored rows byte for byte', () =>
  plays(async ({ store, journal }) => {
    const rows = [...(await replay(journal))].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(JSON.stringify(rows)).toBe(JSON.stringify(await Array.fromAsync(store.scan(''))));
  }));

test('no call is started twice', () =>
  plays(({ journal }) => {
    const started = journal.flatMap((e) =>
      e.changes.flatMap((c) => (c.type === 'live' && c.call.status === 'running' ? [c.call.id] : [])),
    );
    expect(started).toEqual([...new Set(started)]);
  }));

test('nobody is told to run a call that is not on record as running', () =>
  plays(({ journal, ran }) => {
    const started = new Set(
      journal.flatMap((e) =>
        e.changes.flatMap((c) => (c.type === 'live' && c.call.status === 'running' ? [c.call.id] : [])),
      ),
    );
    expect(ran.filter((id) => !started.has(id))).toEqual([]);
  }));

test('nothing advances but a call that was let through', () =>
  plays(({ journal }) => {
    const running = new Set<string>();
    for (const { happening, changes } of journal) {
      if (happening.type === 'settled' && happening.transitions.length > 0) expect(running).toContain(happening.call);
      for (const c of changes) if (c.type === 'live' && c.call.status === 'running') running.add(c.call.id);
      if (happening.type === 'settled') running.delete(happening.call);
    }
  }));

test('a ticket is decided once, and a call ends once', () =>
  plays(({ journal }) => {
    const decided = journal.flatMap(({ happening: h }) => (h.type === 'resolved' ? [h.ticket] : []));
    const ended = journal.flatMap((e) => e.changes.flatMap((c) => (c.type === 'finished' ? [c.call] : [])));
    expect(decided).toEqual([...new Set(decided)]);
    expect(ended).toEqual([...new Set(ended)]);
  }));
