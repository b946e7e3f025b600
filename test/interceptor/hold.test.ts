import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ENDPOINT, eventStream, jsonResponse, post, result, rig } from './rig.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Reads a stream event by event. */
function reader(response: Response): () => Promise<string> {
  const read = (response.body as ReadableStream<Uint8Array>).getReader();
  return async () => {
    const { done, value } = await read.read();
    return done ? 'END' : new TextDecoder().decode(value);
  };
}

const dataOf = (event: string): unknown => JSON.parse(/data: (.*)/.exec(event)?.[1] ?? 'null');

test('lets a call that is soon approved run as if nobody had looked', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse(result(1, 'removed'), { headers: { 'x-server': 'a' } }));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(5_000);
  expect(sent).toEqual([]);
  background.resolve(true);
  expect((await response).headers.get('x-server')).toBe('a');
  expect(await (await response).text()).toBe(result(1, 'removed'));
});

test('denies a call that a person refuses', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(1_000);
  background.resolve(false);
  expect((await (await response).json()).result).toMatchObject({
    isError: true,
    content: [{ text: 'A person said no.' }],
  });
  expect(sent).toEqual([]);
});

test('shows progress to a caller that takes it, and then the real result', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(1, 'removed')));
  background.decide = () => 'ask';
  background.reminders = ['Publish next.'];
  const response = fetch(ENDPOINT, post(call(1, { token: 'tok' })));
  await pass(10_000);
  expect((await response).headers.get('content-type')).toBe('text/event-stream');
  const next = reader(await response);
  const steps: unknown[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    steps.push(dataOf(await next()));
    await pass(15_000);
  }
  expect(steps).toHaveLength(6);
  for (const step of steps)
    expect(step).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'tok' } });
  background.resolve(true);
  expect(dataOf(await next())).toMatchObject({ method: 'notifications/progress' });
  expect(dataOf(await next())).toMatchObject({
    id: 1,
    result: { content: [{ text: 'removed' }, { text: 'Publish next.' }] },
  });
  expect(await next()).toBe('END');
  expect(bodies()).toEqual([call(1, { token: 'tok' })]);
});

test("pipes the server's own stream into the one it answered with", async () => {
  const upstream = eventStream();
  const { fetch, background } = rig(() => upstream.response);
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  const next = reader(await response);
  await next();
  background.resolve(true);
  await background.until('gate');
  upstream.write('id: 7\ndata:\n\n');
  expect(await next()).toBe('id: 7\ndata:\n\n');
  upstream.write(`event: message\nid: 8\ndata: ${result(1, 'removed')}\n\n`);
  expect(await next()).toBe(`event: message\nid: 8\ndata: ${result(1, 'removed')}\n\n`);
  upstream.close();
  expect(await next()).toBe('END');
  expect(background.of('settle')).toMatchObject([{ status: 'success', content: 'removed' }]);
});

test('tells a caller in a held stream when the server fails', async () => {
  const { fetch, background } = rig(() => new Response('no', { status: 502, statusText: 'Bad Gateway' }));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  const next = reader(await response);
  await next();
  background.resolve(true);
  expect(dataOf(await next())).toMatchObject({ id: 1, error: { message: expect.stringContaining('502') } });
  expect(background.of('settle')).toMatchObject([{ status: 'error' }]);
});

test('without progress, denies in time and says that the call may be tried again', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(50_000);
  const { isError, content } = (await (await response).json()).result;
  expect([isError, content[0].text]).toEqual([true, expect.stringMatching(/may be tried again/)]);
  expect(background.of('withdraw')).toMatchObject([{ call: 'load:1' }]);
  background.resolve(true);
  await pass(60_000);
  expect(sent).toEqual([]);
});

test('shows no progress to a caller that takes no event stream', async () => {
  const { fetch, background } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 }), { headers: { accept: 'application/json' } }));
  await pass(50_000);
  expect((await response).headers.get('content-type')).toBe('application/json');
});

