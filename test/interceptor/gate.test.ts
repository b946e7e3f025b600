import { expect, test } from 'vitest';
import { call, ENDPOINT, jsonResponse, post, result, rig } from './rig.ts';

test('lets an allowed call go out exactly as it was passed', async () => {
  const { fetch, sent, background } = rig(() => jsonResponse(result(1, 'removed')));
  const init = post(call(1), { redirect: 'manual', credentials: 'include' });
  const response = await fetch(ENDPOINT, init);
  expect(await response.text()).toBe(result(1, 'removed'));
  expect(sent[0]?.input).toBe(ENDPOINT);
  expect(sent[0]?.init).toEqual(init);
  expect(background.of('gate')).toEqual([
    {
      type: 'gate',
      call: 'load:1',
      tool: 'files_delete',
      args: { path: '/srv/a' },
      editable: true,
      thread: { protocol: 'mcp' },
    },
  ]);
});

test('answers a denied call itself, and nothing leaves', async () => {
  const { fetch, sent, background } = rig(() => jsonResponse('{}'));
  background.decide = () => ({ deny: 'Read /srv/a before deleting.' });
  const response = await fetch(ENDPOINT, post(call('a')));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    result: {
      resultType: 'complete',
      isError: true,
      content: [{ type: 'text', text: 'Read /srv/a before deleting.' }],
    },
  });
  expect(sent).toEqual([]);
});

test('settles an allowed call before the page sees its result', async () => {
  const { fetch, background } = rig(() => jsonResponse(result(1, 'removed')));
  background.settles = false;
  const text = fetch(ENDPOINT, post(call(1))).then((response) => response.text());
  await background.until('settle');
  const early = await Promise.race([text, new Promise((resolve) => setImmediate(resolve, 'not yet'))]);
  expect(early).toBe('not yet');
  background.reply({ type: 'settled', call: 'load:1', reminders: [] });
  expect(await text).toBe(result(1, 'removed'));
  expect(background.of('settle')).toMatchObject([{ call: 'load:1', status: 'success', content: 'removed' }]);
});

test('adds reminders to the end of the content', async () => {
  const { fetch, background } = rig(() => jsonResponse(result(1, 'removed'), { headers: { 'content-length': '999' } }));
  background.reminders = ['Publish next.', 'Then rest.'];
  const response = await fetch(ENDPOINT, post(call(1)));
  expect((await response.clone().json()).result.content).toEqual([
    { type: 'text', text: 'removed' },
    { type: 'text', text: 'Publish next.\n\nThen rest.' },
  ]);
  expect(response.headers.has('content-length')).toBe(false);
});

test('settles each kind of failure as an error with its reason', async () => {
  const failures: [string, () => Response, RegExp][] = [
    ['a tool error', () => jsonResponse(result(1, 'no such file', { isError: true })), /^no such file$/],
    [
      'a protocol error',
      () => jsonResponse('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool"}}'),
      /^unknown tool$/,
    ],
    [
      'an error without id',
      () => jsonResponse('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}', { status: 404 }),
      /404.*no session/,
    ],
    ['an HTTP error', () => new Response('gone', { status: 503, statusText: 'Busy' }), /503 Busy/],
    ['text', () => new Response('hello', { headers: { 'content-type': 'text/plain' } }), /text\/plain/],
    ['broken JSON', () => jsonResponse('{"jsonrpc":'), /without a result/],
    ['an answer to another request', () => jsonResponse(result(2, 'other')), /without a result/],
  ];
  for (const [name, response, reason] of failures) {
    const { fetch, background } = rig(response);
    const expected = await response().text();
    expect([name, await (await fetch(ENDPOINT, post(call(1)))).text()]).toEqual([name, expected]);
    await background.until('settle');
    expect([name, background.of('settle')[0]]).toEqual([
      name,
      expect.objectContaining({ status: 'error', content: expect.stringMatching(reason) }),
    ]);
  }
});

test('settles a request that never got through as an error, and rejects with the very same error', async () => {
  const broken = new TypeError('Failed to fetch');
  const { fetch, background } = rig(() => Promise.reject(broken));
  await expect(fetch(ENDPOINT, post(call(1)))).rejects.toBe(broken);
  await background.until('settle');
  expect(background.of('settle')).toMatchObject([{ status: 'error', content: 'the request failed: Failed to fetch' }]);
});

test('denies what calls a tool and cannot be decoded', async () => {
  const { fetch, sent } = rig(() => jsonResponse('{}'));
  const response = await fetch(ENDPOINT, post('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}'));
  expect(await response.json()).toMatchObject({ id: 9, result: { isError: true } });
  expect(sent).toEqual([]);
});

