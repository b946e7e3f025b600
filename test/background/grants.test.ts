import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

/** A second machine that asks about the same calls, from the second call of a path on. */
const TWICE = `${ASKING}
  - name: again
    key: "{path}"
    initial: first
    transitions:
      - on: 'delete_file(path ~ "*")'
        from: first
        to: second
        on_violation: { action: ask, reason: "Deleting {path} twice needs a person." }
      - on: 'delete_file(path ~ "*")'
        from: []
        to: second
        on_violation: { action: ask, reason: "Deleting {path} twice needs a person." }
`;

async function started(text = ASKING): Promise<{ w: World; page: TestPort }> {
  const w = world({ settings: settingsWith(text) });
  return { w, page: w.page() };
}

async function ask(page: TestPort, call: string, path: string, tool = 'delete_file'): Promise<string> {
  page.say(gate(call, tool, path));
  const verdict = await reply(page);
  return verdict.type === 'verdict' ? verdict.verdict : verdict.type;
}

async function ticketOf(w: World, call: string): Promise<string> {
  return (await w.service.waiting()).find((ticket) => ticket.call === call)?.id ?? '';
}

/** The call is asked about, and allowed with a grant. */
async function granted(w: World, page: TestPort, kind: 'call' | 'instance', call = 'c1', path = 'a.txt') {
  await ask(page, call, path);
  const ticket = await ticketOf(w, call);
  const outcome = await decide(w.service, { ticket, approve: true, grant: kind, again: false });
  expect(outcome.kind).toBe('allowed');
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
  // It fails: nothing moves, and the machine asks about the next one too.
  await settle(page, call);
}

async function settle(page: TestPort, call: string): Promise<void> {
  page.say({ type: 'settle', call, status: 'error', content: 'no', thread: HINT });
  await reply(page);
}

test.each(['call', 'instance'] as const)('the same call goes through by the grant "%s"', async (kind) => {
  const { w, page } = await started();
  await granted(w, page, kind);
  expect(await ask(page, 'c2', 'a.txt')).toBe('allow');
});

test.each(['call', 'instance'] as const)('another instance still asks after the grant "%s"', async (kind) => {
  const { w, page } = await started();
  await granted(w, page, kind);
  expect(await ask(page, 'c2', 'b.txt')).toBe('ask');
});

const withMore = (call: string) => ({ ...gate(call, 'delete_file', 'a.txt'), args: { path: 'a.txt', force: true } });

test('other arguments on the same instance still ask after "the same call again"', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  page.say(withMore('c2'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
});

test('other arguments on the same instance go through by "this instance"', async () => {
  const { w, page } = await started();
  await granted(w, page, 'instance');
  page.say(withMore('c2'));
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
});

test('the order of the arguments makes no other call', async () => {
  const { w, page } = await started();
  page.say(withMore('c1'));
  await reply(page);
  await decide(w.service, { ticket: await ticketOf(w, 'c1'), approve: true, grant: 'call', again: false });
  await reply(page);
  await settle(page, 'c1');
  page.say({ ...gate('c2', 'delete_file', ''), args: { force: true, path: 'a.txt' } });
  expect(await reply(page)).toMatchObject({ verdict: 'allow' });
});

test('a question of another machine is asked, whatever was granted', async () => {
  const { w, page } = await started(TWICE);
  await granted(w, page, 'instance');
  expect(await ask(page, 'c2', 'a.txt')).toBe('allow');
  page.say({ type: 'settle', call: 'c2', status: 'success', content: '', thread: HINT });
  await reply(page);
  expect(await ask(page, 'c3', 'a.txt')).toBe('ask');
});

test('a refusal stays one', async () => {
  const denying = `${ASKING}
  - name: never
    key: "{path}"
    initial: fine
    transitions:
      - on: 'delete_file(force = "true")'
        from: []
        to: fine
        on_violation: { action: deny, reason: "Never by force." }
`;
  const { w, page } = await started(denying);
  await granted(w, page, 'instance');
  page.say({ ...gate('c2', 'delete_file', ''), args: { path: 'a.txt', force: 'true' } });
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: 'Never by force.' });
});

test('a grant ends with its run', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  page.say({ type: 'run', thread: HINT });
  await quiet();
  expect(await ask(page, 'c2', 'a.txt')).toBe('ask');
});

test('a grant holds in its own thread alone', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  page.say({ ...gate('c2', 'delete_file', 'a.txt'), thread: { ...HINT, id: 'session-2' } });
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
});

