import { expect, test } from 'vitest';
import { Endings } from '../../entrypoints/background/endings.ts';
import { InstanceBoard } from '../../entrypoints/background/instance-board.ts';
import type { CurrentPage } from '../../entrypoints/background/overview.ts';
import type { SiteScripts } from '../../entrypoints/background/site-scripts.ts';
import type { Overview, UiReply } from '../../entrypoints/background/ui-messages.ts';
import { serveUi } from '../../entrypoints/background/ui-port.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, TestPort, type World, world } from './support.ts';

function view(w: World): TestPort {
  const port = new TestPort('interlock:ui', {});
  const { service, settings, killSwitch } = w;
  const currentPage = async (tab: number): Promise<CurrentPage | null> =>
    tab === 7
      ? { url: 'http://localhost:5173/app', told: (await service.memory()).toldMode(7, 'http://localhost:5173') }
      : null;
  const titleOf = async (tab: number): Promise<string | null> => (tab === 7 ? 'Playground' : null);
  serveUi(port, {
    service,
    settings,
    killSwitch,
    endings: new Endings(service),
    currentPage,
    titleOf,
    board: new InstanceBoard(service),
    pageUse: () => Promise.reject(new Error('not asked for here')),
    siteScripts: { permitted: async () => true } as unknown as SiteScripts,
    pagesOf: async () => [],
    later: w.timers.later,
  });
  return port;
}

const overview = async (port: TestPort): Promise<Overview> => {
  const message = await port.next<UiReply>();
  if (message.type !== 'overview') throw new Error(`not an overview: ${message.type}`);
  return message.overview;
};

test('a page that knows of another mode than off is shown as connected, any other is not', async () => {
  const w = world();
  const port = view(w);
  const connected = async (): Promise<boolean> => {
    port.say({ type: 'watch_overview', tab: 7 });
    const { site } = await overview(port);
    return site.kind === 'guarded' && site.connected;
  };
  expect(await connected()).toBe(false);
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  await quiet();
  expect(await connected()).toBe(true);
  (await w.service.memory()).tellMode({ tab: 7, origin: 'http://localhost:5173', document: 'doc-1' }, 'off');
  expect(await connected()).toBe(false);
});

test('the overview shows the page, what waits, and the instances', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say({ type: 'hello' });
  await reply(page);
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.now += 5_000;
  const port = view(w);
  port.say({ type: 'watch_overview', tab: 7 });
  const seen = await overview(port);
  expect(seen.site).toMatchObject({
    kind: 'guarded',
    origin: 'http://localhost:5173',
    mode: 'enforce',
    machines: ['confirm'],
    connected: true,
  });
  expect(seen.waiting).toMatchObject([
    {
      tool: 'delete_file',
      args: [{ name: 'path', head: 'a.txt' }],
      asks: [
        {
          machine: 'confirm',
          key: 'a.txt',
          state: 'there',
          stage: 'initial',
          reason: 'Deleting a.txt needs a person.',
        },
      ],
      at: 1_000_000,
      expiresAt: 1_600_000,
      page: { tab: 7, origin: 'http://localhost:5173', title: 'Playground' },
      run: 0,
    },
  ]);
});

test('the overview follows what happens', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const port = view(w);
  port.say({ type: 'watch_overview', tab: 7 });
  expect((await overview(port)).waiting).toEqual([]);
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  w.timers.elapse();
  expect((await overview(port)).waiting).toHaveLength(1);
});

test('a decision is answered with what it led to, and the ended call is told of', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const port = view(w);
  port.say({ type: 'watch_overview', tab: null });
  const ticket = (await overview(port)).waiting[0]?.ticket ?? '';
  port.say({ type: 'decide', ticket, approve: false, note: 'Keep it.', again: false });
  expect(await port.next()).toEqual({ type: 'decided', ticket, outcome: { kind: 'denied', reason: 'Keep it.' } });
  w.timers.elapse();
  expect((await overview(port)).ended).toEqual([
    { ticket, outcome: { kind: 'denied', reason: 'Keep it.' }, tool: 'delete_file', key: 'a.txt', at: 1_000_000 },
  ]);
});

test('more of a long argument can be had', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  const path = `${'x'.repeat(50_000)}END`;
  page.say({ ...gate('c1', 'delete_file', ''), args: { path } });
  await reply(page);
  const [ticket] = await w.service.waiting();
  const port = view(w);
  port.say({ type: 'argument', request: 3, ticket: ticket?.id, field: 0, from: 49_999 });
  expect(await port.next()).toEqual({ type: 'argument', request: 3, text: 'xEND' });
});

test('saving is answered when the set is stored and its sites know it', async () => {
  const w = world();
  await w.service.forces();
  const port = view(w);
  port.say({ type: 'save_set', request: 1, name: 'mine', text: ASKING });
  expect(await port.next()).toEqual({ type: 'done', request: 1 });
  port.say({ type: 'switch_set', request: 2, match: '*://localhost/*', set: { from: 'own', name: 'mine' }, on: true });
  expect(await port.next()).toEqual({ type: 'done', request: 2 });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  expect(await reply(page)).toMatchObject({ verdict: 'ask' });
});

