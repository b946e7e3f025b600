import { expect, test } from 'vitest';
import { CONFIRM_DELETE, call, machinesOf, READ_BEFORE_WRITE, ran, THREAD } from '../../../test/support/session.ts';
import type { Guard } from '../../guard.ts';
import { createGuard } from '../../session.ts';
import { createMemoryStore } from '../stores/memory.ts';
import { PolicyReplay } from './policy-replay.ts';

const A = { file_path: '/a' };
const P = { path: '/a' };
const NOTHING = 'machines: []';
const STOP = 'machines: [{ name: stop, initial: a, transitions: [{ on: T, from: [], to: a }] }]';

/** What happens under `then`, decided again by `now`. */
async function replayed(then: string, now: string, happens: (guard: Guard) => Promise<unknown>) {
  const store = createMemoryStore();
  let tickets = 0;
  const guard = createGuard({ machines: machinesOf(then), store, clock: () => 0, ids: () => `k${tickets++}` });
  await happens(guard);
  const replay = new PolicyReplay(machinesOf(now));
  const findings = [];
  for await (const entry of store.journal()) findings.push(...replay.take(entry));
  const end = replay.finish();
  return { found: [...findings, ...end.findings], summary: end.summary };
}

test('a call that ran then and is denied now is a change, with who denies it and why', async () => {
  const { found, summary } = await replayed(NOTHING, READ_BEFORE_WRITE, (g) => ran(g, 'w', 'Write', A));
  expect(found).toEqual([
    {
      kind: 'changed',
      seq: 0,
      at: 0,
      thread: THREAD,
      call: { id: 'w', tool: 'Write' },
      from: 'allow',
      to: 'deny',
      machine: 'rbw',
      key: '/a',
      reason: 'Read /a before writing.',
    },
  ]);
  expect(summary).toMatchObject({ decisions: 1, changed: 1, changes: [{ from: 'allow', to: 'deny', count: 1 }] });
});

test('a call that is denied now moves nothing, so what hangs on it changes, too', async () => {
  const chain = `
machines:
  - name: chain
    initial: a
    transitions:
      - { on: one, from: x, to: b }
      - { on: two, from: b, to: c }
`;
  const { found } = await replayed(NOTHING, chain, async (g) => {
    await ran(g, '1', 'one');
    await ran(g, '2', 'two');
  });
  expect(found).toMatchObject([
    { call: { id: '1' }, to: 'deny' },
    { call: { id: '2' }, to: 'deny' },
  ]);
});

test('results on record move the state of the other machines', async () => {
  const { found, summary } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await ran(g, 'r', 'Read', A);
    await ran(g, 'w', 'Write', A);
    await ran(g, 'r2', 'Read', { file_path: '/b' }, 'error');
    await ran(g, 'w2', 'Write', { file_path: '/b' });
  });
  expect(found).toMatchObject([{ call: { id: 'w2' }, from: 'allow', to: 'deny' }]);
  expect(summary).toMatchObject({ decisions: 4, unchanged: 3 });
});

test('a call that was denied then and runs now has no result: what hangs on it is undetermined', async () => {
  const now = `
machines:
  - name: m
    initial: unwritten
    transitions:
      - { on: Write, from: '*', to: written }
      - { on: Publish, from: written, to: written }
`;
  const { found } = await replayed(READ_BEFORE_WRITE, now, async (g) => {
    await g.gate(THREAD, call('w', 'Write', A));
    await g.gate(THREAD, call('p', 'Publish'));
  });
  expect(found).toMatchObject([
    { kind: 'changed', call: { id: 'w' }, from: 'deny', to: 'allow' },
    { kind: 'undetermined', call: { id: 'p' }, from: 'allow', possible: ['allow', 'deny'], cause: 'no_result' },
  ]);
});

test('what was undetermined is known again as soon as every possibility leads to one state', async () => {
  const lax = READ_BEFORE_WRITE.replace('from: read\n', 'from: [unread, read]\n');
  const { found } = await replayed(READ_BEFORE_WRITE, lax, async (g) => {
    await g.gate(THREAD, call('w1', 'Write', A)); // Denied then; now it may or may not have succeeded.
    await ran(g, 'r', 'Read', A); // In either case the file is read now.
    await ran(g, 'w2', 'Write', A);
  });
  expect(found).toMatchObject([{ call: { id: 'w1' }, from: 'deny', to: 'allow' }]);
});

