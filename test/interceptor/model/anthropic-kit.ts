/** Anthropic Messages with the official client's tool runner. */
import Anthropic from '@anthropic-ai/sdk';
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { anthropic } from '../../../engine/wire/anthropic/adapter.ts';
import { type Came, events, type Kit, type Page, type RunOptions, running, type Said } from './kit.ts';

type Check = (body: string) => readonly string[];

/** `held`: the runner's own way, a thread that the server keeps. */
export function anthropicKit(stream: boolean, held: boolean, check: Check, eager = false): Kit {
  return {
    name: `Messages, ${stream ? 'streaming' : 'JSON'}, ${held ? 'thread at the server' : 'history in the request'}${eager ? ', eager tools' : ''}`,
    adapter: anthropic,
    stream,
    held,
    answer: (said, index) =>
      stream ? streamed(said, index) : Response.json(message(index, blocks(said), stopOf(said))),
    run: (page, options) => run(page, options, stream, held, eager),
    check,
  };
}

const blocks = (said: readonly Said[]): Record<string, unknown>[] =>
  said.map((one) =>
    'text' in one
      ? { type: 'text', text: one.text, citations: null }
      : { type: 'tool_use', id: one.call, name: one.tool, input: one.args },
  );

const stopOf = (said: readonly Said[]): string => (said.some((one) => 'call' in one) ? 'tool_use' : 'end_turn');

function message(index: number, content: readonly unknown[], stop: string | null): object {
  return {
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function streamed(said: readonly Said[], index: number): Response {
  const lines: string[] = [];
  const emit = (type: string, more: object): void => {
    lines.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  };
  emit('message_start', { message: message(index, [], null) });
  for (const [at, block] of blocks(said).entries()) {
    if (block['type'] === 'text') {
      emit('content_block_start', { index: at, content_block: { ...block, text: '' } });
      for (const text of String(block['text']).split(/(?<= )/))
        emit('content_block_delta', { index: at, delta: { type: 'text_delta', text } });
    } else {
      const text = JSON.stringify(block['input']);
      emit('content_block_start', { index: at, content_block: { ...block, input: {} } });
      for (const part of ['', text.slice(0, 4), text.slice(4)])
        emit('content_block_delta', { index: at, delta: { type: 'input_json_delta', partial_json: part } });
    }
    emit('content_block_stop', { index: at });
  }
  emit('message_delta', { delta: { stop_reason: stopOf(said), stop_sequence: null }, usage: { output_tokens: 5 } });
  emit('message_stop', {});
  return events(lines);
}

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
