import { expect, test, vi } from 'vitest';
import { PageCalls, UNDECIDED_AT_MOST } from '../../entrypoints/background/page-calls.ts';
import { SessionMemory } from '../../entrypoints/background/session-memory.ts';
import {
  ASKING,
  gate,
  HINT,
  MemoryArea,
  quiet,
  reply,
  settingsWith,
  type TestPort,
  type World,
  world,
} from './support.ts';

async function waitingWorld(): Promise<{ w: World; page: TestPort }> {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  return { w, page };
}

const hello = async (w: World, documentId: string | undefined): Promise<TestPort> => {
  const page = w.page({ documentId });
  page.say({ type: 'hello' });
  await reply(page);
  await quiet();
  return page;
};

const waiting = async (w: World): Promise<number> => (await w.service.waiting()).length;

async function graceOver(w: World): Promise<void> {
  await quiet();
  w.timers.elapse();
  await quiet();
}

test('a call outlives its connection for the grace', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await quiet();
  expect(w.timers.waiting).toEqual([5_000]);
  expect(await waiting(w)).toBe(1);
});

test('a tab with too many undecided calls gets no more of them; the calls it has, and other tabs, are not concerned', async () => {
  const calls = new PageCalls({
    memory: await SessionMemory.load(new MemoryArea()),
    withdraw: async () => undefined,
    goesOn: async () => false,
    graceMs: 1,
    later: () => () => undefined,
  });
  const place = { tab: 1, frame: 0, url: 'https://a.example/', origin: 'https://a.example', document: 'doc-1' };
  const ref = (n: number) => ({ thread: 't', call: `c${n}` });
  for (let n = 0; n < UNDECIDED_AT_MOST; n++) {
    expect(calls.isFull(ref(n), place)).toBe(false);
    calls.hold(ref(n), { place });
  }
  const more = ref(UNDECIDED_AT_MOST);
  expect([calls.isFull(more, place), calls.isFull(ref(0), place)]).toEqual([true, false]);
  expect(calls.isFull(more, { ...place, tab: 2 })).toBe(false);
  calls.running(ref(0));
  expect(calls.isFull(more, place)).toBe(false);
});

test('a call on top of too many is refused with the reason', async () => {
  const { w, page } = await waitingWorld();
  vi.spyOn(PageCalls.prototype, 'isFull').mockReturnValueOnce(true);
  page.say(gate('c2', 'delete_file', 'b.txt'));
  expect(await reply(page)).toMatchObject({
    call: 'c2',
    verdict: 'deny',
    reason: expect.stringContaining('calls of this tab are undecided already'),
  });
  expect(await waiting(w)).toBe(1);
});

test('calls that come together, before the worker is ready, are counted one by one', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  for (let n = 0; n <= UNDECIDED_AT_MOST; n++)
    page.say({ ...gate(`c${n}`, 'delete_file', `${n}.txt`), editable: true });
  const verdicts: unknown[] = [];
  for (let n = 0; n <= UNDECIDED_AT_MOST; n++) {
    const answer = await reply(page);
    verdicts.push(answer.type === 'verdict' && answer.verdict);
  }
  expect(verdicts.filter((verdict) => verdict === 'deny')).toHaveLength(1);
});

test('a call whose page does not come back is withdrawn', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await graceOver(w);
  expect(await waiting(w)).toBe(0);
  const again = await hello(w, 'doc-1');
  again.say(gate('c1', 'delete_file', 'a.txt'));
  const answer = await reply(again);
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain(
    'the page was closed or reloaded',
  );
});

test('the same document saying hello again keeps its call', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await quiet();
  await hello(w, 'doc-1');
  await graceOver(w);
  expect(await waiting(w)).toBe(1);
});

test('a reloaded page is another document and keeps nothing', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await quiet();
  await hello(w, 'doc-2');
  await graceOver(w);
  expect(await waiting(w)).toBe(0);
});

test('a call that is asked about again is kept, whoever asks', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await quiet();
  const again = w.page({ documentId: 'doc-2' });
  again.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(again);
  await graceOver(w);
  expect(await waiting(w)).toBe(1);
});