const MARKED = `
machines:
  - name: marked
    initial: a
    transitions:
      - { on: look, from: a, to: b, when: { content: '*ok' } }
      - { on: look, from: [a, b], to: a }
      - { on: go, from: b, to: b }
`;

test('a result of which only the beginning is on record leaves open what its content decides', async () => {
  const long = `${'x'.repeat(70_000)}ok`;
  const { found } = await replayed(NOTHING, MARKED, async (g) => {
    await ran(g, 'l', 'look', {}, 'success', long);
    await ran(g, 'g', 'go');
  });
  expect(found).toMatchObject([
    { kind: 'undetermined', call: { id: 'g' }, possible: ['allow', 'deny'], cause: 'cut_result' },
  ]);
});

test('a cut result is enough where only its status counts', async () => {
  const { found } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await ran(g, 'r', 'Read', A, 'success', 'x'.repeat(70_000));
    await ran(g, 'w', 'Write', A);
  });
  expect(found).toEqual([]);
});

test('a call that ran then and is asked about now is taken as approved', async () => {
  const { found } = await replayed(NOTHING, CONFIRM_DELETE, async (g) => {
    await ran(g, 'd', 'delete_file', P);
    await ran(g, 'k', 'keep_file', P);
  });
  expect(found).toMatchObject([
    { call: { id: 'd' }, from: 'allow', to: 'ask' },
    { call: { id: 'k' }, from: 'allow', to: 'deny' }, // It is deleted.
  ]);
});

test('what a person decided then counts where the same is asked now', async () => {
  const happens = (approve: boolean) => async (g: Guard) => {
    await g.gate(THREAD, call('d', 'delete_file', P));
    await g.resolve('k0', { approve });
    await g.settle(THREAD, 'd', { status: 'success', content: '' });
    await ran(g, 'u', 'undelete', P);
  };
  const now = CONFIRM_DELETE.replace('- { on: keep', '- { on: undelete, from: deleted, to: idle }\n      - { on: keep');
  expect((await replayed(CONFIRM_DELETE, now, happens(true))).found).toEqual([]);
  expect((await replayed(CONFIRM_DELETE, now, happens(false))).found).toMatchObject([
    { call: { id: 'u' }, from: 'allow', to: 'deny' },
  ]);
});

test('a call that a person turned away then and that runs now has no result', async () => {
  const open = CONFIRM_DELETE.replace('from: never', "from: '*'").replace('from: idle', 'from: deleted');
  const { found } = await replayed(CONFIRM_DELETE, open, async (g) => {
    await g.gate(THREAD, call('d', 'delete_file', P));
    await g.resolve('k0', { approve: false });
    await ran(g, 'k', 'keep_file', P);
  });
  expect(found).toMatchObject([
    { call: { id: 'd' }, from: 'ask', to: 'allow' },
    { kind: 'undetermined', call: { id: 'k' }, possible: ['allow', 'deny'] },
  ]);
});

test('calls of one turn wait for each other as they would have in the session', async () => {
  const { found, summary } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await g.gate(THREAD, call('r', 'Read', A));
    await g.gate(THREAD, call('w', 'Write', A));
    await g.settle(THREAD, 'w', { status: 'success', content: '' });
    await g.settle(THREAD, 'r', { status: 'success', content: '' });
    await ran(g, 'w2', 'Write', A);
  });
  expect(found).toMatchObject([{ call: { id: 'w2' }, to: 'deny' }]); // The first write counts, after the read.
  expect(summary).toMatchObject({ decisions: 3, unchanged: 2 });
});

test('calls that wait when the record ends are decided by what may have come', async () => {
  const { found, summary } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await g.gate(THREAD, call('r', 'Read', A));
    await g.gate(THREAD, call('w', 'Write', A));
  });
  expect(found).toMatchObject([{ kind: 'undetermined', call: { id: 'w' }, possible: ['allow', 'deny'] }]);
  expect(summary.decisions).toBe(2);
});

