/** OpenAI Responses with the official client; its tools are run in a loop, as its users do. */
import OpenAI from 'openai';
import type { Response as ModelResponse, ResponseInputItem } from 'openai/resources/responses/responses';
import { type Came, type Client, running, type Talk } from './client.ts';

/** `held`: the page goes on by `previous_response_id` and sends only what is new. */
export const responsesClient =
  (stream: boolean, held: boolean): Client =>
  (talk) =>
    run(talk, stream, held);

async function run(talk: Talk, stream: boolean, held: boolean): Promise<Came> {
  const { fetch, origin, prompt, tools, history = [], signal, retries = 0 } = talk;
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: `${origin}/v1`,
    fetch,
    maxRetries: retries,
    dangerouslyAllowBrowser: true,
  });
  const names = Object.keys(tools);
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
      const output = await running(talk, item.name)(item.arguments);
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
