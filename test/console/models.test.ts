/** The real-model side of the server against endpoints that record what the official SDKs send. */
import { afterEach, expect, it } from 'vitest';
import type { Entry, Turn } from './conversation.ts';
import { type Listening, listen } from './server/listen.ts';
import type { ModelEnv } from './server/model-env.ts';
import { answerTurn, realModels } from './server/models.ts';

const entries: Entry[] = [
  { role: 'user', text: 'Write it' },
  { role: 'assistant', text: '', calls: [{ id: 'c1', tool: 'write_file', args: { path: 'a' } }] },
  { role: 'tool', call: 'c1', text: 'Read a before writing.', isError: true },
];
const tools = [{ name: 'write_file', description: 'Writes', schema: { type: 'object' } }];

let endpoint: Listening | undefined;
afterEach(() => endpoint?.close());

/** Asks a model behind an endpoint that gives this answer. */
async function ask(model: string, env: (url: string) => ModelEnv, answer: unknown, status = 200) {
  const seen: unknown[] = [];
  endpoint = await listen(async (request) => {
    seen.push(await request.json());
    return Response.json(answer, { status });
  }, 0);
  const request = new Request('http://x/', { method: 'POST', body: JSON.stringify({ model, entries, tools }) });
  const response = await answerTurn(realModels(env(endpoint.url)), request);
  return { response, seen };
}
const openai = (url: string): ModelEnv => ({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url, OPENAI_MODEL: 'm' });
const anthropic = (url: string): ModelEnv => ({
  ANTHROPIC_API_KEY: 'k',
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_MODEL: 'm',
});

it('takes a turn from an OpenAI-compatible endpoint', async () => {
  const call = { id: 'c2', type: 'function', function: { name: 'read_text_file', arguments: '{"path":"a"}' } };
  const { response, seen } = await ask('openai', openai, {
    choices: [{ message: { role: 'assistant', content: 'First.', tool_calls: [call] } }],
  });
  const turn: Turn = { text: 'First.', calls: [{ id: 'c2', tool: 'read_text_file', args: { path: 'a' } }] };
  expect(await response.json()).toEqual(turn);
  expect(seen[0]).toMatchObject({
    model: 'm',
    messages: [
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'c1', content: '{"error":"Read a before writing."}' },
    ],
  });
});

it('takes a turn from an Anthropic-compatible endpoint', async () => {
  const content = [
    { type: 'text', text: 'First.' },
    { type: 'tool_use', id: 'c2', name: 'read_text_file', input: { path: 'a' } },
  ];
  const { response, seen } = await ask('anthropic', anthropic, { content });
  expect(await response.json()).toEqual({
    text: 'First.',
    calls: [{ id: 'c2', tool: 'read_text_file', args: { path: 'a' } }],
  });
  expect(seen[0]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', is_error: true }] },
    ],
  });
});

it('makes up no call from arguments that are not JSON', async () => {
  const call = { id: 'c2', type: 'function', function: { name: 'read_text_file', arguments: '{"path":' } };
  const { response } = await ask('openai', openai, {
    choices: [{ message: { role: 'assistant', content: '', tool_calls: [call] } }],
  });
  expect(response.status).toBe(502);
});

it('passes the words of a provider that refuses on to the page', async () => {
  const { response } = await ask('openai', openai, { error: { message: 'No such model' } }, 400);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 502,
    text: expect.stringContaining('No such model'),
  });
});

it('offers no model without a key', () => {
  expect(realModels({})).toEqual([]);
});

it('refuses a body that is no conversation', async () => {
  const response = await answerTurn([], new Request('http://x/', { method: 'POST', body: '{"model":1}' }));
  expect(response.status).toBe(400);
});
