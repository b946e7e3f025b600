import { expect, test } from 'vitest';
import type { Outcome, Overview, UiRequest, WaitingCall } from '../../entrypoints/background/ui-messages.ts';
import { Model } from '../../entrypoints/popup/model.ts';
import { TestPort } from '../background/support.ts';

const ALLOW = { kind: 'allow', grant: null } as const;

const call = (ticket: string): WaitingCall => ({
  ticket,
  thread: 'thread',
  run: 0,
  editable: true,
  tool: 'delete_file',
  args: [],
  asks: [],
  at: 0,
  expiresAt: 1,
  page: { tab: null, origin: '', title: null },
});

const seen = (
  waiting: readonly string[],
  ended: Readonly<Record<string, Outcome>> = {},
): { type: 'overview'; overview: Overview } => ({
  type: 'overview',
  overview: {
    problems: [],
    site: { kind: 'unguarded', guarded: [], origin: null, match: null },
    waiting: waiting.map(call),
    ended: Object.entries(ended).map(([ticket, outcome]) => ({ ticket, outcome, tool: 't', key: null, at: 0 })),
    grants: [],
    stop: null,
  },
});

/** Hears what is said about calls. */
class CallPort extends TestPort {
  override postMessage(message: UiRequest): void {
    if (message.type !== 'watch_instances') super.postMessage(message);
  }
}

/** A model whose connections are ended and made at the test's will. */
function connected(): { model: Model; port: () => TestPort; ports: readonly TestPort[] } {
  const ports: TestPort[] = [];
  const connect = (): TestPort => {
    const port = new CallPort('interlock:ui', {});
    ports.push(port);
    return port;
  };
  const model = new Model({ connect, tab: 7 });
  return { model, ports, port: () => ports.at(-1) as TestPort };
}

const outcomes = (model: Model): readonly (string | null)[] =>
  model.calls.items.value.map((item) => item.outcome?.kind ?? null);

