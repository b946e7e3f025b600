import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ENDPOINT, eventStream, jsonResponse, post, type Rig, result, rig } from './rig.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

const cancelled = (id: string | number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });

function asking(): Rig {
  const made = rig((request) =>
    request.method === 'POST' ? jsonResponse(result(1, 'removed')) : new Response(null, { status: 202 }),
  );
  made.background.decide = () => 'ask';
  return made;
}

/** A person says yes when it is too late: nothing may run. */
async function approvedTooLate({ background, bodies }: Rig): Promise<void> {
  background.resolve(true);
  await pass(120_000);
  expect(bodies().filter((body) => body.includes('tools/call'))).toEqual([]);
}

test('a held call dies with the signal of its init', async () => {
  const page = asking();
  const abort = new AbortController();
  const reason = new Error('changed my mind');
  const response = page.fetch(ENDPOINT, post(call(1), { signal: abort.signal }));
  await pass(3_000);
  abort.abort(reason);
  await expect(response).rejects.toBe(reason);
  expect(page.background.of('withdraw')).toMatchObject([{ call: 'load:1', why: 'the page aborted the call' }]);
  await approvedTooLate(page);
});

test('a held call dies with the signal of its Request', async () => {
  const page = asking();
  const abort = new AbortController();
  const response = page.fetch(new Request(ENDPOINT, post(call(1), { signal: abort.signal })));
  await pass(3_000);
  abort.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
  await approvedTooLate(page);
});

test('a call whose signal is aborted already is not even asked about', async () => {
  const page = asking();
  await expect(page.fetch(ENDPOINT, post(call(1), { signal: AbortSignal.abort() }))).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(page.background.heard).toEqual([]);
});

test('a held call dies when the client says that it is cancelled', async () => {
  const page = asking();
  const response = page.fetch(ENDPOINT, post(call(1)));
  await pass(3_000);
  await page.fetch(ENDPOINT, post(cancelled(1)));
  expect((await response).status).toBe(202);
  expect(page.background.of('withdraw')).toMatchObject([{ call: 'load:1', why: 'the client cancelled the call' }]);
  expect(page.bodies()).toEqual([cancelled(1)]);
  await approvedTooLate(page);
});

test('a cancellation reaches only calls of its own connection', async () => {
  const page = asking();
  void page.fetch(ENDPOINT, post(call(1), { headers: { 'mcp-session-id': 'a' } }));
  await pass(1_000);
  await page.fetch(ENDPOINT, post(cancelled(1), { headers: { 'mcp-session-id': 'b' } }));
  await page.fetch(ENDPOINT, post(cancelled('1'), { headers: { 'mcp-session-id': 'a' } }));
  expect(page.background.of('withdraw')).toEqual([]);
});

test('a held stream dies with its signal, and its reader gets the reason', async () => {
  const page = asking();
  const abort = new AbortController();
  const response = page.fetch(ENDPOINT, post(call(1, { token: 1 }), { signal: abort.signal }));
  await pass(10_000);
  const reader = (await response).body?.getReader();
  await reader?.read();
  const reason = new Error('stop');
  abort.abort(reason);
  await expect(reader?.read()).rejects.toBe(reason);
  await approvedTooLate(page);
});

test('a held stream that its reader cancels dies', async () => {
  const page = asking();
  const response = page.fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  await (await response).body?.cancel();
  await pass(1);
  expect(page.background.of('withdraw')).toHaveLength(1);
  await approvedTooLate(page);
});

test('a held stream that nobody reads dies', async () => {
  const page = asking();
  const response = page.fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  await response;
  await pass(30_000);
  expect(page.background.of('withdraw')).toMatchObject([{ why: 'the page stopped reading the answer' }]);
  await approvedTooLate(page);
});

test('a cancellation ends a held stream', async () => {
  const page = asking();
  const response = page.fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  const text = (await response).text();
  await page.fetch(ENDPOINT, post(cancelled(1)));
  expect(await text).toMatch(/^event: message\ndata: .*progress.*\n\n$/);
  await approvedTooLate(page);
});

test('aborting a running call ends it, and the page gets the reason', async () => {
  const page = rig(() => new Promise<Response>(() => undefined));
  const abort = new AbortController();
  const response = page.fetch(ENDPOINT, post(call(1), { signal: abort.signal }));
  await pass(1_000);
  const reason = new Error('stop');
  abort.abort(reason);
  await expect(response).rejects.toBe(reason);
  expect(page.background.of('withdraw')).toMatchObject([{ call: 'load:1' }]);
  expect(page.background.of('settle')).toEqual([]);
});

test('aborting while the answer streams errors the stream and ends the call', async () => {
  const upstream = eventStream();
  const page = rig(() => upstream.response);
  const abort = new AbortController();
  const response = await page.fetch(ENDPOINT, post(call(1), { signal: abort.signal }));
  const text = response.text();
  upstream.write(': hi\n\n');
  await pass(1);
  const reason = new Error('stop');
  abort.abort(reason);
  await expect(text).rejects.toBe(reason);
  await page.background.until('withdraw');
  expect(page.background.of('withdraw')).toHaveLength(1);
});

test('cancelling a running call ends it; a result that comes all the same changes nothing', async () => {
  const upstream = eventStream();
  const page = rig((request) =>
    request.headers.has('x-cancel') ? new Response(null, { status: 202 }) : upstream.response,
  );
  const response = await page.fetch(ENDPOINT, post(call(1)));
  await page.fetch(ENDPOINT, post(cancelled(1), { headers: { 'x-cancel': '1' } }));
  await page.background.until('withdraw');
  upstream.write(`data: ${result(1, 'late')}\n\n`);
  upstream.close();
  expect(await response.text()).toBe(`data: ${result(1, 'late')}\n\n`);
  expect(page.background.of('settle')).toEqual([]);
});

test('a page that gives up the body of a running call ends it', async () => {
  const upstream = eventStream();
  const page = rig(() => upstream.response);
  const response = await page.fetch(ENDPOINT, post(call(1)));
  await response.body?.cancel('enough');
  await page.background.until('withdraw');
  expect(page.background.of('withdraw')).toMatchObject([{ call: 'load:1' }]);
});

test('one signal may serve all the calls of a client', async () => {
  const page = asking();
  const abort = new AbortController();
  const calls = [1, 2, 3].map((id) => page.fetch(ENDPOINT, post(call(id), { signal: abort.signal })));
  await pass(1_000);
  abort.abort(new Error('closed'));
  for (const one of calls) await expect(one).rejects.toThrow('closed');
  expect(page.background.of('withdraw')).toHaveLength(3);
});
