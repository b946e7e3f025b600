import { ResponseStream } from 'openai/lib/responses/ResponseStream';
import { modelConformance } from '../../../test/conformance/model-wire.ts';
import { checkResponsesRequest } from '../../../test/model-server/openai-responses-check.ts';
import type { Json, JsonObject } from '../../tool-call.ts';
import { parseEvent } from '../sse/event.ts';
import { EventFramer } from '../sse/framer.ts';
import { openaiResponses } from './adapter.ts';
import { readCall } from './call.ts';

const UNDECODABLE = 'a call that cannot be decoded is never shown, so the answer differs';
const WAITS = 'the model goes on waiting for the answer to its approval request';
const REPEATED = 'the suite shows the answer twice, and a call id is there once only';
const WORDS = 'the reason for a refused computer call is a message of its own behind the picture';

modelConformance({
  adapter: openaiResponses,
  fixtures: 'openai-responses',
  path: '/v1/responses',
  request: () => ({
    model: 'scripted-1',
    instructions: 'You tidy up.',
    input: [
      { role: 'user', content: 'Is it tidy?' },
      {
        type: 'function_call',
        id: 'fc_0',
        call_id: 'call_0',
        name: 'list_files',
        arguments: '{}',
        status: 'completed',
      },
      { type: 'function_call_output', call_id: 'call_0', output: '["a","b"]' },
      {
        id: 'msg_0',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'No.', annotations: [] }],
      },
      { role: 'user', content: [{ type: 'input_text', text: 'Tidy up.' }] },
    ],
    tools: [{ type: 'function', name: 'read_file', parameters: { type: 'object' }, strict: false }],
    include: ['reasoning.encrypted_content'],
  }),
  accumulate: async (text, form) => (form === 'json' ? (JSON.parse(text) as Json) : accumulated(text)),
  calls: (response) => {
    const output = (response as { output: JsonObject[] }).output;
    return output.flatMap((item, at) => {
      const call = readCall(item, at);
      return call === null ? [] : [{ id: call.id, tool: call.tool, args: call.args }];
    });
  },
  check: (body) => checkResponsesRequest(body),
  skips: {
    'note approval-request.json': WAITS,
    'note approval-request.sse': WAITS,
    'go-on hosted-shell.sse': REPEATED,
    'history computer-call.json': WORDS,
    'history computer-call.sse': WORDS,
    ...Object.fromEntries(
      ['incomplete-call', 'undecodable'].flatMap((name) => [
        [`write ${name}.json`, UNDECODABLE],
        [`write ${name}.sse`, UNDECODABLE],
        [`unchanged ${name}.json`, UNDECODABLE],
      ]),
    ),
  },
});

async function accumulated(text: string): Promise<Json> {
  const blocks = new EventFramer().push(new TextEncoder().encode(text)).map(({ block }) => block);
  const data = blocks.flatMap((block) => (block === null ? [] : (parseEvent(block).data ?? [])));
  const lines = data.filter((line) => line !== '' && line !== '[DONE]').map((line) => `${line}\n`);
  const body = new Response(lines.join('')).body;
  if (body === null) throw new Error('There is nothing to read.');
  const response = await ResponseStream.fromReadableStream(body).finalResponse();
  return JSON.parse(JSON.stringify(response)) as Json;
}
