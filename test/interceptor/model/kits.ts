/** Every protocol, streaming and not, with the history in the request and at the server. */
import { anthropicKit } from './anthropic-kit.ts';
import { chatKit } from './chat-kit.ts';
import type { Kit } from './kit.ts';
import { responsesKit } from './responses-kit.ts';

const both = [true, false] as const;

export const KITS: readonly Kit[] = [
  ...both.map((stream) => chatKit(stream)),
  ...both.flatMap((stream) => both.map((held) => responsesKit(stream, held))),
  ...both.flatMap((stream) => both.map((held) => anthropicKit(stream, held))),
  anthropicKit(true, false, true),
];