test('gives every call an id of its own, whatever ids the clients use', async () => {
  const { fetch, background } = rig(() => jsonResponse(result(1, 'ok')));
  for (let turn = 0; turn < 3; turn += 1) await (await fetch(ENDPOINT, post(call(1)))).text();
  expect(background.of('gate').map((gate) => gate.call)).toEqual(['load:1', 'load:2', 'load:3']);
  expect(background.of('settle').map((settle) => settle.call)).toEqual(['load:1', 'load:2', 'load:3']);
});

test('names the thread after the session of the endpoint', async () => {
  const { fetch, background } = rig(() => jsonResponse(result(1, 'ok')));
  await fetch(`${ENDPOINT}?x=1`, post(call(1), { headers: { 'Mcp-Session-Id': 's-1' } }));
  expect(background.of('gate')[0]?.thread).toEqual({ protocol: 'mcp', id: `${ENDPOINT}#s-1` });
});

test('begins a run when a session is opened, under the name the server gives it', async () => {
  const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}';
  const { fetch, background } = rig(() =>
    jsonResponse('{"jsonrpc":"2.0","id":0,"result":{}}', { headers: { 'mcp-session-id': 's-2' } }),
  );
  await fetch(ENDPOINT, post(initialize));
  await background.until('run');
  expect(background.of('run')).toEqual([{ type: 'run', thread: { protocol: 'mcp', id: `${ENDPOINT}#s-2` } }]);
});

test('denies arguments that are too large to be checked', async () => {
  const { fetch, sent } = rig(() => jsonResponse('{}'));
  const response = await fetch(ENDPOINT, post(call(1, { args: { text: 'x'.repeat(17 * 1024 * 1024) } })));
  expect((await response.json()).result.content[0].text).toMatch(/too large/);
  expect(sent).toEqual([]);
});

test('carries a result of five megabytes, with a reminder', async () => {
  const big = 'x'.repeat(5 * 1024 * 1024);
  const { fetch, background } = rig(() => jsonResponse(result(1, big)));
  background.reminders = ['Go on.'];
  const { content } = (await (await fetch(ENDPOINT, post(call(1)))).json()).result;
  expect([content[0].text.length, content[1].text]).toEqual([big.length, 'Go on.']);
  const settled = background.of('settle')[0]?.content;
  expect(typeof settled === 'string' && settled.length).toBe(big.length);
});

test('leaves everything else alone, down to the arguments', async () => {
  const { fetch, sent, background } = rig(() => new Response('ok'));
  const others: [string, RequestInit | undefined][] = [
    ['http://localhost/a', undefined],
    ['http://localhost/b', { method: 'POST', body: '{"model":"m","messages":[]}' }],
    ['http://localhost/c', { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }],
    ['http://localhost/d', { method: 'POST', body: new URLSearchParams({ jsonrpc: '{"jsonrpc":"2.0"}' }) }],
    ['http://localhost/e', { method: 'PUT', body: call(1) }],
    ['http://localhost/f', { method: 'POST' }],
  ];
  for (const [url, init] of others) await fetch(url, init);
  expect(sent.map((one) => one.input)).toEqual(others.map(([url]) => url));
  expect(sent.every((one, at) => one.init === others[at]?.[1])).toBe(true);
  expect(background.heard).toEqual([]);
});

test('a byte order mark hides nothing', async () => {
  for (const body of [`\ufeff${call(1)}`, new TextEncoder().encode(`\ufeff${call(1)}`), ` \n${call(1)}`]) {
    const { fetch, background, sent } = rig(() => jsonResponse('{}'));
    background.decide = () => ({ deny: 'No.' });
    await fetch(ENDPOINT, post(body));
    expect([background.of('gate').length, sent]).toEqual([1, []]);
  }
});

/** A list in a list in a list … */
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('denies arguments that are nested too deep to be checked', async () => {
  for (const depth of [300, 100_000]) {
    const { fetch, sent } = rig(() => jsonResponse('{}'));
    const body = call(1).replace('{"path":"/srv/a"}', `{"path":${nested(depth)}}`);
    expect((await (await fetch(ENDPOINT, post(body))).json()).result.content[0].text).toMatch(/nested too deep/);
    expect(sent).toEqual([]);
  }
});

test('records a result that is nested too deep by a word, and passes it on as it is', async () => {
  const answer = `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"a":${nested(100_000)}}}}`;
  const { fetch, background } = rig(() => jsonResponse(answer));
  expect(await (await fetch(ENDPOINT, post(call(1)))).text()).toBe(answer);
  expect(background.of('settle')).toMatchObject([{ status: 'success', content: '[nested too deep to be recorded]' }]);
});

test('rejects a request to an address that is none, as fetch does, and does not throw', async () => {
  const { fetch } = rig(() => jsonResponse('{}'));
  const responded = fetch('http://[', post('{"messages":[]}'));
  await expect(responded).rejects.toThrow(TypeError);
});
