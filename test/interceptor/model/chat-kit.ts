/** OpenAI Chat Completions with the official client's tool runner. */
import OpenAI from 'openai';
import type { RunnableTools } from 'openai/lib/RunnableFunction';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { openaiChat } from '../../../engine/wire/openai-chat/adapter.ts';
import { chatAnswer, chatProtocol } from '../../model-server/openai-chat.ts';
import { type Came, type Kit, type Model, type Page, type RunOptions, running } from './kit.ts';

export function chatKit(stream: boolean): Kit {
  return {
    name: stream ? 'Chat Completions, streaming' : 'Chat Completions, JSON',
    adapter: openaiChat,
    stream,
    held: false,
    model: modelOf,
    run: (page, options) => run(page, options, stream),
  };
}

function modelOf(): Model {
  return {
    protocol: chatProtocol,
    answer: (said, index) =>
      chatAnswer(`chatcmpl-${index}`, {
        text: said.flatMap((one) => ('text' in one ? [one.text] : [])).join(''),
        calls: said.flatMap((one) =>
          'call' in one ? [{ id: one.call, tool: one.tool, args: one.args as JsonObject }] : [],
        ),
      }),
  };
}

async function run(
  page: Page,
  { prompt, tools = {}, history = [], signal }: RunOptions,
  stream: boolean,
): Promise<Came> {
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: 'http://localhost:4000/v1',
    fetch: page.fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
  const messages = [...(history as ChatCompletionMessageParam[]), { role: 'user' as const, content: prompt }];
  const runner = client.chat.completions.runTools(
    {
      model: 'm',
      stream: stream as true,
      messages,
      tools: Object.keys({ ...tools, other: null }).map((name) => ({
        type: 'function' as const,
        function: {
          name,
          parameters: { type: 'object', properties: {} },
          function: running(page, tools, name),
          parse: (text: string): object => JSON.parse(text),
        },
      })) as unknown as RunnableTools<object[]>,
    },
    { ...(signal === undefined ? {} : { signal }), maxChatCompletions: 60 },
  );
  const text = (await runner.finalContent()) ?? '';
  return { text, history: runner.messages };
}
