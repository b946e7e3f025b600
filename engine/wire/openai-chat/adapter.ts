/**
 * OpenAI Chat Completions, and every endpoint that calls itself compatible with it. The history is in each request, results have
 * no error flag, and answers come as a stream of chunks or as a body.
 *
 * Runs anywhere.
 */
import type { Json } from '../../tool-call.ts';
import { field, isObject, parseJson } from '../json.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import { build, results, user, withCalls } from './build.ts';
import { withArgs } from './call.ts';
import { textOf } from './message.ts';
import { ChatReader } from './read.ts';
import { recognise, sniff } from './recognise.ts';
import { remind } from './remind.ts';
import { ChatWriter } from './write.ts';

/** The adapter for the path `…/chat/completions`. */
export const openaiChat: ModelAdapter = {
  protocol: 'openai-chat',
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
  failed,
  failure: (reason) =>
    JSON.stringify({ error: { message: reason, type: 'invalid_request_error', param: null, code: 'interlock' } }),
};

/** There is no flag: tools that fail say so in JSON, if anywhere. */
function failed(content: Json): boolean {
  const value = parseJson(textOf(content));
  return isObject(value) && ['error', 'isError', 'is_error'].some((name) => Boolean(field(value, name)));
}
