/**
 * Answers taken in by the official clients, each in its plainest way: `for await` over what `create` returns.
 *
 * Runs in the page.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { JsonObject } from '../../../engine/tool-call.ts';

/** What a client made of an answer. */
export interface Taken {
  /** Pieces of text that came. */
  readonly words: number;
  /** Milliseconds from asking to the last of them. */
  readonly said: number;
}

declare global {
  interface Window {
    /**
     * Lets the official client of the protocol take an answer of so many words in, of which `pace` come a second (0: as many as go).
     * Rejects as the client does.
     */
    take(protocol: string, words: number, pace: number, request: JsonObject): Promise<Taken>;
  }
}

interface Wanted {
  readonly words: number;
  readonly pace: number;
}

type Client = (wanted: Wanted, request: JsonObject) => Promise<AsyncIterable<boolean>>;

const options = ({ words, pace }: Wanted) => ({
  apiKey: 'k',
  defaultQuery: { words: String(words), pace: String(pace) },
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});
const openai = (wanted: Wanted): OpenAI => new OpenAI({ ...options(wanted), baseURL: `${location.origin}/v1` });
const anthropic = (wanted: Wanted): Anthropic => new Anthropic({ ...options(wanted), baseURL: location.origin });

/** Whether each event says something. */
async function* saying<T>(events: AsyncIterable<T>, says: (event: T) => boolean): AsyncIterable<boolean> {
  for await (const event of events) yield says(event);
}

const CLIENTS: Readonly<Record<string, Client>> = {
  'Chat Completions': async (wanted, request) =>
    saying(
      await openai(wanted).chat.completions.create(request as unknown as OpenAI.ChatCompletionCreateParamsStreaming),
      ({ choices }) => Boolean(choices[0]?.delta.content),
    ),
  Responses: async (wanted, request) =>
    saying(
      await openai(wanted).responses.create(request as unknown as OpenAI.Responses.ResponseCreateParamsStreaming),
      ({ type }) => type === 'response.output_text.delta',
    ),
  Messages: async (wanted, request) =>
    saying(
      await anthropic(wanted).messages.create(request as unknown as Anthropic.MessageCreateParamsStreaming),
      ({ type }) => type === 'content_block_delta',
    ),
};

window.take = async (protocol, words, pace, request) => {
  const client = CLIENTS[protocol];
  if (client === undefined) throw new Error(`There is no client for ${protocol}.`);
  const began = performance.now();
  const taken = { words: 0, said: Number.NaN };
  for await (const says of await client({ words, pace }, request)) {
    if (!says) continue;
    taken.words += 1;
    if (taken.words === words) taken.said = performance.now() - began;
  }
  return taken;
};
