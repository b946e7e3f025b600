import { expect, test } from 'vitest';
import { call, ENDPOINT, eventStream, post, result, rig, type Script } from './rig.ts';

const session = { headers: { 'mcp-session-id': 's' } };
const get = { method: 'GET', headers: { accept: 'text/event-stream', 'mcp-session-id': 's' } };
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Serves one scripted stream after the other, in the order of the requests. */
function serving(...scripts: Script[]): () => Response {
  let next = 0;
  return () => {
    const script = scripts[next];
    next += 1;
    if (script === undefined) throw new Error('one request too many');
    return script.response;
  };
}

test('passes a stream on byte for byte when there is nothing to add', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1)));
  const said = `: hi\r\n\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\r\n\r\ndata: ${result(1, 'ü')}\r\n\r\n`;
  upstream.write(said);
  upstream.close();
  expect(await response.text()).toBe(said);
  expect(background.of('settle')).toMatchObject([{ status: 'success', content: 'ü' }]);
});

test('holds the event with the result until it is recorded, and lets what came before go', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  background.settles = false;
  const reader = (await fetch(ENDPOINT, post(call(1)))).body?.getReader();
  upstream.write(`: one\n\ndata: ${result(1, 'x')}\n\n`);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': one\n\n');
  const next = reader?.read();
  await background.until('settle');
  expect(await Promise.race([next, tick()])).toBe(undefined);
  background.reply({ type: 'settled', call: 'load:1', reminders: [{ target: 'system', content: 'Rest.' }] });
  const event = new TextDecoder().decode((await next)?.value);
  expect(JSON.parse(event.slice('data: '.length)).result.content).toEqual([
    { type: 'text', text: 'x' },
    { type: 'text', text: 'Rest.' },
  ]);
});

test('settles once, and adds the same to every copy of the result', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  background.reminders = ['Rest.'];
  const response = await fetch(ENDPOINT, post(call(1)));
  upstream.write(`data: ${result(1, 'x')}\n\ndata: ${result(1, 'x')}\n\n`);
  upstream.close();
  const [first, second] = (await response.text()).split('\n\n');
  expect(first).toContain('Rest.');
  expect(second).toBe(first);
  expect(background.of('settle')).toHaveLength(1);
});

test('reads a result from an event that was never finished', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1)));
  upstream.write(`data: ${result(1, 'x')}`);
  upstream.close();
  expect(await response.text()).toBe(`data: ${result(1, 'x')}`);
  expect(background.of('settle')).toMatchObject([{ status: 'success' }]);
});

test('a stream that ends without a result has failed', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1)));
  upstream.write(': hi\n\n');
  upstream.close();
  await response.text();
  await background.until('settle');
  expect(background.of('settle')).toMatchObject([
    { status: 'error', content: expect.stringContaining('without a result') },
  ]);
});

test('a stream that breaks has failed, and the reader gets the same error', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1)));
  const text = response.text();
  const broken = new TypeError('network error');
  upstream.fail(broken);
  await expect(text).rejects.toBe(broken);
  await background.until('settle');
  expect(background.of('settle')).toMatchObject([{ status: 'error', content: 'the request failed: network error' }]);
});

test('a stream that ends after a priming event is resumed: the result comes on another request', async () => {
  const first = eventStream();
  const resumed = eventStream();
  const { fetch, background } = rig(serving(first, resumed));
  background.reminders = ['Rest.'];
  const response = await fetch(ENDPOINT, post(call(1), session));
  first.write('id: e-1\ndata:\n\n');
  first.close();
  await response.text();
  await tick();
  expect(background.of('settle')).toEqual([]);
  const again = await fetch(ENDPOINT, { ...get, headers: { ...get.headers, 'last-event-id': 'e-1' } });
  resumed.write(`id: e-2\ndata: ${result(1, 'x')}\n\n`);
  resumed.close();
  expect(await again.text()).toContain('Rest.');
  expect(background.of('settle')).toMatchObject([{ call: 'load:1', status: 'success', content: 'x' }]);
});

test('a resumable stream that breaks is not a failure yet', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1), session));
  const text = response.text();
  upstream.write('id: e-1\ndata:\n\n');
  await tick();
  upstream.fail(new Error('reset'));
  await expect(text).rejects.toThrow('reset');
  await tick();
  expect(background.of('settle')).toEqual([]);
});

test('a result on the stream of the session settles the call that was only accepted', async () => {
  const stream = eventStream();
  const { fetch, background } = rig((request) =>
    request.method === 'GET' ? stream.response : new Response(null, { status: 202 }),
  );
  background.reminders = ['Rest.'];
  const reader = (await fetch(ENDPOINT, get)).body?.getReader();
  expect((await fetch(ENDPOINT, post(call(7), session))).status).toBe(202);
  stream.write(`data: ${result(7, 'x')}\n\n`);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('Rest.');
  expect(background.of('settle')).toMatchObject([{ call: 'load:1', content: 'x' }]);
});

test('a result under the same id in another session is another call', async () => {
  const stream = eventStream();
  const { fetch, background } = rig((request) =>
    request.method === 'GET' ? stream.response : new Response(null, { status: 202 }),
  );
  const text = (await fetch(ENDPOINT, { ...get, headers: { ...get.headers, 'mcp-session-id': 'other' } })).text();
  await fetch(ENDPOINT, post(call(7), session));
  stream.write(`data: ${result(7, 'x')}\n\n`);
  stream.close();
  await text;
  expect(background.of('settle')).toEqual([]);
});

test('event streams of other protocols pass in the very pieces they came in', async () => {
  const stream = eventStream();
  const { fetch } = rig(() => stream.response);
  const reader = (await fetch('http://localhost/chat', { headers: { accept: 'text/event-stream' } })).body?.getReader();
  const pieces: string[] = [];
  for (const piece of ['data: he', 'llo\n', '\nda', 'ta: bye\n']) {
    stream.write(piece);
    pieces.push(new TextDecoder().decode((await reader?.read())?.value));
  }
  expect(pieces).toEqual(['data: he', 'llo\n', '\nda', 'ta: bye\n']);
});

test('reads no further ahead than the page does', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
  });
  const { fetch } = rig(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  await fetch(ENDPOINT, get);
  for (let turn = 0; turn < 20; turn += 1) await tick();
  expect(pulled).toBeLessThan(5);
});

test('gives the stream up at the server when the page does', async () => {
  const stream = eventStream();
  const { fetch } = rig(() => stream.response);
  const response = await fetch(ENDPOINT, get);
  await response.body?.cancel('done');
  expect(await stream.cancelled).toBeDefined();
});

test('carries a result of five megabytes that comes in pieces', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  background.reminders = ['Rest.'];
  const response = await fetch(ENDPOINT, post(call(1)));
  const event = `data: ${result(1, 'x'.repeat(5 * 1024 * 1024))}\n\n`;
  for (let at = 0; at < event.length; at += 65_536) upstream.write(event.slice(at, at + 65_536));
  upstream.close();
  const text = await response.text();
  expect([text.length > event.length, text.includes('Rest.')]).toEqual([true, true]);
});
