/** Bodies that the page has compressed itself: what can be read is guarded, what cannot does not leave for where it may matter. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { arriving, CODINGS, FORMS, gzipped, packed, textOf } from './packed.ts';
import { call, ENDPOINT, jsonResponse, result } from './rig.ts';

const MODEL = 'http://localhost:4000/v1/chat/completions';
const MCP = { accept: 'application/json, text/event-stream' };
const answers = () => jsonResponse(result(1, 'ok'));

for (const [name, coding, pack] of CODINGS)
  for (const [form, body] of FORMS) {
    test(`a refused call does not leave in a compressed body: ${name}, ${form}`, async () => {
      const { fetch, background, sent } = arriving(answers);
      background.decide = () => ({ deny: 'No.' });
      const response = await fetch(ENDPOINT, packed(body(pack(call(1))), coding));
      expect([(await response.json()).result.isError, sent]).toEqual([true, []]);
    });

    test(`an allowed call arrives as the page compressed it: ${name}, ${form}`, async () => {
      const { fetch, arrived } = arriving(answers);
      const bytes = pack(call(1));
      await fetch(ENDPOINT, packed(body(bytes.slice()), coding));
      expect(arrived).toEqual([{ bytes, coding, type: 'application/json' }]);
    });
  }

test('a Request with a compressed body is read, and arrives as it was', async () => {
  const { fetch, background, arrived } = arriving(answers);
  await fetch(new Request(ENDPOINT, packed(gzipped(call(1)), 'gzip')));
  expect([background.of('gate').length, arrived.map(textOf), arrived[0]?.coding]).toEqual([1, [call(1)], 'gzip']);
});

test('the headers of a Request count for the body that an init gives it', async () => {
  const { fetch, background } = arriving(answers);
  await fetch(new Request(ENDPOINT, packed('x', 'gzip')), { body: gzipped(call(1)) });
  expect(background.of('gate')).toHaveLength(1);
});

test('what a person changed is sent without the coding', async () => {
  const { fetch, background, arrived } = arriving(answers);
  background.decide = () => 'ask';
  const response = fetch(ENDPOINT, packed(gzipped(call(1)), 'gzip', { 'X-Own': 'kept' }));
  await background.until('gate');
  background.reply({ type: 'verdict', call: background.of('gate')[0]?.call ?? '', verdict: 'allow', args: { a: 1 } });
  await response;
  expect(arrived.map(({ bytes, coding }) => [JSON.parse(Buffer.from(bytes).toString()), coding])).toEqual([
    [JSON.parse(call(1, { args: { a: 1 } })), null],
  ]);
});

test('what the page changes in its bytes while they are read changes nothing', async () => {
  const { fetch, arrived } = arriving(answers);
  const bytes = gzipped(call(1));
  const response = fetch(ENDPOINT, packed(bytes, 'gzip'));
  bytes.fill(0);
  await response;
  expect(arrived.map(textOf)).toEqual([call(1)]);
});

test('a body that is JSON is read, whatever coding its header names', async () => {
  for (const coding of ['utf-8', 'gzip', 'br']) {
    const { fetch, background } = arriving(answers);
    await fetch(ENDPOINT, packed(new TextEncoder().encode(call(1)), coding));
    expect([coding, background.of('gate').length]).toEqual([coding, 1]);
  }
});

for (const [form, body] of FORMS)
  test(`compressed JSON that is no business of the guard arrives as it was: ${form}`, async () => {
    const { fetch, arrived } = arriving(answers);
    const bytes = gzipped('{"metrics":[1,2,3]}');
    await fetch('http://localhost:4000/metrics', packed(body(bytes.slice()), 'gzip'));
    expect(arrived).toEqual([{ bytes, coding: 'gzip', type: 'application/json' }]);
  });

const whole = gzipped(call(1, { args: { text: 'x'.repeat(100_000) } }));
const UNREADABLE: readonly (readonly [name: string, coding: string, bytes: Uint8Array<ArrayBuffer>, why: RegExp])[] = [
  ['a coding that the browser does not know', 'aws-chunked', gzipped(call(1)), /cannot undo .*"aws-chunked"/],
  ['two codings', 'gzip, gzip', new Uint8Array(gzipSync(gzipped(call(1)))), /cannot undo .*"gzip, gzip"/],
  ['bytes of another coding', 'gzip', new Uint8Array([1, 2, 3, 4]), /not what its content-encoding "gzip" says/],
  ['a body that breaks off', 'gzip', whole.subarray(0, whole.length - 9), /not what its content-encoding "gzip" says/],
  ['nothing', 'gzip', new Uint8Array(), /not what its content-encoding "gzip" says/],
];

for (const [name, coding, bytes, why] of UNREADABLE) {
  test(`what cannot be read is not sent to a model, and says why: ${name}`, async () => {
    const { fetch, background, sent } = arriving(answers);
    const response = await fetch(MODEL, packed(bytes, coding));
    expect([response.status, response.url, sent]).toEqual([415, MODEL, []]);
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(why) },
    });
    expect(background.protocols).toEqual(['openai-chat']);
  });

  test(`what cannot be read is not sent where the headers are those of MCP: ${name}`, async () => {
    const { fetch, sent } = arriving(answers);
    const response = await fetch(ENDPOINT, packed(bytes, coding, MCP));
    expect([response.status, await response.text(), sent]).toEqual([415, expect.stringMatching(why), []]);
  });
}

test('what cannot be read and is no business of the guard arrives as it was', async () => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  const { fetch, arrived } = arriving(answers);
  await fetch('http://localhost:4000/metrics', packed(bytes, 'zstd'));
  expect(arrived).toEqual([{ bytes, coding: 'zstd', type: 'application/json' }]);
});

test('a body that breaks off is not sent when what could be read of it is MCP', async () => {
  const { fetch, sent } = arriving(answers);
  const response = await fetch(ENDPOINT, packed(whole.subarray(0, whole.length - 9), 'gzip'));
  expect([response.status, sent]).toEqual([415, []]);
});

test('what cannot be read is sent where the site is only observed', async () => {
  const { fetch, arrived, background } = arriving(answers);
  await fetch(ENDPOINT, packed(gzipped(call(1)), 'gzip'));
  background.reply({ type: 'policy', mode: 'observe' });
  await fetch(MODEL, packed(new Uint8Array([1, 2, 3, 4]), 'gzip'));
  expect(arrived).toHaveLength(2);
});

test('a request that was given up fails as it does without the guard, though it cannot be read', async () => {
  const { fetch } = arriving(answers);
  const init = { ...packed(new Uint8Array([1, 2]), 'gzip'), signal: AbortSignal.abort() };
  await expect(fetch(MODEL, init)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a refused call does not leave under headers that can be walked through once', async () => {
  const { fetch, background, sent } = arriving(answers);
  background.decide = () => ({ deny: 'No.' });
  for (const [, body] of FORMS) {
    const init = packed(body(gzipped(call(1))), 'gzip');
    const headers = Object.entries(init.headers ?? {})[Symbol.iterator]();
    const response = await fetch(ENDPOINT, { ...init, headers: headers as never });
    expect([(await response.json()).result.isError, sent]).toEqual([true, []]);
  }
});

test('headers that can be walked through once are left for fetch', async () => {
  const { fetch, arrived } = arriving(answers);
  const headers = new Map([['content-type', 'text/csv']]).entries();
  await fetch('http://localhost:4000/a', { method: 'POST', body: new Uint8Array([1]), headers: headers as never });
  expect(arrived[0]?.type).toBe('text/csv');
});
