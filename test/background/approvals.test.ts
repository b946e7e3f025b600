import { expect, test } from 'vitest';
import { decide } from '../../entrypoints/background/approvals.ts';
import { ASKING, DENYING, gate, reply, settingsWith, type TestPort, type World, world } from './support.ts';

async function asked(): Promise<{ w: World; page: TestPort; ticket: string }> {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const [ticket] = await w.service.waiting();
  return { w, page, ticket: ticket?.id ?? '' };
}

test('a second decision is refused and changes nothing', async () => {
  const { w, ticket } = await asked();
  await decide(w.service, { ticket, approve: false, again: false });
  const second = await decide(w.service, { ticket, approve: true, again: false });
  expect(second.kind).toBe('refused');
  expect((await w.service.ticket(ticket))?.status).toBe('rejected');
});

test('a decision sent again after a lost connection is told what came of the first', async () => {
  const { w, ticket } = await asked();
  await decide(w.service, { ticket, approve: false, note: 'No.', again: false });
  expect(await decide(w.service, { ticket, approve: false, note: 'No.', again: true })).toEqual({
    kind: 'denied',
    reason: 'No.',
  });
});

test('a decision sent again that never arrived is taken', async () => {
  const { w, ticket } = await asked();
  expect(await decide(w.service, { ticket, approve: true, again: true })).toEqual({ kind: 'allowed', reason: null });
});

test('two decisions at once end in one', async () => {
  const { w, ticket } = await asked();
  const both = await Promise.all([
    decide(w.service, { ticket, approve: true, again: false }),
    decide(w.service, { ticket, approve: false, again: false }),
  ]);
  expect(both.map((o) => o.kind)).toEqual(['allowed', 'refused']);
});

test('an unknown ticket is gone', async () => {
  const { w } = await asked();
  expect((await decide(w.service, { ticket: 'nobody', approve: true, again: false })).kind).toBe('gone');
});

test('a call whose page is gone is shown as gone', async () => {
  const { w, ticket } = await asked();
  const known = await w.service.ticket(ticket);
  await w.service.withdraw(known?.thread ?? '', 'c1', 'the page was closed or reloaded');
  expect(await decide(w.service, { ticket, approve: true, again: false })).toEqual({
    kind: 'gone',
    reason: 'the page was closed or reloaded',
  });
});

test('a decision that comes too late is shown as expired', async () => {
  const { w, ticket } = await asked();
  w.now += 600_000;
  expect((await decide(w.service, { ticket, approve: true, again: false })).kind).toBe('expired');
});

test('a ticket of machines that were replaced cannot be allowed', async () => {
  const { w, page, ticket } = await asked();
  await w.local.set({ settings: settingsWith(DENYING) });
  await w.service.reload();
  expect((await decide(w.service, { ticket, approve: true, again: false })).kind).toBe('refused');
  expect(await reply(page)).toMatchObject({ verdict: 'deny' });
});

test('broken settings take no decision', async () => {
  const { w, ticket } = await asked();
  await w.local.set({ settings: { version: 9 } });
  await w.service.reload();
  expect((await decide(w.service, { ticket, approve: true, again: false })).kind).toBe('refused');
});

test('a store that fails refuses the decision and says why', async () => {
  const { w, ticket } = await asked();
  await w.store.close();
  const outcome = await decide(w.service, { ticket, approve: true, again: false });
  expect(outcome.kind).toBe('refused');
  expect(outcome.reason).toContain('could not be carried out');
});
