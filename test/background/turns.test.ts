/** Turns and conversations, from the page's port to the store. */
import { expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../engine/state/journal.ts';
import { Marks, PAGE, PAGES } from '../../entrypoints/background/marks.ts';
import type { PageReply } from '../../entrypoints/background/page-messages.ts';
import type { Settings } from '../../entrypoints/background/settings.ts';
import { MAX_NAMES, MAX_VALUE } from '../../entrypoints/background/turns.ts';
import { ASKING, MemoryArea, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const thread = { protocol: 'openai-chat', id: 'c1' };
const GUARDED = `${ASKING}continuation: { max_continuations: 2, message: "Finish: {summary}" }\n`;
const opened = { type: 'gate', call: 'r1', tool: 'never', args: { path: 'a' }, thread };

const inMode = (mode: 'enforce' | 'observe' | 'off'): Settings => {
  const settings = settingsWith(GUARDED);
  return { ...settings, sites: settings.sites.map((site) => ({ ...site, mode })) };
};

/** A page that has begun work that is not finished. */
async function working(w: World): Promise<TestPort> {
  const page = w.page();
  page.say(opened);
  await reply(page);
  page.say({ type: 'settle', call: 'r1', status: 'success', content: '', thread });
  await reply(page);
  return page;
}

const journal = (w: World): Promise<readonly JournalEntry[]> => Array.fromAsync(w.store.journal());
const happenings = async (w: World): Promise<string[]> => (await journal(w)).map(({ happening }) => happening.type);

function recall(page: TestPort, ends: readonly string[], protocol = 'openai-chat'): Promise<PageReply> {
  page.say({ type: 'recall', recall: 'r', protocol, ends });
  return reply(page);
}

const recalled = (conversation: unknown): unknown => ({ type: 'recalled', recall: 'r', conversation });

test('a turn with unfinished work goes on with what the machines say', async () => {
  const page = await working(world({ settings: settingsWith(GUARDED) }));
  page.say({ type: 'end_run', end: 'e1', thread });
  expect(await reply(page)).toEqual({
    type: 'run_end',
    end: 'e1',
    decision: 'continue',
    message: 'Finish: confirm[a]=approved',
  });
});

test('the end of a turn that is asked about again gets the same answer and counts once', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = await working(w);
  page.say({ type: 'end_run', end: 'e1', thread });
  const first = await reply(page);
  page.end();
  const again = w.page();
  again.say({ type: 'end_run', end: 'e1', thread });
  expect(await reply(again)).toEqual(first);
  expect((await happenings(w)).filter((type) => type === 'run_ended')).toHaveLength(1);
});

test('the end of a turn that is asked about again after the worker was killed gets the same answer and counts once', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = await working(w);
  page.say({ type: 'end_run', end: 'e1', thread });
  const first = await reply(page);
  for (let kills = 0; kills < 3; kills++) {
    const again = w.restarted().page();
    again.say({ type: 'end_run', end: 'e1', thread });
    expect(await reply(again)).toEqual(first);
  }
  expect((await happenings(w)).filter((type) => type === 'run_ended')).toHaveLength(1);
  const next = w.restarted().page();
  next.say({ type: 'end_run', end: 'e2', thread });
  expect(await reply(next)).toMatchObject({ end: 'e2', decision: 'continue' });
});

test('a result that was reported before the end of a turn counts for it', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = w.page();
  page.say(opened);
  await reply(page);
  page.say({ type: 'settle', call: 'r1', status: 'success', content: '', thread });
  page.say({ type: 'end_run', end: 'e1', thread });
  expect([await reply(page), await reply(page)]).toMatchObject([{ type: 'settled' }, { decision: 'continue' }]);
});

test.each(['observe', 'off'] as const)('on a site in mode %s every turn is complete', async (mode) => {
  const page = await working(world({ settings: inMode(mode) }));
  page.say({ type: 'end_run', end: 'e1', thread });
  expect(await reply(page)).toEqual({ type: 'run_end', end: 'e1', decision: 'complete' });
});

test('a turn is complete when the store fails, and the next attempt is made anew', async () => {
  const base = world({ settings: settingsWith(GUARDED) });
  let broken = true;
  const w = world({
    local: base.local,
    openStore: async () => {
      if (broken) throw new Error('The disk is full.');
      return base.store;
    },
  });
  const page = w.page();
  page.say({ type: 'end_run', end: 'e1', thread });
  expect(await reply(page)).toEqual({ type: 'run_end', end: 'e1', decision: 'complete' });
  broken = false;
  await working(w);
  page.say({ type: 'end_run', end: 'e1', thread });
  expect(await reply(page)).toMatchObject({ decision: 'continue' });
});

