import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, ENDPOINT, jsonResponse, post, result, rig } from './rig.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const ok = (): Response => jsonResponse(result(1, 'removed'));
const said = async (response: Promise<Response>): Promise<string> =>
  (await (await response).json()).result.content.map((block: { text: string }) => block.text).join('|');

test('without a bridge, a call is denied within seconds', async () => {
  const { fetch, sent } = rig(ok, { bridge: false });
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(5_000);
  expect(await said(response)).toMatch(/not reachable from this page; reload this tab\. The call was not run/);
  expect(sent).toEqual([]);
});

test('when the extension was reloaded, calls are denied at once, also those that wait', async () => {
  const { fetch, background, sent } = rig(ok);
  background.decide = () => 'ask';
  const waiting = fetch(ENDPOINT, post(call(1)));
  await pass(1_000);
  background.notice('dead');
  expect(await said(waiting)).toMatch(/reloaded or removed; reload this tab/);
  expect(await said(fetch(ENDPOINT, post(call(2))))).toMatch(/reloaded or removed; reload this tab/);
  expect(sent).toEqual([]);
});

test('a call waits for a lost connection and is asked about again', async () => {
  const { fetch, background } = rig(ok);
  background.decide = () => 'silent';
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(1_000);
  background.notice('down');
  await pass(10_000);
  background.decide = () => 'allow';
  background.notice('up');
  expect(await said(response)).toBe('removed');
  expect(background.of('gate').map((gate) => gate.call)).toEqual(['load:1', 'load:1']);
});

test('an ask outlives a lost connection', async () => {
  const { fetch, background } = rig(ok);
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(8_000);
  background.notice('down');
  await pass(1_000);
  background.notice('up');
  await pass(500);
  background.resolve(true);
  expect(await said(response)).toBe('removed');
});

test('a call is denied when the connection does not come back, and withdrawn when it does', async () => {
  const { fetch, background, sent } = rig(ok);
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(1_000);
  background.notice('down');
  await pass(45_000);
  expect(await said(response)).toMatch(/does not answer.*The call was not run/);
  background.notice('up');
  await pass(1_000);
  expect(background.of('withdraw')).toMatchObject([{ call: 'load:1' }]);
  expect(sent).toEqual([]);
});

test('a background that has gone silent denies, although the connection seems open', async () => {
  const { fetch, background } = rig(ok);
  background.decide = () => 'silent';
  await pass(1);
  background.connected = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(40_000);
  expect(await said(response)).toMatch(/does not answer/);
});

test('a call may wait for as long as the background answers pings', async () => {
  const { fetch, background } = rig(ok);
  background.decide = () => 'silent';
  const response = fetch(ENDPOINT, post(call(1, { token: 1 })));
  await pass(10_000);
  const reader = (await response).body?.getReader();
  for (let sign = 0; sign < 40; sign += 1) {
    await reader?.read();
    await pass(15_000);
  }
  expect(background.of('withdraw')).toEqual([]);
});

test('a result waits for a lost connection, and is recorded when it is back', async () => {
  const { fetch, background } = rig(ok);
  background.settles = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await background.until('settle');
  background.notice('down');
  await pass(10_000);
  background.settles = true;
  background.reminders = ['Rest.'];
  background.notice('up');
  expect(await said(response)).toBe('removed|Rest.');
});

test('a result that cannot be recorded passes with a note, and is still reported later', async () => {
  const { fetch, background } = rig(ok);
  background.settles = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await background.until('settle');
  background.notice('down');
  await pass(45_000);
  expect(await said(response)).toMatch(
    /^removed\|Note: this call ran, but its outcome could not be recorded\. Interlock took too long/,
  );
  background.settles = true;
  background.notice('up');
  await pass(100);
  expect(background.of('settle')).toHaveLength(2);
});

test('a result passes with a note when the extension is gone', async () => {
  const { fetch, background } = rig(ok);
  background.settles = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await background.until('settle');
  background.notice('dead');
  expect(await said(response)).toMatch(/could not be recorded\. Interlock was reloaded or removed/);
});

test('a site that is not guarded is passed through', async () => {
  const { fetch, background } = rig(ok);
  await pass(1);
  background.reply({ type: 'policy', mode: 'off' });
  await pass(1);
  expect(await said(fetch(ENDPOINT, post(call(1))))).toBe('removed');
  expect(background.heard).toEqual([]);
});

test('a site that is guarded again is guarded again', async () => {
  const { fetch, background } = rig(ok);
  background.decide = () => ({ deny: 'No.' });
  await pass(1);
  for (const mode of ['off', 'enforce'] as const) background.reply({ type: 'policy', mode });
  await pass(1);
  expect(await said(fetch(ENDPOINT, post(call(1))))).toBe('No.');
});

test('says hello first on every connection, and a run is not lost while there is none', async () => {
  const { fetch, background } = rig(() => jsonResponse('{}', { headers: { 'mcp-session-id': 's' } }));
  await pass(1);
  background.notice('down');
  await pass(1);
  await fetch(ENDPOINT, post('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1"}}'));
  background.notice('up');
  await pass(1);
  expect(background.of('run')).toHaveLength(1);
});

test('a result is held up for half a minute at most, although the background answers pings', async () => {
  const { fetch, background } = rig(ok);
  background.settles = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await pass(36_000);
  expect(await said(response)).toMatch(/^removed\|Note: this call ran.*took too long/);
});

test('a result that the background refuses passes with its reason', async () => {
  const { fetch, background } = rig(ok);
  background.settles = false;
  const response = fetch(ENDPOINT, post(call(1)));
  await background.until('settle');
  background.reply({ type: 'unrecorded', call: 'load:1', reason: 'It cannot be read.' });
  expect(await said(response)).toMatch(/^removed\|Note: this call ran.*It cannot be read\./);
});
