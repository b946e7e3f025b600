/** Bodies that are no text: which are read, which pass as they are, and what becomes of their types. */
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { arriving, textOf } from './packed.ts';
import { call, ENDPOINT, jsonResponse, result } from './rig.ts';

const MODEL = 'http://localhost:4000/v1/chat/completions';
const HISTORY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'go' }] });
const answers = () => jsonResponse(result(1, 'ok'));
const send = (body: BodyInit, headers: Record<string, string> = {}): RequestInit =>
  Object.assign({ method: 'POST', body, headers }, { duplex: 'half' });
const streamed = (text: string): ReadableStream => new Blob([text]).stream();

afterEach(() => {
  vi.unstubAllGlobals();
});

test('forms pass as they are: no protocol puts its messages into one', async () => {
  for (const form of [new FormData(), new URLSearchParams()]) {
    form.set('jsonrpc', call(1));
    const { fetch, background, arrived } = arriving(answers);
    await fetch(ENDPOINT, send(form));
    expect([arrived.length, background.heard]).toEqual([1, []]);
    expect(decodeURIComponent(arrived.map(textOf).join())).toContain(call(1));
  }
});

const OTHERS: readonly (readonly [name: string, body: (text: string) => BodyInit])[] = [
  ['a blob', (text) => new Blob([text], { type: 'application/octet-stream' })],
  ['a stream', streamed],
];
for (const [name, body] of OTHERS) {
  const type = { 'content-type': 'application/octet-stream' };

  test(`what says that it is no JSON passes as it is: ${name}`, async () => {
    const { fetch, background, arrived, sent } = arriving(answers);
    const init = send(body(call(1)), type);
    await fetch(ENDPOINT, init);
    expect([arrived.map(textOf), background.heard, sent[0]?.init === init]).toEqual([[call(1)], [], true]);
  });

  test(`what goes to a model is read, whatever it says that it is: ${name}`, async () => {
    const { fetch, background, arrived } = arriving(answers);
    await fetch(MODEL, send(body(HISTORY), type));
    expect([background.protocols, arrived.map(textOf)]).toEqual([['openai-chat'], [HISTORY]]);
  });
}

test('a Request to a model is read, whatever it says that it is', async () => {
  const { fetch, background } = arriving(answers);
  await fetch(new Request(MODEL, send(HISTORY, { 'content-type': 'application/octet-stream' })));
  expect(background.protocols).toEqual(['openai-chat']);
});

test('a stream is read to its end, and goes out in one piece with the headers that it had', async () => {
  const { fetch, arrived, sent } = arriving(answers);
  await fetch(ENDPOINT, send(streamed(call(1))));
  expect(sent[0]?.init).toEqual({ method: 'POST', headers: {}, body: new TextEncoder().encode(call(1)) });
  expect(arrived.map((one) => [textOf(one), one.type])).toEqual([[call(1), null]]);
});

test('what the page changes in its init while a stream is read changes nothing', async () => {
  const { fetch, arrived } = arriving(answers);
  const init = send(streamed(call(1)), { 'content-type': 'application/json' });
  const response = fetch(ENDPOINT, init);
  init.headers = { 'content-type': 'text/plain' };
  await response;
  expect(arrived[0]?.type).toBe('application/json');
});

test('a stream that somebody else reads fails as it does without the guard', async () => {
  const stream = streamed(call(1));
  stream.getReader();
  await expect(arriving(answers).fetch(ENDPOINT, send(stream))).rejects.toBeInstanceOf(TypeError);
});

test('a stream that breaks off fails the request, and nothing is sent', async () => {
  const { fetch, sent } = arriving(answers);
  const broken = new ReadableStream({ start: (controller) => controller.error(new RangeError('broken')) });
  await expect(fetch(ENDPOINT, send(broken))).rejects.toThrow('broken');
  expect(sent).toEqual([]);
});

test('an array buffer of another realm is gated', async () => {
  const { fetch, background } = arriving(answers);
  const bytes: Uint8Array = runInNewContext('Uint8Array.from(given)', { given: new TextEncoder().encode(call(1)) });
  expect(bytes.buffer instanceof ArrayBuffer).toBe(false);
  await fetch(ENDPOINT, send(bytes.buffer as ArrayBuffer));
  expect(background.of('gate')).toHaveLength(1);
});

test('blobs and streams are gated in a page that has replaced what they are made with', async () => {
  const pages = [new Blob([call(1)]), streamed(call(1))].map((body) => ({ body, ...arriving(answers) }));
  for (const name of ['Blob', 'FormData', 'DecompressionStream']) vi.stubGlobal(name, class Other {});
  for (const { body, fetch, background } of pages) {
    await fetch(ENDPOINT, send(body));
    expect(background.of('gate')).toHaveLength(1);
  }
});

const TYPED: readonly (readonly [name: string, body: () => BodyInit, type: string | null])[] = [
  ['text', () => call(1), 'text/plain;charset=UTF-8'],
  ['a blob with a type', () => new Blob([call(1)], { type: 'application/json' }), 'application/json'],
  ['a blob without one', () => new Blob([call(1)]), null],
  ['bytes', () => new TextEncoder().encode(call(1)), null],
  ['a stream', () => streamed(call(1)), null],
];
for (const [name, body, type] of TYPED)
  test(`what a person changed has the type that the page's body gave it: ${name}`, async () => {
    const { fetch, background, arrived } = arriving(answers);
    background.decide = () => 'ask';
    const response = fetch(ENDPOINT, send(body()));
    await background.until('gate');
    background.reply({ type: 'verdict', call: background.of('gate')[0]?.call ?? '', verdict: 'allow', args: { a: 1 } });
    await response;
    expect(arrived.map((one) => [JSON.parse(textOf(one)), one.type])).toEqual([
      [JSON.parse(call(1, { args: { a: 1 } })), type],
    ]);
  });

test('a request that cannot be looked at, though it could be sent, is not sent', async () => {
  const { fetch, background, sent } = arriving(answers);
  const once = (init = send(call(1))): RequestInit => {
    let asked = 0;
    return {
      ...init,
      get method() {
        asked += 1;
        if (asked === 1) throw new Error('Not now.');
        return 'POST';
      },
    };
  };
  await expect(fetch(ENDPOINT, once())).rejects.toThrow('Interlock could not look at this request');
  expect(sent).toEqual([]);
  background.reply({ type: 'policy', mode: 'observe' });
  await fetch(ENDPOINT, send(call(1)));
  await fetch(ENDPOINT, once());
  await fetch(new Request(ENDPOINT, send(call(1))), once({}));
  expect(sent).toHaveLength(3);
});

test('what fetch itself refuses is refused in its words', async () => {
  const { fetch, sent } = arriving(answers);
  await expect(fetch(ENDPOINT, { ...send(call(1)), method: 'a b' })).rejects.toThrow(/method/i);
  expect(sent).toEqual([]);
});
