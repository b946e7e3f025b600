/** OpenAI Chat Completions with the official client's tool runner. */
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { openaiChat } from '../../../engine/wire/openai-chat/adapter.ts';
import { checkChatRequest } from '../../model-server/openai-chat.ts';
import { type Came, events, type Kit, type Page, type RunOptions, running, type Said } from './kit.ts';

export function chatKit(stream: boolean): Kit {
  return {
    name: stream ? 'Chat Completions, streaming' : 'Chat Completions, JSON',
    adapter: openaiChat,
    stream,
    held: false,
    answer: (said, index) => (stream ? streamed(said, index) : Response.json(whole(said, index))),
    run: (page, options) => run(page, options, stream),
    check: (body) => checkChatRequest(JSON.parse(body)),
  };
}

const isCall = (said: Said): said is Extract<Said, { call: string }> => 'call' in said;

function whole(said: readonly Said[], index: number): object {
  const calls = said.filter(isCall).map(({ call, tool, args }) => ({
    id: call,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  const text = said.flatMap((one) => ('text' in one ? [one.text] : [])).join('');
  return {
    id: `chatcmpl-${index}`,
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          refusal: null,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        logprobs: null,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  };
}

function streamed(said: readonly Said[], index: number): Response {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: `chatcmpl-${index}`, object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const lines = [chunk({ role: 'assistant', content: '' })];
  let calls = 0;
  for (const one of said) {
    if ('text' in one) for (const word of one.text.split(/(?<= )/)) lines.push(chunk({ content: word }));
    else {
      const text = JSON.stringify(one.args);
      const middle = Math.ceil(text.length / 2);
      lines.push(
        chunk({
          tool_calls: [{ index: calls, id: one.call, type: 'function', function: { name: one.tool, arguments: '' } }],
        }),
      );
      lines.push(chunk({ tool_calls: [{ index: calls, function: { arguments: text.slice(0, middle) } }] }));
      lines.push(chunk({ tool_calls: [{ index: calls, function: { arguments: text.slice(middle) } }] }));
      calls += 1;
    }
  }
  return events([...lines, chunk({}, calls > 0 ? 'tool_calls' : 'stop'), 'data: [DONE]\n\n']);
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
          parse: JSON.parse,
        },
      })),
    },
    { ...(signal === undefined ? {} : { signal }), maxChatCompletions: 60 },
  );
  const text = (await runner.finalContent()) ?? '';
  return { text, history: runner.messages };
}
