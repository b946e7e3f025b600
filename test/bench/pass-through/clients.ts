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
  /** Milliseconds from asking to the end. */
  readonly all: number;
}

declare global {
  interface Window {
    /** Lets the official client of the protocol take an answer of so many words in. Rejects as the client does. */
    take(protocol: string, words: number, request: JsonObject): Promise<Taken>;
  }
}

type Client = (words: number, request: JsonObject) => Promise<AsyncIterable<boolean>>;

const options = (words: number) => ({
  apiKey: 'k',
  defaultQuery: { words: String(words) },
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});
const openai = (words: number): OpenAI => new OpenAI({ ...options(words), baseURL: `${location.origin}/v1` });
const anthropic = (words: number): Anthropic => new Anthropic({ ...options(words), baseURL: location.origin });

/** Whether each event says something. */
async function* saying<T>(events: AsyncIterable<T>, says: (event: T) => boolean): AsyncIterable<boolean> {
  for await (const event of events) yield says(event);
}

const CLIENTS: Readonly<Record<string, Client>> = {
  'Chat Completions': async (words, request) =>
    saying(
      await openai(words).chat.completions.create(request as unknown as OpenAI.ChatCompletionCreateParamsStreaming),
      ({ choices }) => Boolean(choices[0]?.delta.content),
    ),
  Responses: async (words, request) =>
    saying(
      await openai(words).responses.create(request as unknown as OpenAI.Responses.ResponseCreateParamsStreaming),
      ({ type }) => type === 'response.output_text.delta',
    ),
  Messages: async (words, request) =>
    saying(
      await anthropic(words).messages.create(request as unknown as Anthropic.MessageCreateParamsStreaming),
      ({ type }) => type === 'content_block_delta',
    ),
};

window.take = async (protocol, words, request) => {
  const client = CLIENTS[protocol];
  if (client === undefined) throw new Error(`There is no client for ${protocol}.`);
  const began = performance.now();
  let said = 0;
  for await (const says of await client(words, request)) if (says) said += 1;
  return { words: said, all: performance.now() - began };
};
