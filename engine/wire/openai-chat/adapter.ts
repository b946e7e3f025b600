/**
 * OpenAI Chat Completions, and every endpoint that calls itself compatible with it. The history is in each request, results have
 * no error flag, and answers come as a stream of chunks or as a body.
 *
 * Runs anywhere.
 */
import { failedResult } from '../failed-result.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import { build, results, user, withCalls } from './build.ts';
import { withArgs } from './call.ts';
import { ChatReader } from './read.ts';
import { creates, recognise, sniff } from './recognise.ts';
import { remind } from './remind.ts';
import { ChatWriter } from './write.ts';

/** The adapter for the path `…/chat/completions`. */
export const openaiChat: ModelAdapter = {
  protocol: 'openai-chat',
  creates,
  sniff,
  recognise,
  build,
  reader: (request) => new ChatReader(request),
  writer: (request, begin) => new ChatWriter(request, begin),
  withArgs,
  withCalls,
  results,
  user,
  remind,
  systemInChains: false,
  keepAlive: ': hold\n\n',
  failed: failedResult,
};