test('what does not compile is refused by the background, whatever the page thinks', async () => {
  const port = view(world());
  port.say({ type: 'save_set', request: 1, name: 'mine', text: 'machines: 7' });
  expect(await port.next()).toMatchObject({ type: 'refused', request: 1 });
});

test.each([{ type: 'decide', ticket: 'x' }, { type: 'allow_all' }, 'decide', null])(
  'a message that cannot be read is answered, and nothing is done: %j',
  async (message) => {
    const port = view(world());
    port.say(message);
    expect(await port.next()).toMatchObject({ type: 'unreadable' });
  },
);

test('a request that cannot be read is refused by its number: nobody waits for an answer that does not come', async () => {
  const port = view(world());
  port.say({ type: 'edit', request: 5, ticket: 7, args: {} });
  expect(await port.next()).toMatchObject({ type: 'refused', request: 5, reason: expect.stringContaining('ticket') });
});

test.each([
  { type: 'deny_all', request: 4, thread: 't', current: true },
  { type: 'argument', request: 4, ticket: 't', field: 0, from: 0 },
  { type: 'revoke', request: 4, grant: 'g' },
  { type: 'history', request: 4, thread: 't', machine: 'm', key: 'k', before: null },
  { type: 'reset', request: 4, thread: 't', which: 'all' },
])('a request is answered with why it failed when the store does: $type', async (request) => {
  const port = view(world({ openStore: async () => Promise.reject(new Error('The disk is full.')) }));
  port.say(request);
  expect(await port.next()).toMatchObject({
    type: 'refused',
    request: 4,
    reason: expect.stringContaining('The disk is full.'),
  });
});

test('a decision is answered with why it failed when the store does', async () => {
  const port = view(world({ openStore: async () => Promise.reject(new Error('The disk is full.')) }));
  port.say({ type: 'decide', ticket: 't', approve: true, again: false });
  expect(await port.next()).toMatchObject({
    type: 'decided',
    ticket: 't',
    outcome: { kind: 'refused', reason: expect.stringContaining('The disk is full.') },
  });
});

test('a grant whose taking back cannot be stored is listed as such, and leaves the list when it can', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  const port = view(w);
  port.say({ type: 'decide', ticket: (await w.service.waiting())[0]?.id, approve: true, grant: 'call', again: false });
  await port.next();
  port.say({ type: 'watch_overview', tab: 7 });
  const grant = (await overview(port)).grants[0]?.id;
  const set = w.session.set.bind(w.session);
  w.session.set = async () => Promise.reject(new Error('The quota is used up.'));
  port.say({ type: 'revoke', request: 1, grant });
  expect(await port.next()).toEqual({ type: 'refused', request: 1, reason: 'The quota is used up.' });
  w.timers.elapse();
  expect((await overview(port)).grants).toMatchObject([{ id: grant, withdrawn: true }]);
  w.session.set = set;
  port.say({ type: 'revoke', request: 2, grant });
  expect(await port.next()).toEqual({ type: 'done', request: 2 });
  w.timers.elapse();
  expect((await overview(port)).grants).toEqual([]);
});

test('a store that cannot be read is a problem in the overview, not silence', async () => {
  const w = world({ openStore: async () => Promise.reject(new Error('The disk is full.')) });
  const port = view(w);
  port.say({ type: 'watch_overview', tab: 7 });
  expect((await overview(port)).problems.map((p) => p.message).join()).toContain('The disk is full.');
});

test('a closed view is told nothing more', async () => {
  const w = world({ settings: settingsWith(ASKING) });
  const port = view(w);
  port.say({ type: 'watch_overview', tab: 7 });
  await overview(port);
  port.end();
  const page = w.page();
  page.say({ type: 'run', thread: HINT });
  await quiet();
  w.timers.elapse();
  await quiet();
  expect(port.pending).toBe(0);
});

test('who watches for a stop is told at once, and again when it is thrown and when it is lifted', async () => {
  const w = world();
  const port = view(w);
  const told = async (): Promise<unknown> => {
    await quiet();
    w.timers.elapse();
    return port.next();
  };
  port.say({ type: 'watch_stop' });
  expect(await port.next()).toEqual({ type: 'stop', stop: null });
  port.say({ type: 'stop_all', request: 1 });
  expect(await port.next()).toEqual({ type: 'done', request: 1 });
  expect(await told()).toMatchObject({ type: 'stop', stop: { by: 'popup' } });
  port.say({ type: 'lift_stop', request: 2 });
  expect(await port.next()).toEqual({ type: 'done', request: 2 });
  expect(await told()).toEqual({ type: 'stop', stop: null });
});
