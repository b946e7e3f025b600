import { expect, test } from 'vitest';
import type { PageUse } from '../../entrypoints/background/coverage.ts';
import { Endings } from '../../entrypoints/background/endings.ts';
import { InstanceBoard } from '../../entrypoints/background/instance-board.ts';
import type { InstancePage } from '../../entrypoints/background/instance-messages.ts';
import type { UiReply } from '../../entrypoints/background/ui-messages.ts';
import { serveUi, type UiPortOptions } from '../../entrypoints/background/ui-port.ts';
import { ASKING, gate, HINT, quiet, reply, settingsWith, TestPort, type World, world } from './support.ts';

const MOVING = ASKING.replace('from: approved', 'from: [there, gone]');
const USE: PageUse = { requests: { fetch: 3, xmlhttprequest: 1 }, frames: 2, serviceWorkers: 0 };
const never = (): never => {
  throw new Error('not asked for here');
};

function optionsOf(w: World, pageUse: () => Promise<PageUse> = async () => USE): UiPortOptions {
  return {
    service: w.service,
    settings: w.settings,
    killSwitch: w.killSwitch,
    endings: new Endings(w.service),
    board: new InstanceBoard(w.service),
    pageUse,
    currentPage: async () => null,
    titleOf: async () => null,
    later: w.timers.later,
    pagesOf: never,
    siteScripts: { permitted: never, reconcile: never, giveBack: never } as never,
  };
}

function view(w: World, pageUse?: () => Promise<PageUse>): TestPort {
  const port = new TestPort('interlock:ui', {});
  serveUi(port, optionsOf(w, pageUse));
  return port;
}

/** A world in which `a.txt` has moved, and its thread. */
async function moved(): Promise<{ w: World; port: TestPort; thread: string }> {
  const w = world({ settings: settingsWith(MOVING) });
  const page = w.page();
  page.say(gate('c1', 'delete_file', 'a.txt'));
  await reply(page);
  page.say({ type: 'settle', call: 'c1', status: 'success', content: '', thread: HINT });
  await reply(page);
  const [[thread = ''] = []] = (await w.service.memory()).threads();
  return { w, port: view(w), thread };
}

async function watched(port: TestPort): Promise<InstancePage> {
  port.say({ type: 'watch_instances', tab: 7, filter: '', from: 0, count: 10 });
  const said = await port.next<UiReply>();
  if (said.type !== 'instances') throw new Error(`not instances: ${said.type}`);
  return said.page;
}

const stateIn = ({ rows }: InstancePage): unknown =>
  rows.flatMap((row) => (row.kind === 'instance' ? [row.state] : []));

test('what waits is told before instances are read', async () => {
  const w = world();
  const port = new TestPort('interlock:ui', {});
  const order: string[] = [];
  const board = new InstanceBoard(w.service);
  const page = board.page.bind(board);
  board.page = (query) => {
    order.push('instances');
    return page(query);
  };
  serveUi(port, {
    ...optionsOf(w),
    board,
    currentPage: async () => {
      await w.service.pool();
      order.push('overview');
      return null;
    },
  });
  port.say({ type: 'watch_overview', tab: 7 });
  port.say({ type: 'watch_instances', tab: 7, filter: '', from: 0, count: 10 });
  expect([(await port.next<UiReply>()).type, (await port.next<UiReply>()).type]).toEqual(['overview', 'instances']);
  expect(order).toEqual(['overview', 'instances']);
});

test('a watched list is sent again when something moves', async () => {
  const { w, port, thread } = await moved();
  expect(stateIn(await watched(port))).toEqual(['gone']);
  await w.service.reset(thread, 'all');
  w.timers.elapse();
  expect(await port.next()).toMatchObject({ type: 'instances', page: { rows: [{}, {}, { state: 'there' }] } });
});

test('a reset is answered with the entry by which it can be taken back', async () => {
  const { port, thread } = await moved();
  port.say({ type: 'reset', request: 1, thread, which: { machine: 'confirm', key: 'a.txt' } });
  const done = await port.next<Extract<UiReply, { type: 'reset_done' }>>();
  expect(done).toMatchObject({ type: 'reset_done', request: 1, count: 1 });
  port.say({ type: 'undo_reset', request: 2, thread, seq: done.seq });
  expect(await port.next()).toMatchObject({ type: 'reset_done', request: 2, count: 1 });
  expect(stateIn(await watched(port))).toEqual(['gone']);
});

