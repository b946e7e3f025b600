import { expect, test } from 'vitest';
import type { Instance } from '../../engine/state/journal.ts';
import { saveSet } from '../../entrypoints/background/configuration.ts';
import { InstanceBoard } from '../../entrypoints/background/instance-board.ts';
import type { InstancePage, InstanceRow } from '../../entrypoints/background/instance-messages.ts';
import type { ThreadHint } from '../../entrypoints/background/page-messages.ts';
import type { Sender } from '../../entrypoints/background/ports.ts';
import { threadOf } from '../../entrypoints/background/thread-id.ts';
import { gate, HINT, quiet, reply, settingsWith, type World, world } from './support.ts';

const FILES = `machines:
  - name: files
    key: "{path}"
    initial: unread
    terminal: [written]
    transitions:
      - on: 'read_file(path ~ "*")'
        from: [unread, read, written]
        to: read
      - on: 'write_file(path ~ "*")'
        from: read
        to: written
        on_violation: { action: deny, reason: "Read {path} first." }
`;

const ALL = { tab: 7, filter: '', from: 0, count: 100 };

async function ran(
  w: World,
  id: string,
  tool: string,
  path: string,
  thread: ThreadHint = HINT,
  sender: Partial<Sender> = {},
): Promise<void> {
  const page = w.page(sender);
  page.say({ ...gate(id, tool, path), thread });
  await reply(page);
  page.say({ type: 'settle', call: id, status: 'success', content: '', thread });
  await reply(page);
}

const keys = ({ rows }: InstancePage): readonly string[] =>
  rows.map((row) => (row.kind === 'instance' ? row.key : row.kind));

/** A thread of tab 7 with many instances, put into the store at once. */
async function filled(w: World, count: number): Promise<string> {
  const thread = threadOf(HINT, { tab: 7, origin: 'http://localhost:5173' }, '*://localhost/*', 'nonce');
  const rows = Array.from({ length: count }, (_, n): [string, Instance] => [
    `instance/${encodeURIComponent(thread)}/files/${encodeURIComponent(`src/${n}.ts`)}`,
    {
      state: n % 2 === 0 ? 'read' : 'unread',
      data: {},
      counters: {},
      since: { at: n, step: 0 },
      scope: 'thread',
      run: 0,
      violations: {},
      violationsRun: 0,
      emitted: null,
    },
  ]);
  const entry = { at: 0, thread, set: '', happening: { type: 'step' as const }, changes: [] };
  await w.store.commit([entry], new Map(rows));
  (await w.service.memory()).seen(thread, { tab: 7, origin: 'http://localhost:5173', at: 0 });
  return thread;
}

test('lists the instances of a thread by machine, the one that moved last first', async () => {
  const w = world({ settings: settingsWith(FILES) });
  const board = new InstanceBoard(w.service);
  await ran(w, '1', 'read_file', 'a.txt');
  w.now += 10;
  await ran(w, '2', 'read_file', 'b.txt');
  const page = await board.page(ALL);
  expect(keys(page)).toEqual(['thread', 'machine', 'b.txt', 'a.txt']);
  expect(page).toMatchObject({ total: 2, matched: 2, length: 4, fault: null });
});

test('a change is there without reading the store again', async () => {
  const w = world({ settings: settingsWith(FILES) });
  const board = new InstanceBoard(w.service);
  await ran(w, '1', 'read_file', 'a.txt');
  await board.page(ALL);
  w.now += 10;
  await ran(w, '2', 'write_file', 'a.txt');
  const scans: string[] = [];
  const { store } = w;
  const scan = store.scan.bind(store);
  store.scan = (prefix) => {
    scans.push(prefix);
    return scan(prefix);
  };
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ key: 'a.txt', state: 'written', stage: 'terminal' });
  expect(scans).toEqual([]);
});

test('what happens while the rows are read is not lost to them', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await ran(w, '1', 'read_file', 'a.txt');
  const board = new InstanceBoard(w.service);
  const { store } = w;
  const scan = store.scan.bind(store);
  // The row is read, and before it is handed over, its instance moves.
  store.scan = async function* (prefix) {
    for await (const row of scan(prefix)) {
      if (prefix.startsWith('instance/')) {
        store.scan = scan;
        await ran(w, '2', 'write_file', 'a.txt');
      }
      yield row;
    }
  };
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ state: 'written' });
});

test('a stretch of ten thousand is handed out, and no more', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await filled(w, 10_000);
  const page = await new InstanceBoard(w.service).page({ ...ALL, from: 5_002, count: 3 });
  expect(keys(page)).toEqual(['src/4999.ts', 'src/4998.ts', 'src/4997.ts']);
  expect(page).toMatchObject({ total: 10_000, length: 10_002, from: 5_002 });
});

