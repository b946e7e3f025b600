import { expect, test } from 'vitest';
import type { JournalEntry } from '../../engine/state/journal.ts';
import { denyAll } from '../../entrypoints/background/approvals.ts';
import { editCall, NOT_EDITABLE } from '../../entrypoints/background/edit-call.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

const GUARDED = `${ASKING}
  - name: keep
    key: "{path}"
    initial: fine
    transitions:
      - on: 'delete_file(path ~ "keep*")'
        from: []
        to: fine
        on_violation: { action: deny, reason: "{path} is kept." }
`;

/** A page whose call waits. */
async function asked(text = ASKING, editable = true): Promise<{ w: World; page: TestPort; ticket: string }> {
  const w = world({ settings: settingsWith(text) });
  const page = w.page();
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable });
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  return { w, page, ticket: (await w.service.waiting())[0]?.id ?? '' };
}

test('the page is told to run the call with the arguments a person gave it', async () => {
  const { w, page, ticket } = await asked();
  expect(await editCall(w.service, ticket, { path: 'b.txt' })).toEqual({ kind: 'edited', reason: null });
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow', args: { path: 'b.txt' } });
  expect(await w.service.waiting()).toEqual([]);
});

test('its result moves the instance it ran on, and the model is told of the change', async () => {
  const { w, page, ticket } = await asked();
  await editCall(w.service, ticket, { path: 'b.txt' });
  await reply(page);
  const moved: unknown[] = [];
  w.service.listen((event) => {
    if (event.type !== 'entries') return;
    for (const { happening } of event.entries) if (happening.type === 'settled') moved.push(...happening.transitions);
  });
  page.say({ type: 'settle', call: 'c1', status: 'success', content: '', thread: HINT });
  expect(await reply(page)).toMatchObject({
    type: 'settled',
    reminders: [{ content: expect.stringContaining('{"path":"b.txt"}') }],
  });
  expect(moved).toEqual([expect.objectContaining({ machine: 'confirm', key: 'b.txt', to: 'gone' })]);
});

test('a refusal of the call as changed wins', async () => {
  const { w, page, ticket } = await asked(GUARDED);
  expect(await editCall(w.service, ticket, { path: 'keep.txt' })).toMatchObject({ kind: 'refused' });
  expect(await reply(page)).toMatchObject({
    call: 'c1',
    verdict: 'deny',
    reason: expect.stringContaining('keep.txt is kept.'),
  });
});

test('a machine that had not asked is not answered by the change', async () => {
  const asking = GUARDED.replace('action: deny', 'action: ask');
  const { w, page, ticket } = await asked(asking);
  expect(await editCall(w.service, ticket, { path: 'keep.txt' })).toMatchObject({ kind: 'refused' });
  expect(await reply(page)).toMatchObject({ call: 'c1', verdict: 'ask' });
  expect(await w.service.waiting()).toMatchObject([{ args: { path: 'keep.txt' }, violations: [{}, {}] }]);
});

test('the journal holds the call as it was and as it was changed', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const entries: JournalEntry[] = [];
  w.service.listen((event) => {
    if (event.type === 'entries') entries.push(...event.entries);
  });
  const page = w.page();
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  await reply(page);
  await editCall(w.service, (await w.service.waiting())[0]?.id ?? '', { path: 'b.txt' });
  const told = entries.flatMap(({ happening: h }) =>
    h.type === 'gated' ? [[h.verdict, h.call.args]] : h.type === 'resolved' ? [[h.outcome, h.note]] : [],
  );
  expect(told).toEqual([
    ['ask', { path: 'a.txt' }],
    ['abandoned', expect.stringContaining('as changed')],
    ['ask', { path: 'b.txt' }],
    ['approved', expect.stringContaining('a person gave it')],
    ['allow', { path: 'b.txt' }],
  ]);
});

test('a page that cannot run other arguments is not asked to, and the call waits on', async () => {
  const { w, page, ticket } = await asked(ASKING, false);
  expect(await editCall(w.service, ticket, { path: 'b.txt' })).toBe(NOT_EDITABLE);
  expect((await w.service.ticket(ticket))?.status).toBe('pending');
  expect(page.pending).toBe(0);
});

test('arguments of another kind are refused, and the call waits on', async () => {
  const { w, ticket } = await asked();
  expect(await editCall(w.service, ticket, ['b.txt'])).toContain('a list');
  expect((await w.service.ticket(ticket))?.status).toBe('pending');
});

test('a page that asks again after the worker was killed gets the changed call', async () => {
  const { w, ticket } = await asked();
  await editCall(w.service, ticket, { path: 'b.txt' });
  const page = w.restarted().page();
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow', args: { path: 'b.txt' } });
});

test('a page that gives the call up ends the changed one', async () => {
  const { w, page, ticket } = await asked();
  await editCall(w.service, ticket, { path: 'b.txt' });
  await reply(page);
  page.say({ type: 'withdraw', call: 'c1', why: 'cancelled', thread: HINT });
  await reply(page);
  expect(await w.service.unfinished()).toEqual([]);
});

test('a decision that comes twice changes the call once', async () => {
  const { w, page, ticket } = await asked();
  const both = await Promise.all([
    editCall(w.service, ticket, { path: 'b.txt' }),
    editCall(w.service, ticket, { path: 'c.txt' }),
  ]);
  expect(both.map((one) => typeof one === 'string' || one.kind)).toEqual(['edited', 'edited']);
  expect(await reply(page)).toMatchObject({ args: { path: 'b.txt' } });
});

test('denying all that waits in a run leaves the calls of another run of the thread', async () => {
  const { w, page } = await asked();
  const [ticket] = await w.service.waiting();
  const thread = ticket?.thread ?? '';
  w.now += 1;
  await w.service.startRun(thread);
  page.say(gate('c2', 'delete_file', 'b.txt'));
  await reply(page);
  const waiting = async (): Promise<readonly string[]> => (await w.service.waiting()).map(({ call }) => call);
  await denyAll(w.service, { thread, current: true }, 'Stop.');
  expect(await waiting()).toEqual(['c1']);
  await denyAll(w.service, { thread, current: false }, undefined);
  expect(await waiting()).toEqual([]);
});

test('denying all that waits ends every call of the thread, with the note, and no other', async () => {
  const { w, page } = await asked();
  page.say(gate('c2', 'delete_file', 'b.txt'));
  await reply(page);
  page.say({ ...gate('c3', 'delete_file', 'c.txt'), thread: { ...HINT, id: 'session-2' } });
  await reply(page);
  const thread = (await w.service.waiting())[0]?.thread ?? '';
  const outcomes = await denyAll(w.service, { thread, current: true }, 'Stop.');
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    { kind: 'denied', reason: 'Stop.' },
    { kind: 'denied', reason: 'Stop.' },
  ]);
  for (const call of ['c1', 'c2'])
    expect(await reply(page)).toMatchObject({ call, verdict: 'deny', reason: expect.stringContaining('Stop.') });
  await quiet();
  expect((await w.service.waiting()).map((ticket) => ticket.call)).toEqual(['c3']);
});

test('a page that tells the model itself of the change leaves nothing to be told', async () => {
  const { w, page, ticket } = await asked();
  await editCall(w.service, ticket, { path: 'b.txt' });
  await reply(page);
  page.say({ type: 'settle', call: 'c1', status: 'success', content: '', told: true, thread: HINT });
  expect(await reply(page)).toEqual({ type: 'settled', call: 'c1', reminders: [] });
});
