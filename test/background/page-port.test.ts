import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { decided } from '../../entrypoints/background/decided.ts';
import type { PageReply } from '../../entrypoints/background/page-messages.ts';
import { defaultSettings } from '../../entrypoints/background/settings.ts';
import { ASKING, DENYING, gate, HINT, quiet, reply, settingsWith, world } from './support.ts';

const settle = (call: string): unknown => ({ type: 'settle', call, status: 'success', content: 'done', thread: HINT });

test('hello is answered with the mode of the site', async () => {
  const page = world().page();
  page.say({ type: 'hello' });
  expect(await reply(page)).toEqual({ type: 'policy', mode: 'enforce' });
});

test('hello from a page that no site covers is answered with off', async () => {
  const page = world().page({ url: 'https://example.org/' });
  page.say({ type: 'hello' });
  expect(await reply(page)).toEqual({ type: 'policy', mode: 'off' });
});

test('a call that breaks no rule is allowed', async () => {
  const page = world({ settings: settingsWith(ASKING) }).page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
});

test('a write before the read is denied by the bundled machine, and allowed after it', async () => {
  const page = world().page();
  page.say(gate('c1', 'write_file', 'a.txt'));
  expect(await reply(page)).toEqual({
    type: 'verdict',
    call: 'c1',
    verdict: 'deny',
    reason: 'Read a.txt before writing.',
  });
  page.say(gate('c2', 'read_text_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
  page.say(settle('c2'));
  expect(await reply(page)).toEqual({ type: 'settled', call: 'c2', reminders: [] });
  page.say(gate('c3', 'write_file', './a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c3', verdict: 'allow' });
});

test('messages that arrive before everything is loaded wait for it', async () => {
  const opened = Promise.withResolvers<void>();
  const base = world({ settings: settingsWith(ASKING) });
  const slow = world({ local: base.local, openStore: () => opened.promise.then(() => base.store) });
  const page = slow.page();
  page.say({ type: 'hello' });
  await reply(page);
  page.say(gate('c1', 'read_file', 'a.txt'));
  await quiet();
  expect(page.pending).toBe(0);
  opened.resolve();
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'allow' });
});

test('a held call is answered twice: ask at once, allow when a person has allowed it', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toEqual({
    type: 'verdict',
    call: 'c1',
    verdict: 'ask',
    reason: 'Deleting a.txt needs a person.',
    expiresAt: w.now + 600_000,
  });
  const [ticket] = await w.service.waiting();
  expect(await decide(w.service, { ticket: ticket?.id ?? '', approve: true, again: false })).toEqual({
    kind: 'allowed',
    reason: null,
  });
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
});

test('a denied ask carries the note of the person to the model', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const [ticket] = await w.service.waiting();
  await decide(w.service, { ticket: ticket?.id ?? '', approve: false, note: 'Keep it.', again: false });
  const answer = await reply(page);
  expect(answer).toMatchObject({ call: 'c1', verdict: 'deny' });
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain('Keep it.');
});

test('a held call is denied when its time has run out', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.now += 600_000;
  await w.service.sweep();
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'deny' });
});

test('a withdrawn call no longer waits', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  page.say({ type: 'withdraw', call: 'c1', why: 'The client cancelled it.', thread: HINT });
  expect(await reply(page)).toEqual({ type: 'withdrawn', call: 'c1' });
  expect(await w.service.waiting()).toEqual([]);
});

test('asked again under the same id, a waiting call is the same call', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  const first = await reply(page);
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toEqual(first);
  expect(await w.service.waiting()).toHaveLength(1);
});

test('a waiting call is not asked about again because something else has changed', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.service.problems.report('elsewhere', { code: 'message', message: 'x', remedy: 'y' });
  await quiet();
  expect(page.pending).toBe(0);
});

test('after a killed worker the page asks again and gets the decision that was taken meanwhile', async () => {
  const before = world({ settings: settingsWith(ASKING) });
  const lost = before.page();
  lost.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(lost);
  const after = before.restarted();
  const [ticket] = await after.service.waiting();
  await decide(after.service, { ticket: ticket?.id ?? '', approve: true, again: false });
  const page = after.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
});

test('a waiting call is decided anew when the machines are replaced', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  await w.local.set({ settings: settingsWith(DENYING) });
  await w.service.reload();
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'deny', reason: 'Deleting a.txt is not allowed.' });
  expect(await w.service.waiting()).toEqual([]);
});

test('a waiting call is refused when its site is switched off, not let through', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const off = settingsWith(ASKING);
  await w.local.set({ settings: { ...off, sites: off.sites.map((site) => ({ ...site, mode: 'off' })) } });
  await w.service.reload();
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'deny' });
  await quiet();
  expect(await w.service.waiting()).toEqual([]);
});

test('a waiting call is refused when the settings break, and waits no more', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  await w.local.set({ settings: { version: 99 } });
  await w.service.reload();
  const answer = await reply(page);
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain('newer Interlock');
  await quiet();
  expect(await w.service.waiting()).toEqual([]);
});