test('a reset that is refused says why by a word', async () => {
  const { w, port, thread } = await moved();
  const page = w.page();
  page.say(gate('c2', 'delete_file', 'a.txt'));
  await reply(page);
  port.say({ type: 'reset', request: 1, thread, which: 'all' });
  expect(await port.next()).toEqual({ type: 'reset_refused', request: 1, cause: 'running' });
});

test('nothing is reset while everything is stopped', async () => {
  const { port, thread } = await moved();
  port.say({ type: 'stop_all', request: 1 });
  expect(await port.next()).toEqual({ type: 'done', request: 1 });
  port.say({ type: 'reset', request: 2, thread, which: 'all' });
  expect(await port.next()).toEqual({ type: 'reset_refused', request: 2, cause: 'stopped' });
});

test('the kill switch shows in the overview, thrown and lifted', async () => {
  const { port } = await moved();
  port.say({ type: 'watch_overview', tab: null });
  expect(await port.next()).toMatchObject({ overview: { stop: null } });
  port.say({ type: 'stop_all', request: 1 });
  await port.next();
  port.say({ type: 'watch_overview', tab: null });
  expect(await port.next()).toMatchObject({ overview: { stop: { by: 'popup' } } });
  port.say({ type: 'lift_stop', request: 2 });
  await port.next();
  port.say({ type: 'watch_overview', tab: null });
  expect(await port.next()).toMatchObject({ overview: { stop: null } });
});

test('new runs start in every thread that is named', async () => {
  const { w, port, thread } = await moved();
  port.say({ type: 'start_runs', request: 1, threads: [thread] });
  expect(await port.next()).toEqual({ type: 'done', request: 1 });
  expect((await Array.fromAsync(w.store.journal())).at(-1)?.happening.type).toBe('run_started');
});

test('the history of an instance is answered newest first', async () => {
  const { port, thread } = await moved();
  port.say({ type: 'history', request: 1, thread, machine: 'confirm', key: 'a.txt', before: null });
  expect(await port.next()).toMatchObject({
    type: 'history',
    lines: [{ from: 'there', to: 'gone', call: { tool: 'delete_file' } }, { what: { verdict: 'allow' } }],
    older: null,
  });
});

test('a store that fails is a refusal with its reason', async () => {
  const w = world({ openStore: async () => Promise.reject(new Error('The disk is full.')) });
  const port = view(w);
  port.say({ type: 'history', request: 1, thread: 't', machine: 'm', key: '', before: null });
  expect(await port.next()).toEqual({ type: 'refused', request: 1, reason: 'The disk is full.' });
});

test('coverage counts what the page was seen using, and says what is not watched', async () => {
  const port = view(world());
  port.say({ type: 'coverage', request: 1, tab: 7 });
  const { coverage } = await port.next<Extract<UiReply, { type: 'coverage' }>>();
  const used = Object.fromEntries(coverage.channels.map((channel) => [channel.name, channel.used]));
  expect(used).toMatchObject({ fetch: 3, xhr: 1, beacon: 0, frame: 2, websocket: null, worker: null });
});

test('a page that may not be asked is not watched', async () => {
  const port = view(world(), async () => Promise.reject(new Error('No access.')));
  port.say({ type: 'coverage', request: 1, tab: 7 });
  const { coverage } = await port.next<Extract<UiReply, { type: 'coverage' }>>();
  expect(coverage.channels.every(({ used }) => used === null)).toBe(true);
});

test.each([
  { type: 'watch_instances', tab: 7, filter: '', from: 0, count: 100_000 },
  { type: 'watch_instances', tab: 7, filter: '', from: -1, count: 1 },
  { type: 'history', request: 1, thread: 't', machine: 'm', key: '', before: null, kind: 'instance' },
  { type: 'reset', request: 1, thread: 't', which: 'everything' },
  { type: 'undo_reset', request: 1, thread: 't', seq: -1 },
  { type: 'start_runs', request: 1, threads: 't' },
  { type: 'lift_stop' },
])('a message of another form is not carried out: %j', async (message) => {
  const port = view(world());
  port.say(message);
  // What has a number is answered under it.
  expect(await port.next()).toMatchObject(
    'request' in message ? { type: 'refused', request: 1 } : { type: 'unreadable' },
  );
  await quiet();
});
