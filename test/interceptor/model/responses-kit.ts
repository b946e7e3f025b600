/** OpenAI Responses with the official client. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import { openaiResponses } from '../../../engine/wire/openai-responses/adapter.ts';
import { responsesClient } from '../../model-clients/responses.ts';
import { ResponsesServer } from '../../model-server/openai-responses.ts';
import type { Kit, Model, Said } from './kit.ts';

/** `held`: the page goes on by `previous_response_id` and sends only what is new. */
export function responsesKit(stream: boolean, held: boolean): Kit {
  return {
    name: `Responses, ${stream ? 'streaming' : 'JSON'}, ${held ? 'history at the server' : 'history in the request'}`,
    adapter: openaiResponses,
    stream,
    held,
    model: modelOf,
    client: responsesClient(stream, held),
  };
}

function modelOf(): Model {
  const server = new ResponsesServer();
  return {
    protocol: server.protocol,
    answer: (said, index) =>
      server.answer({ id: `resp_${index}`, output: said.map((one, at) => item(one, `${index}_${at}`)) }),
  };
}

const item = (one: Said, id: string): JsonObject =>
  'text' in one
    ? {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: one.text, annotations: [], logprobs: [] }],
      }
    : {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: one.call,
        name: one.tool,
        arguments: JSON.stringify(one.args),
        status: 'completed',
      };