test('runs, steps and notes are on record in the order in which they were said, before the call that came after them', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = w.page();
  const note = { kind: 'spliced', calls: ['r0'], text: 'One call was put back.' };
  page.say({ type: 'run', thread });
  page.say({ type: 'keep', name: 'a', value: 1, thread });
  page.say({ type: 'note', note, thread });
  page.say({ type: 'step', thread });
  page.say(opened);
  await reply(page);
  expect(await happenings(w)).toEqual(['run_started', 'kept', 'noted', 'step', 'gated']);
  expect((await journal(w))[2]?.happening).toEqual({ type: 'noted', ...note });
});

test('a call that stands in line says so where the page wants to know, and is decided later', async () => {
  const page = world({ settings: settingsWith(GUARDED) }).page();
  page.say(opened);
  await reply(page);
  page.say({ ...opened, call: 'r2', tellQueued: true });
  expect(await reply(page)).toEqual({ type: 'queued', call: 'r2' });
  page.say({ ...opened, call: 'r3' });
  await quiet();
  expect(page.pending).toBe(0);
  page.say({ type: 'settle', call: 'r1', status: 'success', content: '', thread });
  const replies = [await reply(page), await reply(page)];
  expect(replies).toContainEqual(expect.objectContaining({ type: 'verdict', call: 'r2' }));
});

test('a page that was loaded anew finds its conversation and what was kept with it, after a worker restart too', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = w.page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  page.say({ type: 'keep', name: 'splice', value: { at: 1 }, thread });
  page.say({ type: 'keep', name: 'old', value: 1, thread });
  page.say({ type: 'keep', name: 'old', value: null, thread });
  // Not waited for: the next page asks at once.
  const next = w.page({ documentId: 'doc-2' });
  const found = recalled({ id: 'c1', kept: [['splice', { at: 1 }]] });
  expect(await recall(next, ['m9', 'm1'])).toEqual(found);
  expect(await recall(w.restarted().page({ documentId: 'doc-3' }), ['m1'])).toEqual(found);
});

test('the longest mark that is known decides', async () => {
  const page = world().page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'short', end: 'm1' });
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'long', end: 'm2' });
  expect(await recall(page, ['m2', 'm1'])).toEqual(recalled({ id: 'long', kept: [] }));
});

test('a call that two conversations have come to leads to neither, a history to the last that came there', async () => {
  const page = world().page();
  for (const id of ['c1', 'c2', 'c2'])
    for (const end of ['call:m1', 'm2']) page.say({ type: 'reached', protocol: 'openai-chat', id, end });
  expect(await recall(page, ['call:m1'])).toEqual(recalled(null));
  expect(await recall(page, ['call:m1', 'm2'])).toEqual(recalled({ id: 'c2', kept: [] }));
});

test.each([
  ['another tab', { tab: { id: 8 } }],
  ['another frame', { frameId: 3 }],
  ['another origin', { url: 'http://localhost:9999/app' }],
])('%s does not find the conversation', async (_, sender) => {
  const w = world();
  w.page().say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  await quiet();
  expect(await recall(w.page(sender), ['m1'])).toEqual(recalled(null));
});

test('a conversation of another protocol is not found', async () => {
  const page = world().page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  expect(await recall(page, ['m1'], 'anthropic')).toEqual(recalled(null));
});

test('what is kept belongs to the conversation, also where the tab is the thread of all calls', async () => {
  const settings = settingsWith(GUARDED);
  const sites = settings.sites.map((site) => ({ ...site, thread: { identity: 'tab' as const, capture: null } }));
  const page = world({ settings: { ...settings, sites } }).page();
  for (const id of ['c1', 'c2']) {
    page.say({ type: 'keep', name: 'a', value: id, thread: { ...thread, id } });
    page.say({ type: 'reached', protocol: 'openai-chat', id, end: `end of ${id}` });
  }
  expect(await recall(page, ['end of c1'])).toEqual(recalled({ id: 'c1', kept: [['a', 'c1']] }));
});

test('the oldest page of marks of a tab is forgotten beyond the limit, and the others outlive the worker', async () => {
  const w = world();
  const page = w.page();
  for (let n = 0; n <= PAGE * PAGES; n++)
    page.say({ type: 'reached', protocol: 'openai-chat', id: `c${n}`, end: `m${n}` });
  await quiet();
  for (const from of [page, w.restarted().page()]) {
    expect(await recall(from, [`m${PAGE - 1}`])).toEqual(recalled(null));
    for (const n of [PAGE, PAGE * PAGES])
      expect(await recall(from, [`m${n}`])).toMatchObject({ conversation: { id: `c${n}` } });
  }
});

