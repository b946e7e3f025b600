import { expect, test } from 'vitest';
import { made, rebuilt } from '../../entrypoints/interceptor.content/likeness.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';
import { inPlaceOf, Patches } from '../../entrypoints/interceptor.content/patches.ts';
import { call, ENDPOINT, eventStream, jsonResponse, post, result, rig } from './rig.ts';

const natives = captureNatives(globalThis);

function real(): Response {
  return new Response('{}', {
    status: 201,
    statusText: 'Made',
    headers: { 'content-type': 'application/json', 'content-length': '2', 'content-encoding': 'gzip', 'x-a': 'b' },
  });
}

test('a response with another body keeps status, text and headers', async () => {
  const response = rebuilt(natives, real(), '{"a":1}', false);
  expect([
    response.status,
    response.statusText,
    response.ok,
    response.headers.get('content-length'),
    response.headers.get('x-a'),
  ]).toEqual([201, 'Made', true, '2', 'b']);
});

test('a response with other bytes drops what no longer holds', () => {
  const { headers } = rebuilt(natives, real(), '{"a":1}', true);
  expect([...headers.keys()]).toEqual(['content-type', 'x-a']);
});

test('a response that no server sent has the address that was asked for, also when cloned', async () => {
  const response = made(natives, 'http://localhost:3000/mcp', 200, 'application/json', '{}');
  const copy = response.clone().clone();
  for (const one of [response, copy]) {
    expect([one.url, one.redirected, one instanceof Response, await one.text()]).toEqual([
      'http://localhost:3000/mcp',
      false,
      true,
      '{}',
    ]);
  }
  expect(Object.keys(response)).toEqual([]);
});

test('a response of another origin looks like one that was allowed', () => {
  expect(made(natives, 'http://other.test/', 200, 'application/json', '{}').type).toBe('cors');
  expect(made(natives, 'http://localhost/x', 200, 'application/json', '{}').type).toBe('basic');
});

test('the replacement looks like the original', () => {
  const original = Math.max;
  const replaced = inPlaceOf<number[], number>(original, () => 42);
  expect([replaced(1), replaced.name, replaced.length, replaced.toString(), `${replaced}`]).toEqual([
    42,
    'max',
    2,
    original.toString(),
    original.toString(),
  ]);
  expect(Function.prototype.toString.call(replaced)).toContain('[native code]');
  expect('prototype' in replaced).toBe(false);
  expect(() => Reflect.construct(replaced, [])).toThrow(TypeError);
});

test('the replacement hands on the receiver', () => {
  const plain = (): unknown => null;
  const holder = { read: inPlaceOf<[], unknown>(plain, (receiver) => receiver) };
  expect(holder.read()).toBe(holder);
});

test('a thing is replaced once, and can be put back', () => {
  const patches = new Patches();
  const target = { fetch: () => 'real' };
  const undo = patches.replace(target, 'fetch', (original: () => string) => () => `guarded ${original()}`);
  expect(target.fetch()).toBe('guarded real');
  expect(() => patches.replace(target, 'fetch', (original) => original)).toThrow(/replaced already/);
  expect([undo(), target.fetch(), undo()]).toEqual([true, 'real', false]);
  patches.replace(target, 'fetch', () => () => 'again');
  expect(target.fetch()).toBe('again');
});

test('what somebody else replaced since is not put back', () => {
  const patches = new Patches();
  const target = { fetch: () => 'real' };
  const undo = patches.replace(target, 'fetch', () => () => 'guarded');
  const ours = target.fetch;
  target.fetch = () => `wrapped ${ours()}`;
  expect([undo(), target.fetch()]).toEqual([false, 'wrapped guarded']);
});

const bodies: [string, () => BodyInit][] = [
  ['text', () => call(1)],
  ['a blob', () => new Blob([call(1)], { type: 'application/json' })],
  ['an array buffer', () => new TextEncoder().encode(call(1)).buffer],
  ['a typed array', () => new TextEncoder().encode(`  ${call(1)}`).subarray(2)],
  ['a data view', () => new DataView(new TextEncoder().encode(call(1)).buffer)],
  ['a stream', () => new Blob([call(1)]).stream()],
];