test('a machine that only observed is replayed as one that enforces', async () => {
  const observing = READ_BEFORE_WRITE.replace('initial: unread', 'initial: unread\n    mode: observe');
  const { found } = await replayed(observing, READ_BEFORE_WRITE, (g) => ran(g, 'w', 'Write', A));
  expect(found).toMatchObject([{ from: 'allow', to: 'deny' }]);
});

test('the end of a run is a decision, too', async () => {
  const { found } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await g.startRun(THREAD);
    await ran(g, 'r', 'Read', A);
    await g.endRun(THREAD);
  });
  expect(found).toMatchObject([{ call: null, from: 'complete', to: 'continue', reason: 'Finish: rbw[/a]=read' }]);
});

test('the end of a run is undetermined while an instance may or may not be done', async () => {
  const { found } = await replayed(STOP.replace('T', 'Write'), READ_BEFORE_WRITE, async (g) => {
    await ran(g, 'r', 'Read', A);
    await g.gate(THREAD, call('w', 'Write', A));
    await g.endRun(THREAD);
  });
  expect(found.at(-1)).toMatchObject({ kind: 'undetermined', call: null, possible: ['complete', 'continue'] });
});

test('a new run starts run scope anew', async () => {
  const once = 'machines: [{ name: m, scope: run, initial: a, transitions: [{ on: T, from: a, to: b }] }]';
  const { found } = await replayed(NOTHING, once, async (g) => {
    await ran(g, '1', 'T');
    await g.startRun(THREAD);
    await ran(g, '2', 'T');
    await ran(g, '3', 'T');
  });
  expect(found).toMatchObject([{ call: { id: '3' }, to: 'deny' }]);
});

test('threads are replayed apart', async () => {
  const { found } = await replayed(NOTHING, READ_BEFORE_WRITE, async (g) => {
    await ran(g, 'r', 'Read', A);
    await g.gate('other', call('w', 'Write', A));
  });
  expect(found).toMatchObject([{ thread: 'other', to: 'deny' }]);
});

test('machines that listen to events are named: not all events are on record', async () => {
  const listening = 'machines: [{ name: ear, initial: a, transitions: [{ on: { event: tick }, from: a, to: b }] }]';
  expect((await replayed(NOTHING, listening, (g) => g.step(THREAD))).summary.eventMachines).toEqual(['ear']);
});

test('events on record move the other machines', async () => {
  const tick = (to: string) =>
    `machines: [{ name: m, initial: a, transitions: [{ on: { event: tick }, from: a, to: ${to} }, { on: T, from: b, to: b }] }]`;
  const happens = async (g: Guard) => {
    await g.event(THREAD, 'tick');
    await g.gate(THREAD, call('1', 'T'));
  };
  expect((await replayed(tick('b'), tick('b'), happens)).found).toEqual([]);
  expect((await replayed(tick('b'), tick('c'), happens)).found).toMatchObject([{ from: 'allow', to: 'deny' }]);
});

test('an instance of which everything is possible is undetermined, not guessed', async () => {
  const steps = Array.from(
    { length: 40 },
    (_, i) => `{ on: hop, from: s${i}, to: s${i + 1}, when: { content: 'c${i}*' } }`,
  );
  const wild = `machines: [{ name: m, initial: s0, transitions: [${steps.join(', ')}, { on: T, from: s0, to: s0 }] }]`;
  const { found, summary } = await replayed(STOP.replace('T', 'hop'), wild, async (g) => {
    for (let i = 0; i < 50; i++) await g.gate(THREAD, call(`h${i}`, 'hop'));
    await g.gate(THREAD, call('t', 'T'));
  });
  expect(found.at(-1)).toMatchObject({ kind: 'undetermined', call: { id: 't' } });
  expect(summary.decisions).toBe(51);
});

test('a question that raises another one is answered to the end', async () => {
  const nested = `
machines:
  - name: first
    initial: a
    transitions:
      - { on: T, from: never, to: b, on_violation: { action: warn, escalate: { after: 1, action: ask } } }
  - name: second
    initial: a
    transitions:
      - { on: T, from: never, to: b, on_violation: ask }
      - { on: U, from: b, to: b }
`;
  const { found } = await replayed(NOTHING, nested, async (g) => {
    await ran(g, 't', 'T');
    await ran(g, 'u', 'U');
  });
  expect(found).toMatchObject([{ call: { id: 't' }, from: 'allow', to: 'ask' }]);
});

