/** Every protocol, streaming and not, with the history in the request and at the server. */
import { anthropicKit } from './anthropic-kit.ts';
import type { Kit } from './kit.ts';
import { responsesKit } from './responses-kit.ts';

const noCheck = (): string[] => [];
const both = [true, false] as const;

export const KITS: readonly Kit[] = [
  ...both.flatMap((stream) => both.map((held) => responsesKit(stream, held, noCheck))),
  ...both.flatMap((stream) => both.map((held) => anthropicKit(stream, held, noCheck))),
  anthropicKit(true, false, noCheck, true),
];