async function reconnected(ports: readonly TestPort[]): Promise<TestPort> {
  const before = ports.length;
  ports.at(-1)?.end();
  while (ports.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  const port = ports.at(-1);
  if (port === undefined) throw new Error('no connection');
  await port.next();
  return port;
}

test('it asks for the overview of its tab', async () => {
  const { port } = connected();
  expect(await port().next()).toEqual({ type: 'watch_overview', tab: 7 });
});

test('the popup waits for what is waiting and for the instances before it is drawn', async () => {
  const { model, port } = connected();
  let spoken = false;
  const waited = model.spoken().then(() => {
    spoken = true;
  });
  await port().next();
  port().say(seen([]));
  await Promise.resolve();
  expect(spoken).toBe(false);
  port().say({
    type: 'instances',
    page: { filter: '', total: 0, matched: 0, length: 0, from: 0, rows: [], here: [], fault: null },
  });
  await waited;
});

test('nothing can be decided before the background has spoken', async () => {
  const { model, port } = connected();
  await port().next();
  model.calls.decide('t1', ALLOW);
  expect(port().pending).toBe(0);
});

test('a call is decided once, however often the button is pressed', async () => {
  const { model, port } = connected();
  await port().next();
  port().say(seen(['t1']));
  model.calls.decide('t1', ALLOW);
  model.calls.decide('t1', { kind: 'deny', note: '' });
  expect(await port().next()).toEqual({ type: 'decide', ticket: 't1', approve: true, again: false });
  expect(port().pending).toBe(0);
});

test('a note goes with a denial', async () => {
  const { model, port } = connected();
  await port().next();
  port().say(seen(['t1']));
  model.calls.decide('t1', { kind: 'deny', note: 'Keep it.' });
  expect(await port().next()).toEqual({ type: 'decide', ticket: 't1', approve: false, note: 'Keep it.', again: false });
});

test('what the background says came of it is shown at the place of the call', () => {
  const { model, port } = connected();
  port().say(seen(['t1', 't2']));
  model.calls.decide('t1', ALLOW);
  port().say(seen(['t2'], { t1: { kind: 'allowed', reason: null } }));
  expect(outcomes(model)).toEqual([null, null]);
  port().say({ type: 'decided', ticket: 't1', outcome: { kind: 'refused', reason: 'Read it first.' } });
  expect(outcomes(model)).toEqual(['refused', null]);
});

test('a call that ends without a decision here says how', () => {
  const { model, port } = connected();
  port().say(seen(['t1', 't2']));
  port().say(seen([], { t1: { kind: 'expired', reason: null } }));
  expect(outcomes(model)).toEqual(['expired', 'gone']);
});

test('only the last ended calls stay in sight', () => {
  const { model, port } = connected();
  port().say(seen(['t1', 't2', 't3', 't4', 't5']));
  port().say(seen(['t5']));
  expect(model.calls.items.value.map((i) => i.call.ticket)).toEqual(['t2', 't3', 't4', 't5']);
});

test('a denial of all that could not be carried out leaves the calls waiting, with why', async () => {
  const { model, port } = connected();
  await port().next();
  port().say(seen(['t1', 't2']));
  model.calls.denyAll({ thread: 'thread', current: true }, '');
  const { request } = await port().next<{ readonly request: number }>();
  port().say({ type: 'refused', request, reason: 'The disk is full.' });
  expect(model.calls.items.value).toMatchObject([
    { decision: null, waiting: true, hindrance: 'The disk is full.' },
    { decision: null, waiting: true, hindrance: 'The disk is full.' },
  ]);
});

test('a grant that could not be taken back is known with why, until it is tried again', async () => {
  const { model, port } = connected();
  await port().next();
  model.calls.revoke('g1');
  const { request } = await port().next<{ readonly request: number }>();
  port().say({ type: 'refused', request, reason: 'The disk is full.' });
  expect(model.calls.unrevoked.value).toEqual({ grant: 'g1', reason: 'The disk is full.' });
  model.calls.revoke('g1');
  expect(model.calls.unrevoked.value).toBeNull();
});

test('a piece of an argument that is refused, or whose answer is lost, is told to whoever wants it', async () => {
  const { model, port } = connected();
  await port().next();
  const refused = model.calls.more('t1', 0, 0);
  const { request } = await port().next<{ readonly request: number }>();
  port().say({ type: 'refused', request, reason: 'The call is gone.' });
  await expect(refused).rejects.toThrow('The call is gone.');
  const lost = model.calls.more('t1', 0, 0);
  port().end();
  await expect(lost).rejects.toThrow('connection lost');
});

test('a change of arguments that is refused can be made again', async () => {
  const { model, port } = connected();
  await port().next();
  port().say(seen(['t1']));
  model.calls.decide('t1', { kind: 'edit', args: {} });
  const { request } = await port().next<{ readonly request: number }>();
  port().say({ type: 'refused', request, reason: 'Not here.' });
  expect(model.calls.items.value).toMatchObject([{ decision: null, hindrance: 'Not here.' }]);
});

test('after a lost connection it asks anew, and decides nothing until it is answered', async () => {
  const { model, port, ports } = connected();
  await port().next();
  port().say(seen(['t1']));
  const next = await reconnected(ports);
  expect(model.calls.connected.value).toBe(false);
  model.calls.decide('t1', ALLOW);
  expect(next.pending).toBe(0);
  next.say(seen(['t1']));
  model.calls.decide('t1', ALLOW);
  expect(next.pending).toBe(1);
});

test('a decision that was on its way when the connection was lost is sent again, marked as such', async () => {
  const { model, port, ports } = connected();
  await port().next();
  port().say(seen(['t1']));
  model.calls.decide('t1', { kind: 'deny', note: 'No.' });
  const next = await reconnected(ports);
  next.say(seen([]));
  expect(await next.next()).toEqual({ type: 'decide', ticket: 't1', approve: false, note: 'No.', again: true });
  expect(outcomes(model)).toEqual([null]);
});
