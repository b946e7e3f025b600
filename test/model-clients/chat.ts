/** OpenAI Chat Completions with the official client's tool runner. */
import OpenAI from 'openai';
import type { RunnableTools } from 'openai/lib/RunnableFunction';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type Came, type Client, running, type Talk } from './client.ts';

export const chatClient =
  (stream: boolean): Client =>
  (talk) =>
    run(talk, stream);

async function run(talk: Talk, stream: boolean): Promise<Came> {
  const { fetch, origin, prompt, tools, history = [], signal, retries = 0 } = talk;
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: `${origin}/v1`,
    fetch,
    maxRetries: retries,
    dangerouslyAllowBrowser: true,
  });
  const messages = [...(history as ChatCompletionMessageParam[]), { role: 'user' as const, content: prompt }];
  const runner = client.chat.completions.runTools(
    {
      model: 'm',
      stream: stream as true,
      messages,
      tools: Object.keys(tools).map((name) => ({
        type: 'function' as const,
        function: {
          name,
          parameters: { type: 'object', properties: {} },
          function: running(talk, name),
          parse: (text: string): object => JSON.parse(text),
        },
      })) as unknown as RunnableTools<object[]>,
    },
    { ...(signal === undefined ? {} : { signal }), maxChatCompletions: 60 },
  );
  const text = (await runner.finalContent()) ?? '';
  return { text, history: runner.messages };
}
