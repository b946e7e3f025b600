/** Anthropic Messages with the official client's tool runner. */
import Anthropic from '@anthropic-ai/sdk';
import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { type Came, type Client, running, type Talk } from './client.ts';

/** `held`: the runner's own way, a thread that the server keeps. `eager`: tools start while the answer still streams. */
export const anthropicClient =
  (stream: boolean, held: boolean, eager: boolean): Client =>
  (talk) =>
    run(talk, stream, held, eager);

async function run(talk: Talk, stream: boolean, held: boolean, eager: boolean): Promise<Came> {
  const { fetch, origin, prompt, tools, history = [], signal, retries = 0 } = talk;
  const client = new Anthropic({
    apiKey: 'k',
    baseURL: origin,
    fetch,
    maxRetries: retries,
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
      tools: Object.keys(tools).map((name) => ({
        type: 'custom' as const,
        name,
        description: name,
        input_schema: { type: 'object' as const, properties: {} },
        run: running(talk, name),
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