test('tells a caller of 2026-07-28 to send the call again, and asks only once', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(3, 'removed', { resultType: 'complete' })));
  background.decide = () => 'ask';
  const ask = (id: number, state?: string): Promise<Response> => {
    const message = JSON.parse(call(id, { modern: true }));
    if (state !== undefined) message.params.requestState = state;
    return fetch(ENDPOINT, post(JSON.stringify(message)));
  };
  const first = ask(1);
  await pass(45_000);
  const leg = (await (await first).json()).result;
  expect(leg).toEqual({ resultType: 'input_required', requestState: 'interlock:load:1' });
  await pass(250);
  const second = ask(2, leg.requestState);
  await pass(45_000);
  expect((await (await second).json()).result).toEqual(leg);
  const third = ask(3, leg.requestState);
  await pass(1_000);
  background.resolve(true);
  expect((await (await third).json()).result.content[0].text).toBe('removed');
  expect(bodies()).toEqual([call(3, { modern: true })]);
  expect(background.of('gate')).toHaveLength(1);
  expect(background.of('settle')).toHaveLength(1);
});

test('a verdict between two legs waits for the caller to come back', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse(result(2, 'removed')));
  background.decide = () => 'ask';
  const first = fetch(ENDPOINT, post(call(1, { modern: true })));
  await pass(45_000);
  const { requestState } = (await (await first).json()).result;
  background.resolve(true);
  await pass(200);
  expect(sent).toEqual([]);
  const again = JSON.parse(call(2, { modern: true }));
  again.params.requestState = requestState;
  expect((await (await fetch(ENDPOINT, post(JSON.stringify(again)))).json()).result.content[0].text).toBe('removed');
});

test('a caller that does not come back is gone', async () => {
  const { fetch, background, sent } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  const first = fetch(ENDPOINT, post(call(1, { modern: true })));
  await pass(45_000);
  await first;
  await pass(30_000);
  expect(background.of('withdraw')).toMatchObject([{ call: 'load:1' }]);
  background.resolve(true);
  await pass(1_000);
  expect(sent).toEqual([]);
});

test('a state that was given out for one call opens no other', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(2, 'x')));
  background.decide = (gate) => (gate.tool === 'files_delete' ? 'ask' : { deny: 'No.' });
  const first = fetch(ENDPOINT, post(call(1, { modern: true })));
  await pass(45_000);
  const { requestState } = (await (await first).json()).result;
  background.resolve(true);
  const other = JSON.parse(call(2, { modern: true, name: 'files_wipe' }));
  other.params.requestState = requestState;
  expect((await (await fetch(ENDPOINT, post(JSON.stringify(other)))).json()).result.content[0].text).toBe('No.');
  const changed = JSON.parse(call(3, { modern: true, args: { path: '/' } }));
  changed.params.requestState = requestState;
  void fetch(ENDPOINT, post(JSON.stringify(changed)));
  await pass(1_000);
  expect(background.of('gate')).toHaveLength(3);
  expect(bodies()).toEqual([]);
});

test('ends after eight legs with a denial', async () => {
  const { fetch, background } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  let answer: { resultType: string; requestState?: string; isError?: boolean } = { resultType: '' };
  let legs = -1;
  do {
    legs += 1;
    const message = JSON.parse(call(legs, { modern: true }));
    if (answer.requestState !== undefined) message.params.requestState = answer.requestState;
    const response = fetch(ENDPOINT, post(JSON.stringify(message)));
    await pass(50_000);
    answer = (await (await response).json()).result;
  } while (answer.resultType === 'input_required' && legs < 20);
  expect([legs, answer.isError]).toEqual([8, true]);
});

test('shows progress within a leg too', async () => {
  const { fetch, background } = rig(() => jsonResponse('{}'));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { modern: true, token: 't' })));
  await pass(10_000);
  const next = reader(await response);
  const methods: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    methods.push((dataOf(await next()) as { method: string }).method);
    await pass(15_000);
  }
  expect(methods).toEqual(['notifications/progress', 'notifications/progress', 'notifications/progress']);
  expect(dataOf(await next())).toMatchObject({ id: 1, result: { resultType: 'input_required' } });
  expect(await next()).toBe('END');
});

test('a call that continues one from before a reload is held without losing what it was sent with', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(1, 'removed')));
  background.decide = () => 'ask';
  const message = JSON.parse(call(1, { modern: true }));
  message.params.requestState = 'of the server';
  const response = fetch(ENDPOINT, post(JSON.stringify(message)));
  await pass(48_000);
  background.resolve(true);
  await response;
  expect(bodies()).toEqual([JSON.stringify(message)]);
});

test('a state of the guard from before a reload does not reach the server', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(1, 'removed')));
  const message = JSON.parse(call(1, { modern: true }));
  message.params.requestState = 'interlock:older:1';
  await fetch(ENDPOINT, post(JSON.stringify(message)));
  expect([bodies(), background.of('gate').length]).toEqual([[call(1, { modern: true })], 1]);
});
