/** The addresses where a page talks to a model itself: the scripted model in three protocols, and the way to real ones. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import { PROTOCOL_NAMES, PROTOCOLS, type Protocol } from './protocols/protocol.ts';
import { type Listening, listen } from './server/listen.ts';
import { type Console, startConsole } from './start.ts';

interface Seen {
  readonly path: string;
  readonly headers: Headers;
  readonly body: JsonObject;
}

let site: Console;
let vendor: Listening;
let seen: Seen[] = [];
let answer: () => Response = () => Response.json({});

beforeAll(async () => {
  vendor = await listen(async (request) => {
    const body = (await request.json()) as JsonObject;
    seen.push({ path: new URL(request.url).pathname, headers: request.headers, body });
    return answer();
  }, 0);
  site = await startConsole({
    env: {
      OPENAI_API_KEY: 'openai-key',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      OPENAI_MODEL: 'gpt',
      ANTHROPIC_API_KEY: 'anthropic-key',
      ANTHROPIC_BASE_URL: vendor.url,
      ANTHROPIC_MODEL: 'claude',
    },
  });
}, 60_000);
afterAll(async () => {
  await site.close();
  await vendor.close();
});

const MESSAGE = { role: 'user', content: 'Revise report.md' };
const BODIES: Readonly<Record<Protocol, JsonObject>> = {
  chat: { messages: [MESSAGE] },
  responses: { input: [MESSAGE] },
  messages: { messages: [MESSAGE], max_tokens: 10 },
};

function ask(protocol: Protocol, more: JsonObject = {}): Promise<Response> {
  const body = JSON.stringify({ model: 'scripted', stream: true, ...BODIES[protocol], ...more });
  return fetch(`${site.url}/model/v1/${PROTOCOLS[protocol].path}`, { method: 'POST', body });
}

it.each(PROTOCOL_NAMES)('streams the text of the scripted model word by word, and its calls (%s)', async (protocol) => {
  const response = await ask(protocol);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const text = await response.text();
  for (const word of ['"I "', '"will "', '"report.md "', 'read_text_file', 'write_file']) expect(text).toContain(word);
});

it.each(PROTOCOL_NAMES)('sends the first words before the last ones are there (%s)', async (protocol) => {
  const { body } = await ask(protocol);
  const chunks: string[] = [];
  for await (const chunk of body ?? []) chunks.push(new TextDecoder().decode(chunk));
  const first = chunks.findIndex((chunk) => chunk.includes('"I "'));
  const last = chunks.findIndex((chunk) => chunk.includes('write_file'));
  expect(first).toBeGreaterThanOrEqual(0);
  expect(last).toBeGreaterThan(first);
});

it('refuses what a strict server would refuse, in the words of the protocol', async () => {
  const response = await ask('chat', { messages: [{ role: 'tool', tool_call_id: 'c1', content: 'x' }] });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('c1') } });
});

it('refuses a body that is no object', async () => {
  const response = await fetch(`${site.url}/model/v1/responses`, { method: 'POST', body: '[]' });
  expect(response.status).toBe(400);
});

it('refuses a model that does not speak the protocol, and asks nobody', async () => {
  seen = [];
  const response = await ask('messages', { model: 'openai' });
  expect({ status: response.status, seen }).toEqual({ status: 404, seen: [] });
});

it.each([
  ['chat', 'openai', '/v1/chat/completions', 'authorization', 'Bearer openai-key', 'gpt'],
  ['responses', 'openai', '/v1/responses', 'authorization', 'Bearer openai-key', 'gpt'],
  ['messages', 'anthropic', '/v1/messages', 'x-api-key', 'anthropic-key', 'claude'],
] as const)('hands a request to the vendor with the key (%s)', async (protocol, model, path, header, key, name) => {
  seen = [];
  answer = () => new Response('data: {}\n\n', { headers: { 'content-type': 'text/event-stream' } });
  const response = await ask(protocol, { model });
  expect(await response.text()).toBe('data: {}\n\n');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(seen.map((one) => [one.path, one.headers.get(header), one.body])).toEqual([
    [path, key, { model: name, stream: true, ...BODIES[protocol] }],
  ]);
});

it("passes a vendor's refusal on as it is", async () => {
  answer = () => Response.json({ error: { message: 'Out of credit' } }, { status: 429 });
  const response = await ask('chat', { model: 'openai' });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 429,
    body: { error: { message: 'Out of credit' } },
  });
});

it('says why a vendor cannot be reached', async () => {
  const other = await startConsole({ env: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } });
  try {
    const body = JSON.stringify({ model: 'openai', ...BODIES.chat });
    const response = await fetch(`${other.url}/model/v1/chat/completions`, { method: 'POST', body });
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('The model cannot be reached');
  } finally {
    await other.close();
  }
});
