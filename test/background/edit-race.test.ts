/** Two windows decide the same call at once, one by changing it. Whichever is on record first holds; nobody is told otherwise. */
import { expect, test } from 'vitest';
import type { Store } from '../../engine/state/store.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import { decide } from '../../entrypoints/background/approvals.ts';
import { editCall } from '../../entrypoints/background/edit-call.ts';
import { ASKING, gate, MemoryArea, quiet, reply, settingsWith, type TestPort, type World, world } from './support.ts';

/** Holds up the next thing of a kind that is done after `arm`, until it is let go. */
class Holdup {
  #hold: PromiseWithResolvers<void> | null = null;
  #reached: PromiseWithResolvers<void> | null = null;

  /** Resolves when something is held up. */
  arm(): Promise<void> {
    this.#hold = Promise.withResolvers<void>();
    this.#reached = Promise.withResolvers<void>();
    return this.#reached.promise;
  }

  async pass(): Promise<void> {
    const reached = this.#reached;
    this.#reached = null;
    if (reached === null) return;
    reached.resolve();
    await this.#hold?.promise;
  }

  release(): void {
    this.#hold?.resolve();
  }
}

/** Held up when the arguments of a waiting call are looked up, the last look before it is changed. */
function lookedAt(holdup: Holdup): Store {
  const store = createMemoryStore();
  return {
    ...bound(store),
    read: async (keys) => {
      const rows = await store.read(keys);
      if (keys.length === 1 && keys[0]?.startsWith('live/') === true) await holdup.pass();
      return rows;
    },
  };
}

function bound(store: Store): Store {
  return {
    read: (keys) => store.read(keys),
    scan: (prefix) => store.scan(prefix),
    commit: (entries, rows) => store.commit(entries, rows),
    journal: (from) => store.journal(from),
    newest: () => store.newest(),
    close: () => store.close(),
  };
}

/** Held up when an edit is about to be stored. */
class EditArea extends MemoryArea {
  readonly holdup = new Holdup();

  override async set(items: Record<string, unknown>): Promise<void> {
    if ('edits' in items) await this.holdup.pass();
    await super.set(items);
  }
}

async function asked(options: {
  store?: Store;
  session?: MemoryArea;
}): Promise<{ w: World; page: TestPort; ticket: string }> {
  const w = world({ settings: settingsWith(ASKING), ...options });
  const page = w.page();
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
  return { w, page, ticket: (await w.service.waiting())[0]?.id ?? '' };
}

const gated = async (w: World): Promise<unknown[]> =>
  (await Array.fromAsync(w.store.journal())).flatMap(({ happening }) =>
    happening.type === 'gated' ? [[happening.verdict, happening.call.args]] : [],
  );

test('a change that comes after another window has allowed the call changes nothing, and says that it was allowed', async () => {
  const holdup = new Holdup();
  const { w, page, ticket } = await asked({ store: lookedAt(holdup) });
  const reached = holdup.arm();
  const editing = editCall(w.service, ticket, { path: 'b.txt' });
  await reached;
  expect(await decide(w.service, { ticket, approve: true, again: false })).toMatchObject({ kind: 'allowed' });
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
  holdup.release();
  expect(await editing).toEqual({ kind: 'allowed', reason: null });
  expect(await gated(w)).toEqual([
    ['ask', { path: 'a.txt' }],
    ['allow', { path: 'a.txt' }],
  ]);
  expect(await w.service.unfinished()).toMatchObject([{ call: { id: 'c1', status: 'running' } }]);
});

test('an approval that arrives while a change is being stored comes first', async () => {
  const session = new EditArea();
  const { w, page, ticket } = await asked({ session });
  const reached = session.holdup.arm();
  const editing = editCall(w.service, ticket, { path: 'b.txt' });
  await reached;
  expect(await decide(w.service, { ticket, approve: true, again: false })).toEqual({ kind: 'allowed', reason: null });
  expect(await reply(page)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
  session.holdup.release();
  expect(await editing).toEqual({ kind: 'allowed', reason: null });
  await quiet();
  expect(page.pending).toBe(0);
});

test('an approval that comes after the change is told that the call was changed', async () => {
  const { w, page, ticket } = await asked({});
  const [edited, approved] = await Promise.all([
    editCall(w.service, ticket, { path: 'b.txt' }),
    reply(page).then(() => decide(w.service, { ticket, approve: true, again: false })),
  ]);
  expect([edited.valueOf(), approved.kind]).toMatchObject([{ kind: 'edited' }, 'edited']);
});

test('a refusal that arrives while a change is being stored comes first, and the call does not run', async () => {
  const session = new EditArea();
  const { w, page, ticket } = await asked({ session });
  const reached = session.holdup.arm();
  const editing = editCall(w.service, ticket, { path: 'b.txt' });
  await reached;
  await decide(w.service, { ticket, approve: false, note: 'Keep it.', again: false });
  expect(await reply(page)).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('Keep it.') });
  session.holdup.release();
  expect(await editing).toEqual({ kind: 'denied', reason: 'Keep it.' });
  expect(await gated(w)).toEqual([['ask', { path: 'a.txt' }]]);
});

test('of two changes the first holds, and the other window is told that the call does not run as it wanted', async () => {
  const session = new EditArea();
  const { w, page, ticket } = await asked({ session });
  const reached = session.holdup.arm();
  const first = editCall(w.service, ticket, { path: 'b.txt' });
  await reached;
  const second = editCall(w.service, ticket, { path: 'c.txt' });
  session.holdup.release();
  expect(await first).toEqual({ kind: 'edited', reason: null });
  expect(await second).toMatchObject({ kind: 'edited', reason: expect.stringContaining('another window') });
  expect(await reply(page)).toMatchObject({ verdict: 'allow', args: { path: 'b.txt' } });
});

test('a change whose worker is killed before it is on record leaves the call waiting as it was', async () => {
  const session = new EditArea();
  const { w, ticket } = await asked({ session });
  const { store } = w;
  const dying = world({
    local: w.local,
    session,
    openStore: async () => ({
      ...bound(store),
      commit: () => new Promise(() => undefined),
    }),
  });
  const page = dying.page();
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  await reply(page);
  void editCall(dying.service, ticket, { path: 'b.txt' });
  await quiet();
  expect(session.items.get('edits')).not.toEqual({});
  const after = w.restarted();
  const again = after.page();
  again.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  expect(await reply(again)).toMatchObject({ verdict: 'ask' });
  expect(await decide(after.service, { ticket, approve: true, again: false })).toMatchObject({ kind: 'allowed' });
  expect(await reply(again)).toEqual({ type: 'verdict', call: 'c1', verdict: 'allow' });
});

test('a page that asks again at the moment of the change is told to run the call as changed', async () => {
  const { w, page, ticket } = await asked({});
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  const editing = editCall(w.service, ticket, { path: 'b.txt' });
  page.say({ ...gate('c1', 'delete_file', 'a.txt'), editable: true });
  expect(await editing).toMatchObject({ kind: 'edited' });
  for (;;) {
    const verdict = await reply(page);
    if (verdict.type === 'verdict' && verdict.verdict === 'ask') continue;
    expect(verdict).toMatchObject({ verdict: 'allow', args: { path: 'b.txt' } });
    break;
  }
});
