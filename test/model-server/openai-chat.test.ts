/** The strict server is strict, and does what its script says. */
import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import { chatAnswer, chatProtocol, checkChatRequest } from './openai-chat.ts';
import { failing, type ModelServer, type Script, startModelServer } from './server.ts';

const call = (id: string, args: Json = '{}') => ({ id, type: 'function', function: { name: 'read', arguments: args } });
const assistant = (...calls: readonly ReturnType<typeof call>[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
});
const tool = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const user = { role: 'user', content: 'Go.' };
const complaints = (...messages: readonly Json[]) => checkChatRequest({ model: 'm', messages }).length;

test('takes a conversation in which every call is answered once', () => {
  expect(
    checkChatRequest({ model: 'm', messages: [user, assistant(call('a'), call('b')), tool('b'), tool('a')] }),
  ).toEqual([]);
});

test('complains about calls and answers that do not belong together', () => {
  const conversations: readonly (readonly Json[])[] = [
    [user, assistant(call('a'), call('b')), tool('a'), user],
    [user, assistant(call('a')), user, tool('a')],
    [user, assistant(call('a')), tool('a'), tool('a')],
    [user, tool('a')],
    [user, assistant(call('a'))],
  ];
  expect(conversations.map((messages) => complaints(...messages) > 0)).toEqual([true, true, true, true, true]);
});

test('complains about what the API does not know', () => {
  const odd: readonly Json[] = [
    { role: 'wizard', content: 'x' },
    { role: 'user', content: null },
    { role: 'user', content: 'x', index: 0 },
    { role: 'tool', content: 'x' },
    { role: 'user', content: [{ type: 'output_text', text: 'x' }] },
    { role: 'user', content: [{ type: 'text', text: 'x', citations: [] }] },
  ];
  expect(odd.map((message) => complaints(message) > 0)).toEqual(odd.map(() => true));
  expect(complaints(user, assistant(call('a'), call('a')), tool('a'), tool('a'))).toBe(1);
  expect(checkChatRequest({ model: 'm', messages: [user], tool_choice: 'auto' })).toHaveLength(1);
  expect(complaints(user, assistant(call('a', { p: 1 })), tool('a'))).toBe(1);
  expect(complaints(user, assistant({ ...call('a'), index: 0 } as ReturnType<typeof call>), tool('a'))).toBe(1);
  expect(checkChatRequest({ model: 'm', messages: [user], interlock: true })).toHaveLength(1);
  expect(checkChatRequest({ model: 'm', messages: [] })).toHaveLength(1);
});

test('complains about an assistant that has the last word', () => {
  expect(complaints(user, { role: 'assistant', content: 'x' })).toBe(1);
});

let server: ModelServer | null = null;

async function started(...script: Script): Promise<{ readonly model: ModelServer; readonly client: OpenAI }> {
  server = await startModelServer(chatProtocol, script);
  return { model: server, client: new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 }) };
}

afterEach(async () => {
  await server?.close();
  server = null;
});

const said = chatAnswer('c1', { text: 'Hello.', calls: [{ id: 'a', tool: 'read', args: { p: 1 } }] });
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Go.' }] };

test('gives the same answer as a stream and as a body', async () => {
  const { client } = await started(said, said);
  const body = await client.chat.completions.create(request);
  const stream = await client.chat.completions.stream(request).finalChatCompletion();
  expect(stream.choices[0]?.message).toMatchObject(body.choices[0]?.message ?? {});
});

test('refuses a bad request in the words of the API, and keeps its answer for the next', async () => {
  const { client, model } = await started(said);
  const bad = client.chat.completions.create({ model: 'm', messages: [{ role: 'assistant', content: 'x' }] });
  await expect(bad).rejects.toThrow(/400.*the last one is of the assistant/);
  expect((await client.chat.completions.create(request)).id).toBe('c1');
  expect(model.requests.map(({ complaints: found }) => found.length)).toEqual([1, 0]);
});

test('turns away who has no key', async () => {
  const { model } = await started(said);
  const init = { method: 'POST', body: JSON.stringify(request), headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${model.url}/v1/chat/completions`, init)).status).toBe(401);
});

test('fails as told, and says so when the script is over', async () => {
  const { client } = await started(failing(chatProtocol, 429, 'Slow down.'));
  await expect(client.chat.completions.create(request)).rejects.toThrow(/429.*Slow down/);
  await expect(client.chat.completions.create(request)).rejects.toThrow(/500.*no answer to request 2/);
});

test('compresses an answer', async () => {
  const { client } = await started((asked) => ({ ...said(asked), gzip: true }));
  expect((await client.chat.completions.create(request)).id).toBe('c1');
});

test('sends chunk by chunk when told to, and knows who left', async () => {
  const { client, model } = await started((asked) => ({ ...said(asked), stepwise: true }));
  const stream = await client.chat.completions.create({ ...request, stream: true });
  model.step();
  for await (const chunk of stream) {
    expect(chunk.id).toBe('c1');
    break;
  }
  expect(await (await model.request(0)).closed).toBe(false);
});

test('breaks the connection in the middle', async () => {
  const { client } = await started((asked) => ({ ...said(asked), chunks: said(asked).chunks.slice(0, 2), drop: true }));
  await expect(client.chat.completions.stream(request).finalChatCompletion()).rejects.toThrow();
});

test('lets any page in', async () => {
  const { model } = await started();
  const asked = { origin: 'https://page.test', 'access-control-request-headers': 'authorization, x-stainless-os' };
  const answer = await fetch(`${model.url}/v1/chat/completions`, { method: 'OPTIONS', headers: asked });
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://page.test');
  expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, x-stainless-os');
});