test('a grant that was taken back answers nothing', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  const grants = await w.service.grants();
  await grants.revoke(grants.list()[0]?.id ?? '');
  expect(await ask(page, 'c2', 'a.txt')).toBe('ask');
});

test('a grant outlives the worker, and a revoked one does not return', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  const next = w.restarted();
  const later = next.page();
  expect(await ask(later, 'c2', 'a.txt')).toBe('allow');
  await settle(later, 'c2');
  const grants = await next.service.grants();
  await grants.revoke(grants.list()[0]?.id ?? '');
  expect(await ask(next.restarted().page(), 'c3', 'a.txt')).toBe('ask');
});

test('a grant of machines that were changed answers nothing', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  await w.local.set({ settings: settingsWith(ASKING.replace('needs a person', 'needs somebody')) });
  await w.service.reload();
  expect(await ask(page, 'c2', 'a.txt')).toBe('ask');
});

test('what waits already and is covered goes through with the grant', async () => {
  const { w, page } = await started();
  await ask(page, 'c1', 'a.txt');
  await ask(page, 'c2', 'a.txt');
  const decided = decide(w.service, {
    ticket: await ticketOf(w, 'c1'),
    approve: true,
    grant: 'instance',
    again: false,
  });
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'allow' });
  await settle(page, 'c1');
  expect(await reply(page)).toMatchObject({ call: 'c2', verdict: 'allow' });
  expect((await decided).kind).toBe('allowed');
});

test('the journal says which grant let a call through', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  const notes: (string | null)[] = [];
  w.service.listen((event) => {
    if (event.type !== 'entries') return;
    for (const { happening } of event.entries) if (happening.type === 'resolved') notes.push(happening.note);
  });
  await ask(page, 'c2', 'a.txt');
  const [grant] = (await w.service.grants()).list();
  expect(notes).toEqual([expect.stringContaining(`Allowed by grant ${grant?.id}`)]);
  expect(grant?.uses).toBe(1);
});

test('a call of a run that is over can be allowed once, and no more', async () => {
  const { w, page } = await started();
  await ask(page, 'c1', 'a.txt');
  w.now += 1;
  page.say({ type: 'run', thread: HINT });
  await quiet();
  const ticket = await ticketOf(w, 'c1');
  const outcome = await decide(w.service, { ticket, approve: true, grant: 'call', again: false });
  expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('run') });
  expect((await w.service.ticket(ticket))?.status).toBe('pending');
  expect((await decide(w.service, { ticket, approve: true, again: false })).kind).toBe('allowed');
});

test('a grant that cannot be stored is none, and the call waits on', async () => {
  const { w, page } = await started();
  await ask(page, 'c1', 'a.txt');
  await ask(page, 'c2', 'a.txt');
  const set = w.session.set.bind(w.session);
  w.session.set = async () => Promise.reject(new Error('The quota is used up.'));
  const ticket = await ticketOf(w, 'c1');
  expect(await decide(w.service, { ticket, approve: true, grant: 'instance', again: false })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('quota'),
  });
  w.session.set = set;
  expect((await w.service.waiting()).map(({ call }) => call)).toEqual(['c1', 'c2']);
  expect(await ask(page, 'c3', 'a.txt')).toBe('ask');
});

test('a grant lets nothing more through once it is taken back, also when that cannot be stored', async () => {
  const { w, page } = await started();
  await granted(w, page, 'call');
  const grants = await w.service.grants();
  const id = grants.list()[0]?.id ?? '';
  const set = w.session.set.bind(w.session);
  w.session.set = async () => Promise.reject(new Error('The quota is used up.'));
  await expect(grants.revoke(id)).rejects.toThrow('quota');
  // Without storage no call waits at all.
  w.session.set = set;
  expect(await ask(page, 'c2', 'a.txt')).toBe('ask');
  expect(grants.list().map((grant) => [grant.id, grants.isWithdrawn(grant.id)])).toEqual([[id, true]]);
  await grants.revoke(id);
  expect(grants.list()).toEqual([]);
});

test('a grant whose call could not be let through is taken back', async () => {
  const { w, page } = await started();
  await ask(page, 'c1', 'a.txt');
  const ticket = await ticketOf(w, 'c1');
  const commit = w.store.commit.bind(w.store);
  w.store.commit = async () => Promise.reject(new Error('The disk is full.'));
  expect(await decide(w.service, { ticket, approve: true, grant: 'call', again: false })).toMatchObject({
    kind: 'refused',
  });
  w.store.commit = commit;
  expect((await w.service.grants()).list()).toEqual([]);
});
