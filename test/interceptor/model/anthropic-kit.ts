/** Anthropic Messages with the official client's tool runner. */
import Anthropic from '@anthropic-ai/sdk';
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { anthropic } from '../../../engine/wire/anthropic/adapter.ts';
import { anthropicModel } from '../../model-server/anthropic.ts';
import { type Came, type Kit, type Model, type Page, type RunOptions, running, type Said } from './kit.ts';

/** `held`: the runner's own way, a thread that the server keeps. */
export function anthropicKit(stream: boolean, held: boolean, eager = false): Kit {
  return {
    name: `Messages, ${stream ? 'streaming' : 'JSON'}, ${held ? 'thread at the server' : 'history in the request'}${eager ? ', eager tools' : ''}`,
    adapter: anthropic,
    stream,
    held,
    model: modelOf,
    run: (page, options) => run(page, options, stream, held, eager),
  };
}

function modelOf(): Model {
  const { protocol, answer } = anthropicModel();
  return { protocol, answer: (said, index) => answer(`msg_${index}`, said.map(block)) };
}

const block = (one: Said): JsonObject =>
  'text' in one
    ? { type: 'text', text: one.text, citations: null }
    : { type: 'tool_use', id: one.call, name: one.tool, input: one.args as JsonObject };

async function run(page: Page, options: RunOptions, stream: boolean, held: boolean, eager: boolean): Promise<Came> {
  const { prompt, tools = {}, history = [], signal } = options;
  const client = new Anthropic({
    apiKey: 'k',
    baseURL: 'http://localhost:4000',
    fetch: page.fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
  const runner = client.beta.messages.toolRunner(
    {
      model: 'm',
      max_tokens: 100,
      stream,
      messages: [...(history as BetaMessageParam[]), { role: 'user', content: prompt }],
      max_iterations: 60,
      ...(held ? {} : { thread: false }),
      ...(eager ? { runToolsEagerly: true } : {}),
      tools: Object.keys({ ...tools, other: null }).map((name) => ({
        type: 'custom' as const,
        name,
        description: name,
        input_schema: { type: 'object' as const, properties: {} },
        run: running(page, tools, name),
        parse: (input: unknown) => input,
      })),
    } as Parameters<typeof client.beta.messages.toolRunner>[0],
    signal === undefined ? {} : { signal },
  );
  const last = await runner.runUntilDone();
  const final = last as Anthropic.Beta.BetaMessage;
  const text = final.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  return { text, history: runner.params.messages };
}
