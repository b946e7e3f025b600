import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, eventStream, jsonResponse, post, type Rig, result, rig, type Script } from './rig.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const SEND = 'http://localhost:6274/api/mcp/send';
const EVENTS = 'http://localhost:6274/api/mcp/events?sessionId=session-0001';

const wrap = (message: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-mcp-remote-auth': 'Bearer t' },
  body: `{"sessionId":"session-0001","message":${message},"protocolVersion":"2025-11-25"}`,
});

interface Relay extends Rig {
  readonly downlink: Script;
  /** The next event the page reads, as JSON. */
  next(): Promise<unknown>;
}

/** A page of the Inspector with its event stream open. */
async function relay(answer: () => Response = () => jsonResponse('{"ok":true}')): Promise<Relay> {
  const downlink = eventStream();
  const made = rig((request) => (request.method === 'GET' ? downlink.response : answer()));
  const reader = (await made.fetch(EVENTS)).body?.getReader();
  let left = '';
  const next = async (): Promise<unknown> => {
    while (!left.includes('\n\n')) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return 'END';
      left += new TextDecoder().decode(value);
    }
    const [event = '', ...rest] = left.split('\n\n');
    left = rest.join('\n\n');
    return JSON.parse(/data: (.*)/.exec(event)?.[1] ?? 'null');
  };
  return { ...made, downlink, next };
}

test('denies on the event stream, and tells the page that the relay took the call', async () => {
  const page = await relay();
  page.background.decide = () => ({ deny: 'Read first.' });
  const response = await page.fetch(SEND, wrap(call(6)));
  expect(await response.json()).toEqual({ ok: true });
  expect(await page.next()).toMatchObject({
    type: 'message',
    data: { id: 6, result: { isError: true, content: [{ text: 'Read first.' }] } },
  });
  expect(page.bodies()).toEqual([]);
});

test('denies in the response when there is no event stream', async () => {
  const { fetch, background } = rig(() => jsonResponse('{}'));
  background.decide = () => ({ deny: 'Read first.' });
  expect(await (await fetch(SEND, wrap(call(6)))).json()).toEqual({
    ok: false,
    kind: 'transport_error',
    error: 'Read first.',
  });
});

test('settles by the message event and ignores the echoes around it', async () => {
  const page = await relay();
  page.background.reminders = ['Rest.'];
  const response = await page.fetch(SEND, wrap(call(6)));
  expect(await response.json()).toEqual({ ok: true });
  const echo = `{"type":"fetch_request","data":${result(6, 'echo')}}`;
  page.downlink.write(
    `event: fetch_request\ndata: ${echo}\n\nevent: message\ndata: {"type":"message","data":${result(6, '5')}}\n\n`,
  );
  expect(await page.next()).toEqual(JSON.parse(echo));
  expect(await page.next()).toMatchObject({ data: { result: { content: [{ text: '5' }, { text: 'Rest.' }] } } });
  expect(page.background.of('settle')).toMatchObject([{ content: '5' }]);
  expect(page.background.of('gate')).toMatchObject([{ thread: { protocol: 'mcp', id: `${SEND}#session-0001` } }]);
});

test('does not count what the page logs about its calls', async () => {
  const page = await relay();
  await page.fetch(
    'http://localhost:6274/api/log',
    post(JSON.stringify([{ level: 'info', body: JSON.parse(call(6)) }])),
  );
  expect(page.background.heard).toEqual([]);
});

test('holds a call for minutes with progress on the event stream', async () => {
  const page = await relay();
  page.background.decide = () => 'ask';
  const response = page.fetch(SEND, wrap(call(6, { token: 6 })));
  for (let turn = 0; turn < 8; turn += 1) {
    await pass(15_000);
    expect(await page.next()).toMatchObject({
      type: 'message',
      data: { method: 'notifications/progress', params: { progressToken: 6 } },
    });
  }
  expect(page.bodies()).toEqual([]);
  page.background.resolve(true);
  expect(await (await response).json()).toEqual({ ok: true });
  expect(page.bodies()).toHaveLength(1);
});

test('without a token, denies in time', async () => {
  const page = await relay();
  page.background.decide = () => 'ask';
  const response = page.fetch(SEND, wrap(call(6)));
  await pass(50_000);
  expect(await (await response).json()).toEqual({ ok: true });
  expect(await page.next()).toMatchObject({ data: { id: 6, result: { isError: true } } });
});

test('a call given up through the relay never runs', async () => {
  const page = await relay();
  page.background.decide = () => 'ask';
  void page.fetch(SEND, wrap(call(6, { token: 6 })));
  await pass(5_000);
  await page.fetch(SEND, wrap('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}'));
  page.background.resolve(true);
  await pass(60_000);
  expect(page.bodies().filter((body) => body.includes('tools/call'))).toEqual([]);
});

