/** The adapter in the common suite, read by the official client. */
import OpenAI from 'openai';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { modelConformance, type SeenCall } from '../../../test/conformance/model-wire.ts';
import { checkChatRequest } from '../../../test/model-server/openai-chat.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, listField } from '../json.ts';
import { openaiChat } from './adapter.ts';
import { callFrom } from './call.ts';

const HISTORY = [
  { role: 'system', content: 'You keep files.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Tidy ' },
      { type: 'text', text: 'up.' },
    ],
  },
];

modelConformance({
  adapter: openaiChat,
  fixtures: 'openai-chat',
  path: '/v1/chat/completions',
  request: (fixture) => ({
    model: 'm-1',
    messages: HISTORY,
    ...(fixture.startsWith('two-choices') ? { n: 2 } : {}),
    ...(fixture === 'usage.sse' ? { stream_options: { include_usage: true } } : {}),
  }),
  accumulate,
  calls: (completion) =>
    listField(completion, 'choices').flatMap((choice) => callsOf(field(choice, 'message') as JsonObject)),
  check: checkChatRequest,
  skips: {
    'write all-indexes-zero.sse': 'the client runs calls with the same index together',
    'write cut-in-call.sse': 'a call that was cut off is never handed over',
    'write name-in-pieces.sse': 'the client takes the last piece for the name',
    'write no-ids.sse': 'the client refuses calls without a type, and makes ids up at random',
    'write no-ids.json': 'the client leaves ids out; results need one',
    'unchanged no-ids.json': 'results need an id',
    'write no-indexes.sse': 'the client refuses calls without an index',
    'write object-arguments.sse': 'the client reads arguments as text only',
  },
});

/** What the official client's own helper makes of a stream, and its plain call of a body. */
async function accumulate(text: string, form: 'sse' | 'json'): Promise<Json> {
  const type = form === 'sse' ? 'text/event-stream' : 'application/json';
  const client = new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: async () => new Response(text, { headers: { 'content-type': type } }),
  });
  const request = { model: 'm-1', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const completion =
    form === 'sse'
      ? await ChatCompletionStream.createChatCompletion(client, { ...request, stream: true }).finalChatCompletion()
      : await client.chat.completions.create(request);
  return JSON.parse(JSON.stringify(completion)) as Json;
}

function callsOf(message: JsonObject): readonly SeenCall[] {
  const old = field(message, 'function_call');
  const raws = [...listField(message, 'tool_calls'), ...(old ? [old] : [])] as JsonObject[];
  return raws.map((raw) => {
    const { id, tool, args } = callFrom(raw, typeof raw['id'] === 'string' ? raw['id'] : 'function_call_2');
    return { id, tool, args };
  });
}
