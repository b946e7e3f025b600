/**
 * How long the official clients wait, and what they send again without a word, without Interlock in between. How the guard keeps
 * clear of it is in `test/interceptor/model/breaks.test.ts` and `stream.test.ts`.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Given, giving, serving } from './given.ts';

beforeEach(() => {
  // Clients begin with a timer of no length: time also goes by on its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const user = [{ role: 'user' as const, content: 'go' }];
const openai = (given: Given, more = {}): OpenAI =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://model.test/v1', fetch: given.fetch, ...more });
const anthropic = (given: Given, more = {}): Anthropic =>
  new Anthropic({ apiKey: 'k', baseURL: 'http://model.test', fetch: given.fetch, ...more });

const PATIENCE = 20_000;
const LONGER = 90_000;

/** Each client, streaming: reads an answer to its end. */
const streaming = {
  'Chat Completions': (given: Given) =>
    openai(given, { timeout: PATIENCE, maxRetries: 1 })
      .chat.completions.stream({ model: 'm', messages: user })
      .finalContent(),
  Responses: (given: Given) =>
    openai(given, { timeout: PATIENCE, maxRetries: 1 }).responses.stream({ model: 'm', input: 'go' }).finalResponse(),
  Messages: (given: Given) =>
    anthropic(given, { timeout: PATIENCE, maxRetries: 1 })
      .messages.stream({ model: 'm', max_tokens: 9, messages: user })
      .finalMessage(),
};
const events = (all: readonly object[]): readonly string[] => all.map((event) => `data: ${JSON.stringify(event)}\n\n`);
const chunk = (delta: object, finish_reason: string | null): object => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const response = { id: 'r1', object: 'response', output: [] };
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} };
const whole = {
  'Chat Completions': events([chunk({ role: 'assistant', content: 'a' }, null), chunk({}, 'stop')]),
  Responses: events([
    { type: 'response.created', sequence_number: 0, response },
    { type: 'response.completed', sequence_number: 1, response },
  ]),
  Messages: [
    `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message })}\n\n`,
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{}}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ],
};

for (const name of ['Chat Completions', 'Responses', 'Messages'] as const) {
  test(`a stream that has begun may be silent for longer than the client's time: ${name}`, async () => {
    const [first = '', ...rest] = whole[name];
    const answer = serving([first], {}, { open: true });
    const given = giving(answer, serving(whole[name]));
    const pending = streaming[name](given);
    await answer.asked;
    await vi.advanceTimersByTimeAsync(LONGER);
    answer.finish([': still there\n\n', ...rest]);
    await pending;
    expect(given.requests).toHaveLength(1);
  });

  test(`a stream that does not begin in the client's time is asked for again, in silence: ${name}`, async () => {
    const late = serving(whole[name], {}, { headers: 'never' });
    const given = giving(late, serving(whole[name]));
    const pending = streaming[name](given);
    await late.asked;
    await vi.advanceTimersByTimeAsync(LONGER);
    await pending;
    expect(given.requests.map(({ body }) => body)).toEqual([given.requests[0]?.body, given.requests[0]?.body]);
  });

  test(`an answer that asks for patience is asked for again, twice at the most, in silence: ${name}`, async () => {
    const busy = () => serving(['{}'], { 'content-type': 'application/json', 'retry-after-ms': '1' }, { status: 429 });
    const given = giving(busy(), busy(), busy(), serving(whole[name]));
    const client = name === 'Messages' ? anthropic(given, { maxRetries: 2 }) : openai(given, { maxRetries: 2 });
    const asked =
      client instanceof Anthropic
        ? client.messages.create({ model: 'm', max_tokens: 9, messages: user })
        : name === 'Responses'
          ? client.responses.create({ model: 'm', input: 'go' })
          : client.chat.completions.create({ model: 'm', messages: user });
    await expect(asked).rejects.toMatchObject({ status: 429 });
    expect(given.requests).toHaveLength(3);
  });
}

test('Chat Completions, Responses: a body that stalls runs out of time and is asked for again', async () => {
  const body = JSON.stringify({ id: 'x', output: [], choices: [] });
  for (const ask of [
    (client: OpenAI) => client.chat.completions.create({ model: 'm', messages: user }),
    (client: OpenAI) => client.responses.create({ model: 'm', input: 'go' }),
  ]) {
    const stalled = serving([], { 'content-type': 'application/json' }, { open: true });
    const given = giving(stalled, serving([body], { 'content-type': 'application/json' }));
    const pending = ask(openai(given, { timeout: PATIENCE, maxRetries: 1 }));
    await stalled.asked;
    await vi.advanceTimersByTimeAsync(LONGER);
    await pending;
    expect(given.requests).toHaveLength(2);
  }
});

test('Messages: a body may stall for longer than the time of the client', async () => {
  const stalled = serving([], { 'content-type': 'application/json' }, { open: true });
  const given = giving(stalled);
  const client = anthropic(given, { timeout: PATIENCE, maxRetries: 1 });
  const pending = client.messages.create({ model: 'm', max_tokens: 9, messages: user });
  await stalled.asked;
  await vi.advanceTimersByTimeAsync(LONGER);
  stalled.finish(['{"id":"msg_1","content":[]}']);
  expect(await pending).toMatchObject({ id: 'msg_1' });
  expect(given.requests).toHaveLength(1);
});