test('a call that the relay could not pass on has failed', async () => {
  const page = await relay(() => jsonResponse('{"ok":false,"kind":"transport_error","error":"server is gone"}'));
  const response = await page.fetch(SEND, wrap(call(6)));
  expect(await response.json()).toMatchObject({ ok: false });
  expect(page.background.of('settle')).toMatchObject([{ status: 'error', content: 'server is gone' }]);
});

test('begins a run when the page opens a session through the relay', async () => {
  const page = await relay();
  await page.fetch(
    SEND,
    wrap('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}'),
  );
  expect(page.background.of('run')).toMatchObject([{ thread: { id: `${SEND}#session-0001` } }]);
});

test('puts nothing into the middle of an event', async () => {
  const page = await relay();
  const first = page.next();
  page.downlink.write('event: note\ndata: {"a"');
  await pass(1);
  page.background.decide = () => ({ deny: 'No.' });
  await page.fetch(SEND, wrap(call(6)));
  page.downlink.write(':1}\n\n');
  expect([await first, await page.next()]).toMatchObject([{ a: 1 }, { data: { id: 6 } }]);
});

const SSE = 'http://localhost:3001/sse';
const MESSAGES = 'http://localhost:3001/message?sessionId=1';

async function oldServer(): Promise<Relay> {
  const page = await relay(() => new Response('Accepted', { status: 202 }));
  const stream = eventStream();
  const made = rig((request) =>
    request.method === 'GET' ? stream.response : new Response('Accepted', { status: 202 }),
  );
  const reader = (await made.fetch(SSE)).body?.getReader();
  stream.write('event: endpoint\ndata: /message?sessionId=1\n\n');
  await reader?.read();
  const next = async (): Promise<unknown> =>
    JSON.parse(/data: (.*)/.exec(new TextDecoder().decode((await reader?.read())?.value))?.[1] ?? 'null');
  return { ...page, ...made, downlink: stream, next };
}

test('denies on the event stream of HTTP+SSE', async () => {
  const page = await oldServer();
  page.background.decide = () => ({ deny: 'Read first.' });
  expect((await page.fetch(MESSAGES, post(call(2)))).status).toBe(202);
  expect(await page.next()).toMatchObject({ id: 2, result: { isError: true, content: [{ text: 'Read first.' }] } });
  expect(page.bodies()).toEqual([]);
});

test('settles by the event stream of HTTP+SSE', async () => {
  const page = await oldServer();
  page.background.reminders = ['Rest.'];
  await page.fetch(MESSAGES, post(call(2)));
  page.downlink.write(`event: message\ndata: ${result(2, 'x')}\n\n`);
  expect(await page.next()).toMatchObject({ id: 2, result: { content: [{ text: 'x' }, { text: 'Rest.' }] } });
  expect(page.background.of('gate')).toMatchObject([{ thread: { protocol: 'mcp', id: MESSAGES } }]);
});

test('shows progress on the event stream of HTTP+SSE while a call is held, and then the real result', async () => {
  const page = await oldServer();
  page.background.decide = () => 'ask';
  const taken = page.fetch(MESSAGES, post(call(2, { token: 2 })));
  await pass(15_000);
  expect(await page.next()).toMatchObject({ method: 'notifications/progress', params: { progressToken: 2 } });
  expect(page.bodies()).toEqual([]);
  page.background.resolve(true);
  expect((await taken).status).toBe(202);
  page.downlink.write(`event: message\ndata: ${result(2, 'x')}\n\n`);
  expect(await page.next()).toMatchObject({ id: 2, result: { content: [{ text: 'x' }] } });
});

const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}';

test('begins a run when a session is opened over HTTP+SSE', async () => {
  const page = await oldServer();
  await page.fetch(MESSAGES, post(INITIALIZE));
  expect(page.background.of('run')).toMatchObject([{ thread: { protocol: 'mcp', id: MESSAGES } }]);
});

test('names the thread of HTTP+SSE after the address that the server announced', async () => {
  const page = await oldServer();
  await page.fetch(MESSAGES, post(call(2)));
  expect(page.background.of('gate')).toMatchObject([{ thread: { protocol: 'mcp', id: MESSAGES } }]);
});

test('adds reminders to the result on the event stream of the relay', async () => {
  const page = await relay();
  page.background.reminders = ['Rest.'];
  await page.fetch(SEND, wrap(call(6)));
  page.downlink.write(`event: message\ndata: {"type":"message","data":${result(6, '5')}}\n\n`);
  expect(await page.next()).toMatchObject({ data: { result: { content: [{ text: '5' }, { text: 'Rest.' }] } } });
});

test('names the thread after the session of the relay', async () => {
  const page = await relay();
  await page.fetch(SEND, wrap(call(6)));
  expect(page.background.of('gate')).toMatchObject([{ thread: { protocol: 'mcp', id: `${SEND}#session-0001` } }]);
});
