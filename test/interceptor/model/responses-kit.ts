/** OpenAI Responses with the official client; its tools are run in a loop, as its users do. */
import OpenAI from 'openai';
import type { Response as ModelResponse, ResponseInputItem } from 'openai/resources/responses/responses';
import { openaiResponses } from '../../../engine/wire/openai-responses/adapter.ts';
import { type Came, events, type Kit, type Page, type RunOptions, running, type Said } from './kit.ts';

type Check = (body: string) => readonly string[];

/** `held`: the page goes on by `previous_response_id` and sends only what is new. */
export function responsesKit(stream: boolean, held: boolean, check: Check): Kit {
  return {
    name: `Responses, ${stream ? 'streaming' : 'JSON'}, ${held ? 'history at the server' : 'history in the request'}`,
    adapter: openaiResponses,
    stream,
    held,
    answer: (said, index) =>
      stream ? streamed(said, index) : Response.json(response(index, items(said, index), 'completed')),
    run: (page, options) => run(page, options, stream, held),
    check,
  };
}

function items(said: readonly Said[], index: number): Record<string, unknown>[] {
  return said.map((one, at) =>
    'text' in one
      ? {
          type: 'message',
          id: `msg_${index}_${at}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: one.text, annotations: [], logprobs: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${index}_${at}`,
          call_id: one.call,
          name: one.tool,
          arguments: JSON.stringify(one.args),
          status: 'completed',
        },
  );
}

function response(index: number, output: readonly unknown[], status: string): object {
  return {
    id: `resp_${index}`,
    object: 'response',
    created_at: 1,
    status,
    model: 'm',
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage:
      status === 'completed'
        ? {
            input_tokens: 10,
            input_tokens_details: { cached_tokens: 0 },
            output_tokens: 5,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: 15,
          }
        : null,
  };
}

function streamed(said: readonly Said[], index: number): Response {
  let sequence = 0;
  const lines: string[] = [];
  const emit = (type: string, more: object): void => {
    lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...more })}\n\n`);
    sequence += 1;
  };
  emit('response.created', { response: response(index, [], 'in_progress') });
  emit('response.in_progress', { response: response(index, [], 'in_progress') });
  for (const [at, item] of items(said, index).entries()) {
    const place = { output_index: at, item_id: item['id'] };
    if (item['type'] === 'message') {
      const part = (item['content'] as { text: string }[])[0];
      const text = part?.text ?? '';
      emit('response.output_item.added', { output_index: at, item: { ...item, status: 'in_progress', content: [] } });
      emit('response.content_part.added', {
        ...place,
        content_index: 0,
        part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
      });
      for (const delta of text.split(/(?<= )/))
        emit('response.output_text.delta', { ...place, content_index: 0, delta, logprobs: [] });
      emit('response.output_text.done', { ...place, content_index: 0, text, logprobs: [] });
      emit('response.content_part.done', { ...place, content_index: 0, part });
    } else {
      const text = String(item['arguments']);
      emit('response.output_item.added', { output_index: at, item: { ...item, status: 'in_progress', arguments: '' } });
      emit('response.function_call_arguments.delta', { ...place, delta: text.slice(0, 3) });
      emit('response.function_call_arguments.delta', { ...place, delta: text.slice(3) });
      emit('response.function_call_arguments.done', { ...place, name: item['name'], arguments: text });
    }
    emit('response.output_item.done', { output_index: at, item });
  }
  emit('response.completed', { response: response(index, items(said, index), 'completed') });
  return events(lines);
}

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