test.each([
  [0, 1, ['thread']],
  [1, 2, ['machine', 'src/2.ts']],
  [4, 9, ['src/0.ts']],
  [5, 9, []],
  [0, 0, []],
])('rows %d and the %d after are these', async (from, count, expected) => {
  const w = world({ settings: settingsWith(FILES) });
  await filled(w, 3);
  expect(keys(await new InstanceBoard(w.service).page({ ...ALL, from, count }))).toEqual(expected);
});

test('a filter finds key, state and machine, in any case', async () => {
  const w = world({ settings: settingsWith(FILES) });
  const board = new InstanceBoard(w.service);
  await filled(w, 20);
  const found = async (filter: string): Promise<number> => (await board.page({ ...ALL, filter })).matched;
  expect(await Promise.all(['SRC/1', 'unread', 'files', 'nothing'].map(found))).toEqual([11, 10, 20, 0]);
});

test('threads of other tabs come last, under a row of their own', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await ran(w, '1', 'read_file', 'a.txt');
  w.now += 10;
  const sender = { tab: { id: 8 }, documentId: 'doc-2' };
  await ran(w, '2', 'read_file', 'b.txt', { protocol: 'mcp', id: 'session-2' }, sender);
  const { rows, here } = await new InstanceBoard(w.service).page(ALL);
  expect(keys({ rows } as InstancePage)).toEqual([
    'thread',
    'machine',
    'a.txt',
    'others',
    'thread',
    'machine',
    'b.txt',
  ]);
  expect(rows.flatMap((row: InstanceRow) => (row.kind === 'thread' ? [row.here] : []))).toEqual([true, false]);
  expect(here).toHaveLength(1);
});

test('instances of a run that is over are gone when the next one starts', async () => {
  const w = world({ settings: settingsWith(FILES.replace('key:', 'scope: run\n    key:')) });
  const board = new InstanceBoard(w.service);
  await ran(w, '1', 'read_file', 'a.txt');
  expect((await board.page(ALL)).total).toBe(1);
  const page = w.page();
  page.say({ type: 'run', thread: HINT });
  await quiet();
  expect((await board.page(ALL)).total).toBe(0);
});

test('a timed state is shown as it is now', async () => {
  const w = world({
    settings: settingsWith(FILES.replace('initial:', 'expire: { read: { after: 1m, to: unread } }\n    initial:')),
  });
  const board = new InstanceBoard(w.service);
  await ran(w, '1', 'read_file', 'a.txt');
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ state: 'read' });
  w.now += 60_000;
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ state: 'unread' });
});

test('machines that are edited show in instances that have not moved since', async () => {
  const w = world({ settings: settingsWith(FILES) });
  const board = new InstanceBoard(w.service);
  await ran(w, '1', 'read_file', 'a.txt');
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ state: 'read', stage: 'between' });
  await saveSet(w.settings, 'mine', FILES.replace('[written]', '[written, read]'), 1);
  await w.service.reload();
  expect((await board.page(ALL)).rows.at(-1)).toMatchObject({ state: 'read', stage: 'terminal' });
});

test('what the kill switch refused leaves no instance in sight', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await w.killSwitch.engage('popup');
  await w.service.reload();
  const page = w.page();
  page.say(gate('1', 'read_file', 'a.txt'));
  await reply(page);
  expect(await new InstanceBoard(w.service).page(ALL)).toMatchObject({ total: 0, length: 0 });
});

test('a store that cannot be read is said, and read again the next time', async () => {
  let broken = true;
  const good = world();
  const w = world({
    settings: settingsWith(FILES),
    openStore: async () => {
      if (broken) throw new Error('The disk is full.');
      return good.store;
    },
  });
  const board = new InstanceBoard(w.service);
  expect(await board.page(ALL)).toMatchObject({ fault: 'The disk is full.', rows: [] });
  broken = false;
  expect(await board.page(ALL)).toMatchObject({ fault: null });
});

test('instances are counted by site and state', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await filled(w, 5);
  const states = await new InstanceBoard(w.service).states();
  expect(states).toHaveLength(2);
  expect(states).toEqual(
    expect.arrayContaining([
      { match: '*://localhost/*', machine: 'files', state: 'read', count: 3 },
      { match: '*://localhost/*', machine: 'files', state: 'unread', count: 2 },
    ]),
  );
});

test('instances of two sites are counted apart, though machine and state are the same', async () => {
  const w = world({ settings: settingsWith(FILES) });
  await ran(w, 'c1', 'read_file', 'a.ts');
  await ran(w, 'c2', 'read_file', 'a.ts', HINT, {
    url: 'http://127.0.0.1:1/',
    origin: 'http://127.0.0.1:1',
    tab: { id: 8, url: 'http://127.0.0.1:1/' },
  });
  const states = await new InstanceBoard(w.service).states();
  expect(states.map(({ match, count }) => [match, count]).sort()).toEqual([
    ['*://127.0.0.1/*', 1],
    ['*://localhost/*', 1],
  ]);
});
