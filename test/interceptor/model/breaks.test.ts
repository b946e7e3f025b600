/**
 * What each official client was seen to break on, one test each: the page's answer must never have it, whatever the guard did with
 * the model's.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, expect, test, vi } from 'vitest';
import type { Said } from '../../model-server/model.ts';
import { addressOf, headersOf, openingOf, type Page, pageWith, type Step } from './kit.ts';
import { kitNamed } from './kits.ts';

afterEach(() => {
  vi.useRealTimers();
});

const write: Said = { call: 'c1', tool: 'write', args: { path: '/a' } };
const read: Said = { call: 'c2', tool: 'read', args: { path: '/a' } };
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));

const CHAT = kitNamed('Chat Completions, streaming');
const RESPONSES = kitNamed('Responses, streaming, history in the request');
const MESSAGES = kitNamed('Messages, streaming, history in the request');

/** The events the page reads, parsed. Writes are refused. */
async function seen(kit: typeof CHAT, steps: readonly Step[]): Promise<readonly Record<string, never>[]> {
  const page = pageWith(kit, steps);
  page.background.decide = noWrites;
  const init = {
    method: 'POST',
    body: JSON.stringify(openingOf(kit)),
    headers: headersOf(kit),
  };
  const text = await (await page.fetch(addressOf(kit), init)).text();
  return text
    .split('\n\n')
    .flatMap((event) => /^data: (\{.*)$/m.exec(event)?.slice(1) ?? [])
    .map((data) => JSON.parse(data));
}

const all = (events: readonly Record<string, unknown>[], pattern: RegExp): string[] =>
  events.flatMap((event) => [...JSON.stringify(event).matchAll(pattern)].map((match) => match[1] ?? match[0]));

const followedUp: readonly Step[] = [
  [{ text: 'I write. ' }, write],
  [{ text: 'Then I read.' }, read],
];

test('Chat Completions: the calls that are left are numbered from 0 without a gap', async () => {
  const events = await seen(CHAT, [[write, read]]);
  expect(new Set(all(events, /"tool_calls":\[\{"index":(\d+)/g))).toEqual(new Set(['0']));
});

test('Chat Completions: an answer that goes on keeps one id, one role and one end', async () => {
  const events = await seen(CHAT, followedUp);
  expect(new Set(all(events, /"id":"(chatcmpl[^"]*)"/g)).size).toBe(1);
  expect(all(events, /"role":"assistant"/g)).toHaveLength(1);
  expect(all(events, /"finish_reason":"(\w+)"/g)).toEqual(['tool_calls']);
});

test('Chat Completions: an answer without calls left does not end as if the client had some to run', async () => {
  const events = await seen(CHAT, [[write], [{ text: 'Then not.' }]]);
  expect(all(events, /"finish_reason":"(\w+)"/g)).toEqual(['stop']);
});

test('Responses: an answer that goes on has one beginning, and one id to its end', async () => {
  const events = await seen(RESPONSES, followedUp);
  expect(all(events, /"type":"(response\.created)"/g)).toHaveLength(1);
  expect(new Set(all(events, /"id":"(resp_[^"]*)"/g))).toEqual(new Set(['resp_0']));
});

test('Responses: the end of the answer does not give a refused call back', async () => {
  const events = await seen(RESPONSES, [[write, read]]);
  expect(JSON.stringify(events.at(-1))).toContain('"call_id":"c2"');
  expect(JSON.stringify(events)).not.toContain('"call_id":"c1"');
});

test('Responses: numbers of events go up by one, and those of items have no gap', async () => {
  const events = await seen(RESPONSES, [[write, read, { text: 'x' }]]);
  const numbers = events.map((event) => Number(event['sequence_number']));
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  expect([...new Set(all(events, /"output_index":(\d+)/g))]).toEqual(['0', '1']);
});

test('Responses: the guard adds no kind of event that the client does not know', async () => {
  const own = new Set(all(await seen(RESPONSES, followedUp), /"type":"(response\.[a-z_.]+)"/g));
  const model = new Set(all(await seen(RESPONSES, [[{ text: 'a' }, read]]), /"type":"(response\.[a-z_.]+)"/g));
  expect([...own].filter((type) => !model.has(type))).toEqual([]);
});

test('Messages: an answer that goes on has one beginning and one end', async () => {
  const events = await seen(MESSAGES, followedUp);
  expect(all(events, /"type":"(message_start|message_delta|message_stop)"/g)).toEqual([
    'message_start',
    'message_delta',
    'message_stop',
  ]);
});

test('Messages: blocks are numbered without a gap, also where one is withheld', async () => {
  const events = await seen(MESSAGES, [[{ text: 'a' }, write, read]]);
  expect([...new Set(all(events, /"type":"content_block_start","index":(\d+)/g))]).toEqual(['0', '1']);
});

test('Messages: an answer without calls left does not stop as if the client had some to run', async () => {
  const events = await seen(MESSAGES, [[write], [{ text: 'Then not.' }]]);
  expect(all(events, /"stop_reason":"(\w+)"/g)).toEqual(['end_turn']);
});

/** Lets time go by until `work` is settled. */
async function patiently<T>(work: Promise<T>): Promise<T> {
  let open = true;
  const watched = work.finally(() => {
    open = false;
  });
  watched.catch(() => undefined);
  while (open) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return watched;
}

const options = (page: Page) => ({
  apiKey: 'k',
  fetch: page.fetch,
  timeout: 20_000,
  maxRetries: 2,
  dangerouslyAllowBrowser: true,
});
const ask = [{ role: 'user' as const, content: 'go' }];

for (const [name, request] of [
  [
    'Chat Completions, JSON',
    (page: Page) =>
      new OpenAI({ ...options(page), baseURL: 'http://localhost:4000/v1' }).chat.completions.create({
        model: 'm',
        messages: ask,
      }),
  ],
  [
    'Responses, JSON, history in the request',
    (page: Page) =>
      new OpenAI({ ...options(page), baseURL: 'http://localhost:4000/v1' }).responses.create({
        model: 'm',
        input: ask,
      }),
  ],
  [
    'Messages, JSON, history in the request',
    (page: Page) =>
      new Anthropic({ ...options(page), baseURL: 'http://localhost:4000' }).messages.create({
        model: 'm',
        max_tokens: 9,
        messages: ask,
      }),
  ],
] as const) {
  test(`a client without a stream never runs out of time and asks a second time: ${name}`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const page = pageWith(kitNamed(name), [[write], [{ text: 'Later then.' }]]);
    page.background.decide = () => 'ask';
    expect(JSON.stringify(await patiently(request(page) as Promise<unknown>))).toContain('Later then.');
    expect(page.background.of('gate')).toHaveLength(1);
    expect(page.asked).toHaveLength(2);
  });
}
