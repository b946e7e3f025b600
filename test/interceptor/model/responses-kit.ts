/** OpenAI Responses with the official client; its tools are run in a loop, as its users do. */
import OpenAI from 'openai';
import type { Response as ModelResponse, ResponseInputItem } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { openaiResponses } from '../../../engine/wire/openai-responses/adapter.ts';
import { ResponsesServer } from '../../model-server/openai-responses.ts';
import { type Came, type Kit, type Model, type Page, type RunOptions, running, type Said } from './kit.ts';

/** `held`: the page goes on by `previous_response_id` and sends only what is new. */
export function responsesKit(stream: boolean, held: boolean): Kit {
  return {
    name: `Responses, ${stream ? 'streaming' : 'JSON'}, ${held ? 'history at the server' : 'history in the request'}`,
    adapter: openaiResponses,
    stream,
    held,
    model: modelOf,
    run: (page, options) => run(page, options, stream, held),
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

async function run(page: Page, options: RunOptions, stream: boolean, held: boolean): Promise<Came> {
  const { prompt, tools = {}, history = [], signal } = options;
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: 'http://localhost:4000/v1',
    fetch: page.fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
  const names = Object.keys({ ...tools, other: null });
  let all = [...(history as ResponseInputItem[]), { role: 'user', content: prompt } as ResponseInputItem];
  let fresh: ResponseInputItem[] = all;
  let previous: string | null = null;
  for (;;) {
    const body = {
      model: 'm',
      input: held ? fresh : all,
      ...(previous === null || !held ? {} : { previous_response_id: previous }),
      tools: names.map((name) => ({
        type: 'function' as const,
        name,
        parameters: { type: 'object', properties: {} },
        strict: false,
      })),
    };
    const more = signal === undefined ? {} : { signal };
    const answer: ModelResponse = stream
      ? await client.responses.stream(body, more).finalResponse()
      : await client.responses.create(body, more);
    previous = answer.id;
    fresh = [];
    for (const item of answer.output) {
      if (item.type !== 'function_call') continue;
      const output = await running(page, tools, item.name)(item.arguments);
      fresh.push({ type: 'function_call_output', call_id: item.call_id, output });
    }
    all = [...all, ...answer.output.map(withoutParsed), ...fresh];
    if (fresh.length === 0) return { text: answer.output_text, history: all };
  }
}

/** The streaming helper adds what it parsed; the API does not take it back. */
function withoutParsed(item: object): ResponseInputItem {
  const { parsed_arguments: _, ...rest } = item as Record<string, unknown>;
  const content = rest['content'];
  const parts = Array.isArray(content)
    ? content.map(({ parsed: _parsed, ...part }: Record<string, unknown>) => part)
    : null;
  return (parts === null ? rest : { ...rest, content: parts }) as unknown as ResponseInputItem;
}
