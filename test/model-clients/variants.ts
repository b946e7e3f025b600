/** Every way in which the official clients talk: protocol, streaming or not, and who keeps the history. */
import { anthropicClient } from './anthropic.ts';
import { chatClient } from './chat.ts';
import type { Client } from './client.ts';
import { responsesClient } from './responses.ts';

export interface Variant {
  readonly name: string;
  readonly protocol: 'openai-chat' | 'openai-responses' | 'anthropic';
  readonly stream: boolean;
  /** Whether the server keeps the history. */
  readonly held: boolean;
  readonly client: Client;
}

const both = [true, false] as const;
const form = (stream: boolean): string => (stream ? 'streaming' : 'JSON');

export const VARIANTS: readonly Variant[] = [
  ...both.map(
    (stream): Variant => ({
      name: `Chat Completions, ${form(stream)}`,
      protocol: 'openai-chat',
      stream,
      held: false,
      client: chatClient(stream),
    }),
  ),
  ...both.flatMap((stream) =>
    both.map(
      (held): Variant => ({
        name: `Responses, ${form(stream)}, ${held ? 'history at the server' : 'history in the request'}`,
        protocol: 'openai-responses',
        stream,
        held,
        client: responsesClient(stream, held),
      }),
    ),
  ),
  ...both.flatMap((stream) =>
    both.map(
      (held): Variant => ({
        name: `Messages, ${form(stream)}, ${held ? 'thread at the server' : 'history in the request'}`,
        protocol: 'anthropic',
        stream,
        held,
        client: anthropicClient(stream, held, false),
      }),
    ),
  ),
  {
    name: 'Messages, streaming, eager tools',
    protocol: 'anthropic',
    stream: true,
    held: false,
    client: anthropicClient(true, false, true),
  },
];