test('a call that stands in line when the machines are replaced is decided by the new ones', async () => {
  const w = world();
  const page = w.page();
  page.say(gate('c1', 'read_text_file', 'a.txt'));
  await reply(page);
  page.say(gate('c2', 'read_text_file', 'a.txt'));
  await quiet();
  expect(page.pending).toBe(0);
  await w.local.set({ settings: settingsWith(ASKING) });
  await w.service.reload();
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c2', verdict: 'allow' });
});

test('whoever waits for a decision that was taken already does not wait', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const [ticket] = await w.service.waiting();
  await decide(w.service, { ticket: ticket?.id ?? '', approve: false, again: false });
  await decided(w.service, ticket?.id ?? '', new AbortController().signal);
});

test('pages hear of a changed mode', async () => {
  const w = world();
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  const settings = defaultSettings();
  await w.local.set({ settings: { ...settings, sites: settings.sites.map((site) => ({ ...site, mode: 'observe' })) } });
  await w.service.reload();
  expect(await reply(page)).toEqual({ type: 'policy', mode: 'observe' });
});

test('an observed site lets through what it would have denied', async () => {
  const settings = settingsWith(DENYING);
  const w = world({ settings: { ...settings, sites: settings.sites.map((site) => ({ ...site, mode: 'observe' })) } });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
});

test('broken settings refuse every call, with the reason', async () => {
  const page = world({ settings: { version: 2, sites: 'all' } }).page();
  page.say({ type: 'hello' });
  expect(await reply(page)).toEqual({ type: 'policy', mode: 'enforce' });
  page.say(gate('c1', 'read_file', 'a.txt'));
  const answer = await reply(page);
  expect(answer).toMatchObject({ call: 'c1', verdict: 'deny' });
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain('"sites"');
});

test('a set that does not compile refuses every call of its site, with the place of the error', async () => {
  const page = world({ settings: settingsWith('machines: [{ name: x }]') }).page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  const answer = await reply(page);
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain('Line 1, column');
});

test('a store that cannot be opened refuses every call, and is tried again', async () => {
  const base = world({ settings: settingsWith(ASKING) });
  let broken = true;
  const openStore = async (): Promise<typeof base.store> => {
    if (broken) throw new Error('The disk is full.');
    return base.store;
  };
  const w = world({ local: base.local, openStore });
  const page = w.page();
  page.say(gate('c1', 'read_file', 'a.txt'));
  const answer = await reply(page);
  expect(answer.type === 'verdict' && answer.verdict === 'deny' && answer.reason).toContain('The disk is full.');
  expect(w.service.problems.list()).toMatchObject([{ code: 'store' }]);
  broken = false;
  page.say(gate('c2', 'read_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
  expect(w.service.problems.list()).toEqual([]);
});

test('a message that cannot be read is refused by the name of its call', async () => {
  const w = world();
  const page = w.page();
  page.say({ type: 'gate', call: 'c1', tool: 7 });
  expect(await reply(page)).toMatchObject({ type: 'verdict', call: 'c1', verdict: 'deny' });
  expect(w.service.problems.list()).toMatchObject([{ code: 'message' }]);
});

test('a result that cannot be read is answered by the name of its call', async () => {
  const page = world().page();
  page.say({ type: 'settle', call: 'c1', status: 'odd' });
  expect(await reply(page)).toMatchObject({
    type: 'unrecorded',
    call: 'c1',
    reason: expect.stringContaining('status'),
  });
});

test('a ping is answered', async () => {
  const page = world().page();
  page.say({ type: 'ping' });
  expect(await reply(page)).toEqual({ type: 'pong' });
});

test('a connection that comes from no tab is closed', () => {
  expect(world().page({ tab: undefined }).closed).toBe(true);
});

test('a page cannot reach a call of another origin by its ids', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const other = w.page({ url: 'http://localhost:4000/', documentId: 'doc-2', tab: { id: 8 } });
  other.say({ type: 'withdraw', call: 'c1', why: 'mine now', thread: HINT });
  await reply(other);
  expect(await w.service.waiting()).toHaveLength(1);
});

test('a new run resets what belongs to a run', async () => {
  const text = `machines:
  - name: once
    scope: run
    initial: fresh
    transitions:
      - { on: ping, from: fresh, to: used, on_violation: deny }
`;
  const page = world({ settings: settingsWith(text) }).page();
  const verdicts: PageReply[] = [];
  for (const call of ['c1', 'c2', 'c3']) {
    if (call === 'c3') page.say({ type: 'run', thread: HINT });
    page.say(gate(call, 'ping', ''));
    const answer = await reply(page);
    verdicts.push(answer);
    if (answer.type !== 'verdict' || answer.verdict !== 'allow') continue;
    page.say(settle(call));
    await reply(page);
  }
  expect(verdicts.map((v) => v.type === 'verdict' && v.verdict)).toEqual(['allow', 'deny', 'allow']);
});
