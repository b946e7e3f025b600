import { expect, test } from 'vitest';
import { folder, interlock, jsonLines } from '../../../test/support/cli.ts';
import { benchOf, call, machinesOf, READ_BEFORE_WRITE, ran, THREAD } from '../../../test/support/session.ts';
import { createGuard } from '../../session.ts';
import { exportJournal } from '../../state/export.ts';
import { createMemoryStore } from '../../state/stores/memory.ts';

const OBSERVING = READ_BEFORE_WRITE.replace('initial: unread', 'initial: unread\n    mode: observe');

/** A journal of a machine that only observed: a write without a read, a read, a write. */
async function journal(): Promise<string> {
  const store = createMemoryStore();
  const guard = createGuard({ machines: machinesOf(OBSERVING), store, clock: () => Date.UTC(2026, 0, 1) });
  await ran(guard, 'w1', 'Write', { file_path: '/a' });
  await ran(guard, 'r', 'Read', { file_path: '/a' });
  await ran(guard, 'w2', 'Write', { file_path: '/a' });
  await guard.gate(THREAD, call('other', 'Bash', {}));
  return (await Array.fromAsync(exportJournal(store))).map((line) => `${line}\n`).join('');
}

async function replay(stdin: string, ...options: readonly string[]) {
  const path = folder({ 'new.yaml': READ_BEFORE_WRITE });
  return interlock(['replay', '-', '--machines', `${path}/new.yaml`, ...options], { stdin });
}

test('says which decisions would change, from what to what, with counts', async () => {
  const said = await replay(await journal());
  expect(said).toEqual({
    code: 0,
    err: '',
    out: [
      '     0  2026-01-01T00:00:00.000Z  call w1 Write  allow → deny  rbw[/a]  Read /a before writing.',
      '',
      '4 decisions: 3 unchanged, 1 changed, 0 undetermined',
      '     1  allow → deny',
      '',
    ].join('\n'),
  });
});

test('--json prints a line for each finding and the summary last', async () => {
  expect(jsonLines((await replay(await journal(), '--json')).out)).toEqual([
    {
      type: 'changed',
      id: 'w1',
      tool: 'Write',
      seq: 0,
      at: Date.UTC(2026, 0, 1),
      thread: THREAD,
      from: 'allow',
      to: 'deny',
      machine: 'rbw',
      key: '/a',
      reason: 'Read /a before writing.',
    },
    {
      type: 'summary',
      decisions: 4,
      unchanged: 3,
      changed: 1,
      undetermined: 0,
      changes: [{ from: 'allow', to: 'deny', count: 1 }],
      eventMachines: [],
    },
  ]);
});

test('what a host noted and kept is passed over', async () => {
  const { guard, store } = benchOf(READ_BEFORE_WRITE);
  await guard.note(THREAD, { kind: 'tried', calls: [], text: 'Nothing came of it.' });
  await guard.keep(THREAD, 'a', 1);
  const lines = await Array.fromAsync(exportJournal(store));
  expect(await replay(lines.map((line) => `${line}\n`).join(''))).toMatchObject({ code: 0, err: '' });
});

test('--exit-code makes a change an error', async () => {
  expect((await replay(await journal(), '--exit-code')).code).toBe(1);
  expect((await replay('', '--exit-code')).code).toBe(0);
});

test('a line that is no entry is reported by its number, and the rest goes on', async () => {
  const text = `{}\n${await journal()}[1]\nx\n`;
  const said = await replay(text);
  expect(said.code).toBe(1);
  expect(said.err.match(/\bline \d+/g)).toEqual(['line 1', 'line 9', 'line 10']);
  expect(said.out).toContain('4 decisions');
  expect(jsonLines((await replay(text, '--json')).out)[0]).toMatchObject({ type: 'error', line: 1 });
});

test('an entry of a newer Interlock is refused with what to do', async () => {
  const said = await replay((await journal()).replace('"v":1', '"v":9'));
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining('Update Interlock') });
});

test.each([
  ['"type":"gated"', '"type":"grated"'],
  ['"verdict":"allow"', '"verdict":"maybe"'],
  ['"tool":"Write"', '"tool":7'],
  ['"status":"success"', '"status":"fine"'],
  ['"at":1767225600000', '"at":1e300'],
])('an entry with %s made %s is reported, not fatal', async (from, to) => {
  const said = await replay((await journal()).replaceAll(from, to));
  expect(said).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^interlock: line \d+: .* missing or unusable\.\n/),
  });
});

test('machines may be given more than once', async () => {
  const path = folder({
    'a.yaml': READ_BEFORE_WRITE,
    'b.yaml': READ_BEFORE_WRITE.replace('rbw', 'other'),
    'j.jsonl': await journal(),
  });
  const said = await interlock([
    'replay',
    `${path}/j.jsonl`,
    '--machines',
    `${path}/a.yaml`,
    '--machines',
    `${path}/b.yaml`,
  ]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('1  allow → deny') });
});
