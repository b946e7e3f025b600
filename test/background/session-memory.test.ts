import { expect, test } from 'vitest';
import { SessionMemory } from '../../entrypoints/background/session-memory.ts';
import { MemoryArea, quiet } from './support.ts';

test('the nonce of a browser session outlives its workers', async () => {
  const area = new MemoryArea();
  let made = 0;
  const nonce = (): string => `nonce-${++made}`;
  await SessionMemory.load(area, nonce);
  expect((await SessionMemory.load(area, nonce)).nonce).toBe('nonce-1');
});

test('a record that cannot be read begins a new session', async () => {
  const area = new MemoryArea();
  area.items.set('session', { nonce: 7 });
  expect((await SessionMemory.load(area, () => 'new')).nonce).toBe('new');
});

test('threads and holders are there after a restart', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  memory.seen('t1', { tab: 7, origin: 'http://localhost', at: 1 });
  memory.seen('t2', { tab: 8, origin: 'http://localhost', at: 2 });
  memory.hold({ thread: 't', call: 'c1' }, 'doc');
  memory.hold({ thread: 't', call: 'c2' }, 'doc');
  memory.drop({ thread: 't', call: 'c1' });
  await quiet();
  const after = await SessionMemory.load(area);
  expect(after.threads().map(([thread]) => thread)).toEqual(['t2', 't1']);
  expect(['c1', 'c2'].map((call) => after.documentOf({ thread: 't', call }))).toEqual([undefined, 'doc']);
});

test('that a thread is heard of again is written every ten seconds, that it is elsewhere at once', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  const stored = async (): Promise<unknown> => (await SessionMemory.load(area)).thread('t');
  const hear = async (tab: number, at: number): Promise<unknown> => {
    memory.seen('t', { tab, origin: 'http://localhost', at });
    await quiet();
    return stored();
  };
  expect(await hear(7, 50_000)).toMatchObject({ at: 50_000 });
  expect(await hear(7, 59_999)).toMatchObject({ at: 50_000 });
  expect(memory.thread('t')).toMatchObject({ at: 59_999 });
  expect(await hear(7, 60_000)).toMatchObject({ at: 60_000 });
  expect(await hear(8, 60_001)).toMatchObject({ tab: 8 });
});

test('of the calls that were refused after they were held, the newest 200 are known by their document', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  for (let n = 0; n < 250; n++) {
    memory.hold({ thread: 't', call: `c${n}` }, 'doc');
    memory.drop({ thread: 't', call: `c${n}` }, true);
  }
  await memory.stored();
  const after = await SessionMemory.load(area);
  expect(['c49', 'c50'].map((call) => after.threadOf('doc', call))).toEqual([null, 't']);
  expect(after.threadOf('another', 'c50')).toBe(null);
});

test('which tabs have said hello is there after a restart', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  memory.tellMode({ tab: 7, origin: 'http://localhost:1', document: 'd1' }, 'observe');
  await quiet();
  const after = await SessionMemory.load(area);
  expect(after.toldMode(7, 'http://localhost:1')).toBe('observe');
  expect(after.toldMode(7, 'http://localhost:2')).toBe(null);
  expect(after.toldMode(8, 'http://localhost:1')).toBe(null);
});

test('threads that were silent longest are forgotten', async () => {
  const memory = await SessionMemory.load(new MemoryArea());
  for (let n = 0; n < 250; n++) memory.seen(`t${n}`, { tab: 1, origin: 'http://localhost', at: n });
  expect(memory.threads()).toHaveLength(200);
  expect(memory.thread('t49')).toBe(undefined);
  expect(memory.thread('t50')).toBeDefined();
});

test('many changes at once make few writes, and the last one is in them', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  let writes = 0;
  const set = area.set.bind(area);
  area.set = async (items) => {
    writes++;
    await set(items);
  };
  for (let n = 0; n < 100; n++) memory.hold({ thread: 't', call: `c${n}` }, 'doc');
  await quiet();
  expect(writes).toBeLessThanOrEqual(2);
  expect((await SessionMemory.load(area)).documentOf({ thread: 't', call: 'c99' })).toBe('doc');
});

test('what a page was seen to speak is there after a restart, once each', async () => {
  const area = new MemoryArea();
  const memory = await SessionMemory.load(area);
  memory.tellMode({ tab: 7, origin: 'http://localhost:1', document: 'd1' }, 'enforce');
  for (const protocol of ['mcp', 'mcp', 'anthropic']) memory.seeProtocol({ tab: 7 }, { protocol, level: 'execution' });
  await quiet();
  const after = await SessionMemory.load(area);
  expect(after.protocolsOf(7).map(({ protocol }) => protocol)).toEqual(['mcp', 'anthropic']);
});

test('what another document of the tab spoke is forgotten, what the same one spoke is not', async () => {
  const memory = await SessionMemory.load(new MemoryArea());
  const page = { tab: 7, origin: 'http://localhost:1', document: 'd1' };
  memory.tellMode(page, 'enforce');
  memory.seeProtocol({ tab: 7 }, { protocol: 'mcp', level: 'execution' });
  memory.tellMode(page, 'observe');
  expect(memory.protocolsOf(7)).toHaveLength(1);
  memory.tellMode({ ...page, document: 'd2' }, 'observe');
  expect(memory.protocolsOf(7)).toEqual([]);
});
