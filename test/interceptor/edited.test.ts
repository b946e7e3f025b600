import { expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import { mcp } from '../../engine/wire/mcp/adapter.ts';
import type { FakeBackground } from './fake-background.ts';
import { call, ENDPOINT, jsonResponse, post, result, rig } from './rig.ts';

const CHANGED = { path: '/srv/b', depth: 2 };

/** A person lets the newest call run with other arguments. */
function change(background: FakeBackground, args: Json = CHANGED, tool?: string): void {
  const gate = background.of('gate').findLast((one) => tool === undefined || one.tool === tool);
  background.reply({ type: 'verdict', call: gate?.call ?? '', verdict: 'allow', args });
}

test('the server gets the changed arguments, and the rest as it was sent', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(1, 'removed')));
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 5 })));
  await background.until('gate');
  expect(background.of('gate')[0]).toMatchObject({ editable: true });
  change(background);
  expect(await (await response).text()).toContain('removed');
  expect(bodies().map((body) => JSON.parse(body))).toEqual([JSON.parse(call(1, { token: 5, args: CHANGED }))]);
});

test('a call without arguments can be given some', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(result(1, 'removed')));
  background.decide = () => 'ask';
  const bare = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"files_delete"}}';
  const response = fetch(ENDPOINT, post(bare));
  await background.until('gate');
  change(background);
  await response;
  expect(JSON.parse(bodies()[0] ?? '').params).toEqual({ name: 'files_delete', arguments: CHANGED });
});

test('nothing is left of the arguments as they were, however often they stand there', () => {
  const body = '{"params":{"arguments":{"a":1},"name":"x","arguments":{"a":2}}}';
  expect(mcp.withArguments(body, [], '{"b":3}')).toBe('{"params":{"name":"x","arguments":{"b":3}}}');
});

test('a request that repeats its arguments in headers is not offered for change', async () => {
  const { fetch, background } = rig(() => jsonResponse(result(1, 'removed')));
  const headers = { 'Mcp-Param-Path': '/srv/a' };
  await fetch(ENDPOINT, post(call(1, { modern: true }), { headers }));
  expect(background.of('gate')[0]).not.toHaveProperty('editable');
});

test('in a batch each call goes out as it was decided', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse(`[${result(1, 'one')},${result(2, 'two')}]`));
  background.decide = () => 'ask';
  const batch = `[${call(1, { name: 'first' })},${call(2, { name: 'second' })}]`;
  const response = fetch(ENDPOINT, post(batch));
  await background.until('gate', 2);
  change(background, CHANGED, 'second');
  background.resolve(true, 'first');
  await (await response).text();
  expect(bodies().map((body) => JSON.parse(body))).toEqual([
    [JSON.parse(call(1, { name: 'first' })), JSON.parse(call(2, { name: 'second', args: CHANGED }))],
  ]);
});

test('a call in the envelope of a relay is changed inside it', async () => {
  const { fetch, background, bodies } = rig(() => jsonResponse('{"ok":true}'));
  background.decide = () => 'ask';
  const response = fetch('http://localhost:6274/api/send', post(`{"sessionId":"s","message":${call(1)}}`));
  await background.until('gate');
  change(background);
  await response;
  expect(JSON.parse(bodies()[0] ?? '')).toEqual({ sessionId: 's', message: JSON.parse(call(1, { args: CHANGED })) });
});
