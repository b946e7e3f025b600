import { expect, test } from 'vitest';
import type { PageRequest } from '../../entrypoints/background/page-messages.ts';
import { type BackgroundPort, createRelay, type Relay } from '../../entrypoints/bridge.content/relay.ts';

/** A port of which the test holds the other end. */
class FakePort implements BackgroundPort {
  readonly sent: PageRequest[] = [];
  readonly #listeners: ((message: unknown) => void)[] = [];
  readonly #ends: (() => void)[] = [];
  readonly onMessage = { addListener: (listener: (message: unknown) => void) => this.#listeners.push(listener) };
  readonly onDisconnect = { addListener: (listener: () => void) => this.#ends.push(listener) };
  closed = false;
  /** Messages that this port cannot carry. */
  refuses = (_: PageRequest): boolean => false;

  postMessage(message: PageRequest): void {
    if (this.closed) throw new Error('Attempting to use a disconnected port object');
    if (this.refuses(message)) throw new Error('Message length exceeded maximum allowed length.');
    this.sent.push(message);
  }

  disconnect(): void {
    this.drop();
  }

  say(message: unknown): void {
    for (const listener of this.#listeners) listener(message);
  }

  drop(): void {
    this.closed = true;
    for (const end of this.#ends) end();
  }
}

interface Bench {
  readonly relay: Relay;
  readonly ports: FakePort[];
  readonly toPage: unknown[];
  /** Pending timers: their work and their wait. */
  readonly timers: { readonly work: () => void; readonly ms: number }[];
  alive: boolean;
  /** The newest port. */
  port(): FakePort;
}

function bench(): Bench {
  const made: Omit<Bench, 'relay'> & { relay?: Relay } = {
    ports: [],
    toPage: [],
    timers: [],
    alive: true,
    port: () => {
      const port = made.ports.at(-1);
      if (port === undefined) throw new Error('no port was opened');
      return port;
    },
  };
  made.relay = createRelay({
    connect: () => {
      const port = new FakePort();
      made.ports.push(port);
      return port;
    },
    alive: () => made.alive,
    toPage: (message) => made.toPage.push(message),
    later: (work, ms) => made.timers.push({ work, ms }),
  });
  return made as Bench;
}

const gate: PageRequest = { type: 'gate', call: 'c', tool: 't', args: {}, thread: { protocol: 'mcp' } };
const ran = (timers: Bench['timers']): number => {
  const timer = timers.shift();
  timer?.work();
  return timer?.ms ?? -1;
};

test('connects at once and says so', () => {
  const { ports, toPage } = bench();
  expect([ports.length, toPage]).toEqual([1, [{ type: 'link', state: 'up' }]]);
});

test('relays both ways, as it is', () => {
  const { relay, port, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  relay.fromPage(gate);
  port().say({ type: 'verdict', call: 'c', verdict: 'allow' });
  expect(port().sent).toEqual([{ type: 'hello' }, gate]);
  expect(toPage.at(-1)).toEqual({ type: 'verdict', call: 'c', verdict: 'allow' });
});

test('lets nothing pass before the greeting', () => {
  const { relay, port } = bench();
  relay.fromPage(gate);
  relay.fromPage({ type: 'hello' });
  expect(port().sent).toEqual([{ type: 'hello' }]);
});

test('stays away when the connection closes and nothing is owed', () => {
  const { relay, port, ports, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  relay.fromPage(gate);
  port().say({ type: 'verdict', call: 'c', verdict: 'deny', reason: 'no' });
  port().drop();
  expect([ports.length, timers.length, toPage.at(-1)]).toEqual([1, 0, { type: 'link', state: 'down' }]);
});

test('comes back at once when a verdict is owed, also after an ask', () => {
  const { relay, port, ports, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  relay.fromPage(gate);
  port().say({ type: 'verdict', call: 'c', verdict: 'ask', reason: 'r', expiresAt: 1 });
  port().drop();
  expect(ran(timers)).toBe(0);
  expect([ports.length, toPage.at(-1)]).toEqual([2, { type: 'link', state: 'up' }]);
});

test('comes back when the page has something to say', () => {
  const { relay, port, ports, timers } = bench();
  port().drop();
  relay.fromPage(gate);
  expect([ran(timers), ports.length]).toEqual([0, 2]);
});

test('tries more and more slowly, and at once again after an answer', () => {
  const { relay, port, timers } = bench();
  relay.fromPage({ type: 'hello' });
  relay.fromPage(gate);
  const waits: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    port().drop();
    waits.push(ran(timers));
  }
  expect(waits).toEqual([0, 100, 250, 500, 1_000, 2_000, 5_000, 5_000]);
  port().say({ type: 'policy', mode: 'enforce' });
  port().drop();
  expect(ran(timers)).toBe(0);
});

test('says that the extension is gone, once, and falls silent', () => {
  const made = bench();
  made.alive = false;
  made.port().drop();
  made.relay.fromPage(gate);
  expect(made.toPage.slice(1)).toEqual([{ type: 'link', state: 'dead', reason: expect.stringContaining('reloaded') }]);
  expect([made.ports.length, made.timers.length]).toEqual([1, 0]);
});

test('takes a failing connect for the end of the extension', () => {
  const toPage: unknown[] = [];
  createRelay({
    connect: () => {
      throw new Error('Extension context invalidated.');
    },
    alive: () => true,
    toPage: (message) => toPage.push(message),
    later: () => undefined,
  });
  expect(toPage).toMatchObject([{ type: 'link', state: 'dead' }]);
});

test('notices a port that closed under its hands', () => {
  const { relay, port, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  port().closed = true;
  relay.fromPage(gate);
  expect([toPage.at(-1), timers.length]).toEqual([{ type: 'link', state: 'down' }, 1]);
});

test('hears nothing more on a connection that was replaced', () => {
  const { relay, ports, port, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  relay.fromPage(gate);
  port().drop();
  ran(timers);
  const said = toPage.length;
  ports[0]?.say({ type: 'verdict', call: 'c', verdict: 'allow' });
  ports[0]?.drop();
  expect(toPage).toHaveLength(said);
});

test('a change of the settings brings it back although nothing is owed', () => {
  const { relay, port, ports, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  port().drop();
  relay.wake();
  expect(ran(timers)).toBe(0);
  expect([ports.length, toPage.at(-1)]).toEqual([2, { type: 'link', state: 'up' }]);
});

test('a change of the settings does not open a second connection', () => {
  const { relay, ports, timers } = bench();
  relay.wake();
  expect([ports.length, timers.length]).toEqual([1, 0]);
});

test('comes back while the end of a turn or a recall is unanswered, and stays away when both are answered', () => {
  const thread = { protocol: 'openai-chat' };
  const answered = bench();
  const owing = bench();
  for (const { relay } of [answered, owing]) {
    relay.fromPage({ type: 'hello' });
    relay.fromPage({ type: 'end_run', end: 'e', thread });
    relay.fromPage({ type: 'recall', recall: 'r', protocol: 'openai-chat', ends: ['m'] });
    relay.fromPage({ type: 'step', thread });
  }
  owing.port().say({ type: 'run_end', end: 'e', decision: 'complete' });
  for (const { port } of [owing, answered]) port().say({ type: 'queued', call: 'c' });
  answered.port().say({ type: 'run_end', end: 'e', decision: 'complete' });
  answered.port().say({ type: 'recalled', recall: 'r', conversation: null });
  for (const { port } of [answered, owing]) port().drop();
  expect([answered.timers.length, owing.timers.length]).toEqual([0, 1]);
});

test('a call that the port cannot carry fails alone, with the reason, and the connection stays', () => {
  const { relay, port, ports, timers, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  port().refuses = (message) => message.type === 'gate' && message.call === 'odd';
  relay.fromPage({ ...gate, call: 'odd' } as PageRequest);
  relay.fromPage(gate);
  expect(toPage.slice(1)).toEqual([
    { type: 'unsent', of: 'gate', name: 'odd', reason: expect.stringContaining('Message length exceeded') },
  ]);
  expect([ports.length, timers.length, port().sent.at(-1)]).toEqual([1, 0, gate]);
});

test('what could not be carried is owed no answer', () => {
  const { relay, port, timers } = bench();
  relay.fromPage({ type: 'hello' });
  port().refuses = (message) => message.type === 'gate';
  relay.fromPage(gate);
  port().drop();
  expect(timers).toEqual([]);
});

test.each([
  [{ type: 'settle', call: 'c', status: 'success', content: 'x', thread: { protocol: 'mcp' } }, 'settle', 'c'],
  [{ type: 'end_run', end: 'e', thread: { protocol: 'mcp' } }, 'end_run', 'e'],
  [{ type: 'recall', recall: 'r', protocol: 'mcp', ends: [] }, 'recall', 'r'],
] as const)('a question that cannot be carried is named as its answer would be: %o', (message, of, name) => {
  const { relay, port, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  port().refuses = ({ type }) => type === of;
  relay.fromPage(message as PageRequest);
  expect(toPage.at(-1)).toMatchObject({ type: 'unsent', of, name });
});

test('a statement that cannot be carried is lost alone', () => {
  const { relay, port, toPage } = bench();
  relay.fromPage({ type: 'hello' });
  port().refuses = ({ type }) => type === 'keep';
  relay.fromPage({ type: 'keep', name: 'n', value: 'x', thread: { protocol: 'mcp' } });
  expect(toPage).toEqual([{ type: 'link', state: 'up' }]);
});
