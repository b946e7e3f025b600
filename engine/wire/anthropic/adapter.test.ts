import Anthropic from '@anthropic-ai/sdk';
import { modelConformance, type SeenCall } from '../../../test/conformance/model-wire.ts';
import { checkMessagesRequest, emptyMemory } from '../../../test/model-server/anthropic.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, listField, textField } from '../json.ts';
import { anthropic } from './adapter.ts';

const REQUEST = {
  model: 'claude-x',
  max_tokens: 500,
  system: [{ type: 'text', text: 'You tidy up.', cache_control: { type: 'ephemeral' } }],
  messages: [{ role: 'user', content: 'Tidy up.' }],
} satisfies JsonObject;

/** What the official client makes of a response with this text. */
async function accumulate(text: string, form: 'sse' | 'json'): Promise<Json> {
  const type = form === 'sse' ? 'text/event-stream' : 'application/json';
  const fetch = async (): Promise<Response> => new Response(text, { headers: { 'content-type': type } });
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch });
  const params = { model: 'claude-x', max_tokens: 500, messages: [{ role: 'user' as const, content: 'Tidy up.' }] };
  const message =
    form === 'sse'
      ? await client.beta.messages.stream(params).finalMessage()
      : await client.beta.messages.create(params);
  return JSON.parse(JSON.stringify(message)) as Json;
}

function calls(message: Json): readonly SeenCall[] {
  return listField(message, 'content')
    .filter((block) => textField(block, 'type') === 'tool_use')
    .map((block) => ({
      id: textField(block, 'id') ?? '',
      tool: textField(block, 'name') ?? '',
      args: field(block, 'input') ?? null,
    }));
}

const UNDECODABLE = 'the page never gets a call that cannot be decoded';
const EMPTY = 'the API takes no message without content, so it is left out';

modelConformance({
  adapter: anthropic,
  fixtures: 'anthropic',
  path: '/v1/messages',
  request: () => REQUEST,
  accumulate,
  calls,
  check: (body) => checkMessagesRequest(body, emptyMemory()),
  skips: {
    'write cut-in-call.sse': UNDECODABLE,
    'write invalid-input.sse': UNDECODABLE,
    'write no-message-stop.sse': 'the official client refuses such a stream; the guard ends it',
    'history refusal.json': EMPTY,
  },
});
