/** Every protocol, streaming and not, with the history in the request and at the server. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import { checkMessagesRequest, emptyMemory } from '../../model-server/anthropic.ts';
import { anthropicKit } from './anthropic-kit.ts';
import type { Kit } from './kit.ts';
import { responsesKit } from './responses-kit.ts';

const noCheck = (): string[] => [];
/** Of a thread only its own server knows what it holds. */
const messages = (body: string): readonly string[] =>
  checkMessagesRequest(JSON.parse(body) as JsonObject, emptyMemory());
const both = [true, false] as const;

export const KITS: readonly Kit[] = [
  ...both.flatMap((stream) => both.map((held) => responsesKit(stream, held, noCheck))),
  ...both.flatMap((stream) => both.map((held) => anthropicKit(stream, held, held ? noCheck : messages))),
  anthropicKit(true, false, messages, true),
];
