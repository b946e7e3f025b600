import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ENDPOINT, eventStream, jsonResponse, post, result, rig } from './rig.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const NOTICE = '{ "jsonrpc":"2.0", "method":"notifications/initialized" }';

/** Answers each request of an array, in order. */
const echo = async (request: Request): Promise<Response> => {
  const messages: { id?: number }[] = await request.json();
  const answers = messages.flatMap(({ id }) => (id === undefined ? [] : [result(id, `did ${id}`)]));
  return answers.length === 0 ? new Response(null, { status: 202 }) : jsonResponse(`[${answers.join(',')}]`);
};

const textsOf = (answers: { id: number; result?: { content: { text: string }[] } }[]): Record<number, string> =>
  Object.fromEntries(
    answers.map((answer) => [answer.id, answer.result?.content.map((block) => block.text).join('|') ?? 'none']),
  );

test('lets a batch go out untouched when all of it is allowed', async () => {
  const { fetch, bodies } = rig(echo);
  const body = `[ ${call(1)} ,${NOTICE}, ${call(2)} ]`;
  const response = await fetch(ENDPOINT, post(body));
  expect(textsOf(await response.json())).toEqual({ 1: 'did 1', 2: 'did 2' });
  expect(bodies()).toEqual([body]);
});

test('leaves denied calls out, sends the rest as written, and answers all', async () => {
  const { fetch, background, bodies } = rig(echo);
  background.decide = (gate) => (gate.tool === 'bad' ? { deny: 'No.' } : 'allow');
  background.reminders = ['Rest.'];
  const odd = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ok","arguments":{"n":1.0}}}';
  const response = await fetch(ENDPOINT, post(`[${call(1)},${call(2, { name: 'bad' })},${NOTICE},${odd}]`));
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(textsOf(await response.json())).toEqual({ 1: 'did 1|Rest.', 2: 'No.', 3: 'did 3|Rest.' });
  expect(bodies()).toEqual([`[${call(1)},${NOTICE},${odd}]`]);
});

test('answers a batch itself when all of it is denied', async () => {
  const { fetch, background, bodies } = rig(echo);
  background.decide = () => ({ deny: 'No.' });
  const response = await fetch(ENDPOINT, post(`[${call(1)},${call(2)}]`));
  expect(textsOf(await response.json())).toEqual({ 1: 'No.', 2: 'No.' });
  expect(bodies()).toEqual([]);
});

test('puts the denials into the stream when the server streams', async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  background.decide = (gate) => (gate.tool === 'bad' ? { deny: 'No.' } : 'allow');
  const response = await fetch(ENDPOINT, post(`[${call(1)},${call(2, { name: 'bad' })}]`));
  upstream.write(`data: ${result(1, 'did 1')}\n\n`);
  upstream.close();
  const answers = (await response.text()).split('\n\n').flatMap((event) => /data: (.*)/.exec(event)?.[1] ?? []);
  expect(textsOf(answers.map((answer) => JSON.parse(answer)))).toEqual({ 1: 'did 1', 2: 'No.' });
});

test('a call that waits for another of its batch does not hold it up', async () => {
  const { fetch, background, bodies } = rig(echo);
  background.decide = (gate) => (gate.tool === 'write' ? 'silent' : 'allow');
  const response = fetch(ENDPOINT, post(`[${call(1, { name: 'read' })},${call(2, { name: 'write' })}]`));
  await pass(500);
  await background.until('settle');
  background.resolve(true, 'write');
  expect(textsOf(await (await response).json())).toEqual({ 1: 'did 1', 2: 'did 2' });
  expect(bodies()).toEqual([`[${call(1, { name: 'read' })}]`, `[${call(2, { name: 'write' })}]`]);
});

test('shows progress for the call of a batch that waits for a person', async () => {
  const { fetch, background } = rig(echo);
  background.decide = (gate) => (gate.tool === 'write' ? 'ask' : 'allow');
  const response = fetch(ENDPOINT, post(`[${call(1)},${call(2, { name: 'write', token: 't' })}]`));
  await pass(500);
  await pass(10_000);
  const text = (await response).text();
  await pass(15_000);
  background.resolve(true);
  const events = (await text).split('\n\n').flatMap((event) => /data: (.*)/.exec(event)?.[1] ?? []);
  const messages = events.map((event) => JSON.parse(event));
  expect(messages.filter((one) => one.method === 'notifications/progress').length).toBeGreaterThan(1);
  expect(textsOf(messages.filter((one) => one.id !== undefined))).toEqual({ 1: 'did 1', 2: 'did 2' });
});

test('answers the rest when a part of the batch fails', async () => {
  const { fetch, background } = rig(() => Promise.reject(new TypeError('Failed to fetch')));
  background.decide = (gate) => (gate.tool === 'bad' ? { deny: 'No.' } : 'allow');
  const answers = await (await fetch(ENDPOINT, post(`[${call(1)},${call(2, { name: 'bad' })}]`))).json();
  expect(answers).toMatchObject([
    { id: 2, result: { isError: true } },
    { id: 1, error: { message: 'Failed to fetch' } },
  ]);
});

test('denies what cannot be decoded in a batch', async () => {
  const { fetch, bodies } = rig(echo);
  const answers = await (
    await fetch(ENDPOINT, post(`[{"jsonrpc":"2.0","id":4,"method":"tools/call"},${call(1)}]`))
  ).json();
  expect(answers).toMatchObject([{ id: 4, result: { isError: true } }, { id: 1 }]);
  expect(bodies()).toEqual([`[${call(1)}]`]);
});

test('a batch dies as a whole with its signal', async () => {
  const { fetch, background, bodies } = rig(echo);
  background.decide = () => 'ask';
  const abort = new AbortController();
  const response = fetch(ENDPOINT, post(`[${call(1)},${call(2)}]`, { signal: abort.signal }));
  abort.abort(new Error('stop'));
  await expect(response).rejects.toThrow('stop');
  background.resolve(true);
  await pass(60_000);
  expect([background.of('withdraw').length, bodies()]).toEqual([2, []]);
});