test('a closed tab ends its calls at once', async () => {
  const { w, page } = await waitingWorld();
  page.end();
  await quiet();
  (await w.calls).tabGone(7);
  await quiet();
  expect(await waiting(w)).toBe(0);
});

test('without document ids a hello alone does not keep a waiting call', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = await hello(w, undefined);
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  page.end();
  await quiet();
  await hello(w, undefined);
  await graceOver(w);
  expect(await waiting(w)).toBe(0);
});

test('a new worker gives the pages of unfinished calls a grace', async () => {
  const { w } = await waitingWorld();
  const after = w.restarted();
  (await after.calls).inherit(await after.service.unfinished());
  await hello(after, 'doc-1');
  await graceOver(after);
  expect(await waiting(after)).toBe(1);
});

test('a new worker withdraws the unfinished calls of pages that are gone', async () => {
  const { w } = await waitingWorld();
  const after = w.restarted();
  (await after.calls).inherit(await after.service.unfinished());
  await graceOver(after);
  expect(await waiting(after)).toBe(0);
});

test('a page that reconnected before the unfinished calls were read keeps them', async () => {
  const { w } = await waitingWorld();
  const after = w.restarted();
  await hello(after, 'doc-1');
  (await after.calls).inherit(await after.service.unfinished());
  await graceOver(after);
  expect(await waiting(after)).toBe(1);
});

test('a running call whose page is gone is ended as an error and holds nobody up', async () => {
  const w = world();
  const page = await hello(w, 'doc-1');
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
  page.end();
  await graceOver(w);
  const next = await hello(w, 'doc-2');
  next.say(gate('c2', 'read_text_file', 'a.txt'));
  expect(await reply(next)).toMatchObject({ call: 'c2', verdict: 'allow' });
});

/** A running call whose worker was killed: the page knows its verdict, and connects again only with the result. */
async function runningWorld(): Promise<{ before: World; after: World }> {
  const before = world();
  const page = await hello(before, 'doc-1');
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  await reply(page);
  await quiet();
  const after = before.restarted();
  (await after.calls).inherit(await after.service.unfinished());
  return { before, after };
}

const unfinished = async (w: World): Promise<number> => (await w.service.unfinished()).length;

test('a new worker does not end a running call whose page has no need to connect', async () => {
  const { after } = await runningWorld();
  await graceOver(after);
  expect(await unfinished(after)).toBe(1);
  const page = await hello(after, 'doc-1');
  page.say({ type: 'settle', call: 'c1', status: 'success', content: '', thread: HINT });
  await reply(page);
  page.say(gate('c2', 'write_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
});

test('a running call ends when another document has taken the place of its own', async () => {
  const { after } = await runningWorld();
  await hello(after, 'doc-2');
  expect(await unfinished(after)).toBe(0);
});

test("a document in another frame takes nobody's place", async () => {
  const { after } = await runningWorld();
  const page = after.page({ documentId: 'doc-2', frameId: 3 });
  page.say({ type: 'hello' });
  await reply(page);
  await quiet();
  expect(await unfinished(after)).toBe(1);
});

test('a running call ends when its tab is closed, even before the worker has read of it', async () => {
  const { before } = await runningWorld();
  const after = before.restarted();
  (await after.calls).tabGone(7);
  (await after.calls).inherit(await after.service.unfinished());
  await quiet();
  expect(await unfinished(after)).toBe(0);
});

test('a denied call leaves nothing to wait for', async () => {
  const w = world();
  const page = await hello(w, 'doc-1');
  page.say(gate('c1', 'write_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'deny' });
  await quiet();
  page.end();
  await quiet();
  expect(w.timers.waiting).toEqual([]);
});

test('a settled call leaves nothing to wait for', async () => {
  const w = world();
  const page = await hello(w, 'doc-1');
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  await reply(page);
  page.say({ type: 'settle', call: 'c1', status: 'success', content: '', thread: HINT });
  await reply(page);
  page.end();
  await quiet();
  expect(w.timers.waiting).toEqual([]);
});
