import { expect, test } from 'vitest';
import { call, ENDPOINT, jsonResponse, post, result, rig } from './rig.ts';

const session = { headers: { 'mcp-session-id': 's' } };

/** The same call again, with what the server asked for. */
function again(id: number, state: string | undefined, more: Parameters<typeof call>[1] = {}): string {
  const message = JSON.parse(call(id, { modern: true, ...more }));
  message.params.inputResponses = { k: { action: 'accept' } };
  if (state !== undefined) message.params.requestState = state;
  return JSON.stringify(message);
}

const asks = (id: number, state: string | undefined): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'input_required',
      inputRequests: { k: {} },
      ...(state === undefined ? {} : { requestState: state }),
    },
  });

/** Answers one text after the other. */
function answering(...answers: string[]): () => Response {
  let next = 0;
  return () => {
    next += 1;
    return jsonResponse(answers[next - 1] ?? '{}');
  };
}

test('a call that the server asks something about is the same call when it comes again', async () => {
  for (const state of ['opaque', undefined]) {
    const { fetch, background, bodies } = rig(answering(asks(1, state), asks(2, state), result(3, 'removed')));
    for (const body of [call(1, { modern: true }), again(2, state), again(3, state)])
      await (await fetch(ENDPOINT, post(body))).text();
    expect([background.of('gate').length, background.of('settle').length]).toEqual([1, 1]);
    expect(bodies()).toEqual([call(1, { modern: true }), again(2, state), again(3, state)]);
  }
});

test('the same state with other arguments is another call', async () => {
  const { fetch, background } = rig(answering(asks(1, 'opaque'), result(2, 'x')));
  await (await fetch(ENDPOINT, post(call(1, { modern: true })))).text();
  await (await fetch(ENDPOINT, post(again(2, 'opaque', { args: { path: '/' } })))).text();
  expect(background.of('gate').map((gate) => gate.call)).toEqual(['load:1', 'load:2']);
});

test('a state serves once', async () => {
  const { fetch, background } = rig(answering(asks(1, 'opaque'), result(2, 'x'), result(3, 'x')));
  for (const body of [call(1, { modern: true }), again(2, 'opaque'), again(3, 'opaque')])
    await (await fetch(ENDPOINT, post(body))).text();
  expect(background.of('gate')).toHaveLength(2);
});

test('a call that becomes a task settles when its result is collected', async () => {
  const { fetch, background } = rig(
    answering(
      '{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}}',
      '{"jsonrpc":"2.0","id":2,"result":{"taskId":"t","status":"working"}}',
      result(3, 'removed'),
    ),
  );
  background.reminders = ['Rest.'];
  await (await fetch(ENDPOINT, post(call(1), session))).text();
  await (
    await fetch(ENDPOINT, post('{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"t"}}', session))
  ).text();
  expect(background.of('settle')).toEqual([]);
  const collected = await fetch(
    ENDPOINT,
    post('{"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":"t"}}', session),
  );
  expect((await collected.json()).result.content).toMatchObject([{ text: 'removed' }, { text: 'Rest.' }]);
  expect(background.of('settle')).toMatchObject([{ call: 'load:1', status: 'success', content: 'removed' }]);
});

test('a completed task of 2026-07-28 brings its result along', async () => {
  const { fetch, background } = rig(
    answering(
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","taskId":"t","status":"working"}}',
      `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","taskId":"t","status":"completed","result":{"content":[{"type":"text","text":"removed"}]}}}`,
    ),
  );
  background.reminders = ['Rest.'];
  await (await fetch(ENDPOINT, post(call(1, { modern: true })))).text();
  const got = await fetch(ENDPOINT, post('{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"t"}}'));
  expect((await got.json()).result.result.content).toMatchObject([{ text: 'removed' }, { text: 'Rest.' }]);
  expect(background.of('settle')).toMatchObject([{ status: 'success', content: 'removed' }]);
});

test('a task that ends badly settles its call as an error', async () => {
  const task = '{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}}';
  const { fetch, background } = rig(
    answering(task, '{"jsonrpc":"2.0","id":2,"result":{"taskId":"t","status":"cancelled"}}'),
  );
  await (await fetch(ENDPOINT, post(call(1), session))).text();
  await (
    await fetch(ENDPOINT, post('{"jsonrpc":"2.0","id":2,"method":"tasks/cancel","params":{"taskId":"t"}}', session))
  ).text();
  expect(background.of('settle')).toMatchObject([
    { call: 'load:1', status: 'error', content: 'the task was cancelled' },
  ]);
});

test('a task result that cannot be collected may be asked for again', async () => {
  let turn = 0;
  const { fetch, background } = rig(() => {
    turn += 1;
    if (turn === 1) return jsonResponse('{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}}');
    return turn === 2 ? new Response('busy', { status: 503 }) : jsonResponse(result(3, 'removed'));
  });
  await (await fetch(ENDPOINT, post(call(1), session))).text();
  for (const id of [2, 3]) {
    await (
      await fetch(
        ENDPOINT,
        post(`{"jsonrpc":"2.0","id":${id},"method":"tasks/result","params":{"taskId":"t"}}`, session),
      )
    ).text();
  }
  expect(background.of('settle')).toMatchObject([{ status: 'success', content: 'removed' }]);
});