test('a call that was approved and then refused ran at once under machines that allow it, with an unknown result', async () => {
  const then = `${CONFIRM_DELETE}
  - { name: frozen, initial: open, transitions: [{ on: freeze, from: open, to: frozen }, { on: delete_file, from: open, to: open }] }
`;
  const now = `
machines:
  - { name: m, initial: a, transitions: [{ on: delete_file, from: a, to: b }, { on: check, from: b, to: b }] }
`;
  const { found } = await replayed(then, now, async (g) => {
    await g.gate(THREAD, call('d', 'delete_file', P));
    await ran(g, 'f', 'freeze');
    await g.resolve('k0', { approve: true });
    await ran(g, 'c', 'check');
  });
  expect(found).toMatchObject([
    { call: { id: 'd' }, from: 'ask', to: 'allow' },
    { kind: 'undetermined', call: { id: 'c' } },
  ]);
});

test('a transition that takes any content leaves those behind it no chance, cut or not', async () => {
  const certain = `
machines:
  - name: m
    initial: a
    transitions:
      - { on: look, from: a, to: b, when: { content: '*ok' } }
      - { on: look, from: a, to: c }
      - { on: look, from: a, to: d, when: any }
      - { on: go, from: [b, c], to: a }
`;
  const { found } = await replayed(NOTHING, certain, async (g) => {
    await ran(g, 'l', 'look', {}, 'success', 'x'.repeat(70_000));
    await ran(g, 'g', 'go');
  });
  expect(found).toEqual([]);
});

test('a call that was denied then and is asked about now may have been approved or not', async () => {
  const asking = `
machines:
  - name: m
    initial: a
    transitions:
      - { on: T, from: never, to: b, when: any, on_violation: ask }
      - { on: U, from: b, to: b }
`;
  const { found } = await replayed(STOP, asking, async (g) => {
    await g.gate(THREAD, call('t', 'T'));
    await ran(g, 'u', 'U');
  });
  expect(found).toMatchObject([
    { call: { id: 't' }, from: 'deny', to: 'ask' },
    { kind: 'undetermined', call: { id: 'u' }, possible: ['allow', 'deny'] },
  ]);
});

test('an event that names no instance passes by those that may not be there', async () => {
  const then = `
machines:
  - { name: stop, initial: a, transitions: [{ on: T, from: [], to: a }, { on: { event: tick }, from: a, to: a }] }
`;
  const now = `
machines:
  - name: m
    key: '{k}'
    initial: a
    transitions:
      - { on: T, from: a, to: c }
      - { on: { event: tick }, from: a, to: b }
      - { on: U, from: a, to: a }
`;
  const { found } = await replayed(then, now, async (g) => {
    await g.gate(THREAD, call('t', 'T', { k: '1' }));
    await g.event(THREAD, 'tick');
    await ran(g, 'u', 'U', { k: '1' });
  });
  expect(found).toMatchObject([
    { call: { id: 't' }, from: 'deny', to: 'allow' },
    { kind: 'undetermined', call: { id: 'u' }, possible: ['allow', 'deny'] },
  ]);
});

test('continuations are counted anew in each run', async () => {
  const { found, summary } = await replayed(READ_BEFORE_WRITE, READ_BEFORE_WRITE, async (g) => {
    await ran(g, 'r', 'Read', A);
    for (let run = 0; run < 2; run++) {
      await g.startRun(THREAD);
      for (let end = 0; end < 3; end++) await g.endRun(THREAD);
    }
  });
  expect([found, summary.unchanged]).toEqual([[], 7]);
});

test('a call that was approved then and runs at once now has the result on record', async () => {
  const now = `
machines:
  - { name: m, initial: a, transitions: [{ on: delete_file, from: a, to: b }, { on: check, from: b, to: b }] }
`;
  const { found } = await replayed(CONFIRM_DELETE, now, async (g) => {
    await g.gate(THREAD, call('d', 'delete_file', P));
    await g.resolve('k0', { approve: true });
    await g.settle(THREAD, 'd', { status: 'success', content: '' });
    await ran(g, 'c', 'check');
  });
  expect(found).toMatchObject([{ kind: 'changed', call: { id: 'd' }, from: 'ask', to: 'allow' }]);
  expect(found).toHaveLength(1);
});