test('a mark is written with those of its page alone', async () => {
  const area = new MemoryArea();
  const set = vi.spyOn(area, 'set');
  const marks = new Marks(area);
  const owner = { place: { tab: 7, frame: 0, origin: 'http://localhost' }, match: '*', protocol: 'openai-chat' };
  for (let n = 0; n < PAGE * 3; n++) await marks.reached(owner, 'c', `m${n}`);
  for (const [items] of set.mock.calls)
    for (const value of Object.values(items))
      expect((value as { marks: unknown[] }).marks.length).toBeLessThanOrEqual(PAGE);
});

test('a value that is too large is not kept, nor is the one it was to replace, and a person is told', async () => {
  const w = world();
  const page = w.page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  page.say({ type: 'keep', name: 'a', value: 1, thread });
  page.say({ type: 'keep', name: 'a', value: 'x'.repeat(MAX_VALUE), thread });
  expect(await recall(page, ['m1'])).toEqual(recalled({ id: 'c1', kept: [] }));
  expect(w.service.problems.list()).toMatchObject([
    { message: expect.stringMatching(/was not kept.*4000002 characters/) },
  ]);
});

test('no more than so many values are kept with one conversation, and those there are can still change', async () => {
  const w = world();
  const page = w.page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  for (let n = 0; n <= MAX_NAMES; n++) page.say({ type: 'keep', name: `n${n}`, value: n, thread });
  page.say({ type: 'keep', name: 'n0', value: 'changed', thread });
  const answer = await recall(page, ['m1']);
  const kept = new Map(answer.type === 'recalled' ? answer.conversation?.kept : []);
  expect([kept.size, kept.get('n0'), kept.has(`n${MAX_NAMES}`)]).toEqual([MAX_NAMES, 'changed', false]);
  expect(w.service.problems.list()).toMatchObject([{ message: expect.stringContaining('1000 values already') }]);
});

test('nothing is kept or found on a site that is off', async () => {
  const w = world({ settings: inMode('off') });
  const page = w.page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  page.say({ type: 'keep', name: 'a', value: 1, thread });
  expect(await recall(page, ['m1'])).toEqual(recalled(null));
  expect(await journal(w)).toEqual([]);
});

test('what cannot be read is answered by the name of the question', async () => {
  const page = world().page();
  page.say({ type: 'end_run', end: 'e1', thread: 7 });
  page.say({ type: 'recall', recall: 'r1', protocol: 'openai-chat', ends: [7] });
  expect([await reply(page), await reply(page)]).toEqual([
    { type: 'run_end', end: 'e1', decision: 'complete' },
    { type: 'recalled', recall: 'r1', conversation: null },
  ]);
});

test('how the site tells its conversations apart comes with the policy, also when only that changes', async () => {
  const w = world({ settings: settingsWith(GUARDED) });
  const page = w.page();
  page.say({ type: 'hello' });
  expect(await reply(page)).toEqual({ type: 'policy', mode: 'enforce' });
  const settings = settingsWith(GUARDED);
  const capture = { from: 'url', pattern: '/c/(\\w+)' } as const;
  const sites = settings.sites.map((site) => ({ ...site, thread: { ...site.thread, capture } }));
  w.local.items.set('settings', { ...settings, sites });
  await w.service.reload();
  expect(await reply(page)).toEqual({
    type: 'policy',
    mode: 'enforce',
    conversations: { id: capture },
  });
});

test.each([
  ['{ERROR,FAILED}*', 'FAILED: no such file', true, 'error'],
  ['{ERROR,FAILED}*', 'the text', true, 'success'],
  ['*', 'the text', false, 'success'],
  [null, 'FAILED: no such file', true, 'success'],
])('the rule %j of a site on the result %j, guessed: %j, makes it a %s', async (failed, content, guessed, status) => {
  const settings = settingsWith(GUARDED);
  const w = world({ settings: { ...settings, sites: settings.sites.map((site) => ({ ...site, failed })) } });
  const page = w.page();
  page.say(opened);
  await reply(page);
  page.say({ type: 'settle', call: 'r1', status: 'success', content, thread, ...(guessed ? { guessed } : {}) });
  await reply(page);
  const settled = (await journal(w)).find(({ happening }) => happening.type === 'settled');
  expect(settled?.happening).toMatchObject({ result: { status } });
});