test('gates a call whatever its body is made of', async () => {
  for (const [name, body] of bodies) {
    const { fetch, background, sent } = rig(() => jsonResponse('{}'));
    background.decide = () => ({ deny: 'No.' });
    const init = { ...post(body()), duplex: 'half' };
    expect([name, (await (await fetch(ENDPOINT, init)).json()).result.isError]).toEqual([name, true]);
    expect([name, sent]).toEqual([name, []]);
  }
});

test('sends an allowed call on whatever its body is made of', async () => {
  for (const [name, body] of bodies) {
    const { fetch, bodies: sent } = rig(() => jsonResponse(result(1, 'ok')));
    const init = { ...post(body()), duplex: 'half' };
    expect([name, await (await fetch(ENDPOINT, init)).text()]).toEqual([name, result(1, 'ok')]);
    expect([name, sent()]).toEqual([name, [call(1)]]);
  }
});

test('takes a Request for input, and uses its body up as fetch does', async () => {
  const { fetch, bodies, sent } = rig(() => jsonResponse(result(1, 'ok')));
  const request = new Request(ENDPOINT, post(call(1), { headers: { 'x-a': 'b' } }));
  const response = fetch(request);
  expect(request.bodyUsed).toBe(true);
  expect(await (await response).text()).toBe(result(1, 'ok'));
  expect([bodies(), sent[0]?.headers.get('x-a')]).toEqual([[call(1)], 'b']);
  await expect(fetch(request)).rejects.toBeInstanceOf(TypeError);
});

test('takes a Request whose body the init replaces', async () => {
  const { fetch, bodies, background } = rig(() => jsonResponse(result(1, 'ok')));
  await fetch(new Request(ENDPOINT, post('{}')), { body: call(1) });
  expect([bodies(), background.of('gate').length]).toEqual([[call(1)], 1]);
});

test('takes a Request for an init', async () => {
  const { fetch, bodies } = rig(() => jsonResponse(result(1, 'ok')));
  await fetch(ENDPOINT, new Request('http://localhost/', post(call(1))) as unknown as RequestInit);
  expect(bodies()).toEqual([call(1)]);
});

test('what the page changes while its call waits changes nothing', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse(result(1, 'ok')));
  background.decide = () => 'ask';
  const url = new URL(ENDPOINT);
  const bytes = new TextEncoder().encode(call(1));
  const headers = new Headers({ 'x-a': 'b' });
  const init: RequestInit = { method: 'POST', body: bytes, headers };
  const response = fetch(url, init);
  url.pathname = '/other';
  bytes.fill(32);
  headers.set('x-a', 'c');
  init.body = 'other';
  await background.until('gate');
  background.resolve(true);
  await response;
  expect([sent[0]?.url, sent[0]?.body, sent[0]?.headers.get('x-a')]).toEqual([ENDPOINT, call(1), 'b']);
});

test('bad arguments fail as they do without the guard', async () => {
  const { fetch } = rig(() => new Response('ok'));
  await expect(fetch('http://', post(call(1)))).rejects.toBeInstanceOf(TypeError);
  await expect(
    fetch(ENDPOINT, { method: 'POST', body: new Blob(['x']), headers: { 'bad name': 'x' } }),
  ).rejects.toBeInstanceOf(TypeError);
});

test("a streamed answer can be read with a buffer of the reader's own", async () => {
  const upstream = eventStream();
  const { fetch } = rig(() => upstream.response);
  const response = await fetch(ENDPOINT, post(call(1)));
  const reader = response.body?.getReader({ mode: 'byob' });
  upstream.write(`data: ${result(1, 'x')}\n\n`);
  upstream.close();
  const first = await reader?.read(new Uint8Array(4096));
  expect(new TextDecoder().decode(first?.value)).toBe(`data: ${result(1, 'x')}\n\n`);
  expect((await reader?.read(new Uint8Array(8)))?.done).toBe(true);
});
