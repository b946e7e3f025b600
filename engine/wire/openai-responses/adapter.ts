/**
 * The adapter of the OpenAI Responses API.
 *
 * Runs anywhere. Calls that the model's side runs itself (`mcp_call`, `web_search_call`, …) are shown, never gated.
 * Responses are made in the foreground, whatever the page asks for: one that is fetched by its id passes nobody who could ask.
 */
import { failedResult } from '../failed-result.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import { build, results, user, withCalls } from './build.ts';
import { withArgs } from './call.ts';
import { ResponsesReader } from './read.ts';
import { creates, recognise, sniff } from './recognise.ts';
import { remind } from './remind.ts';
import { stored } from './stored.ts';
import { StreamWriter } from './write.ts';
import { JsonWriter } from './write-json.ts';

export const openaiResponses: ModelAdapter = {
  protocol: 'openai-responses',
  creates,
  sniff,
  recognise,
  stored,
  build,
  reader: () => new ResponsesReader(),
  writer: (request, begin) => (request.stream ? new StreamWriter(request, begin) : new JsonWriter(request, begin)),
  withArgs,
  withCalls,
  results,
  user,
  remind,
  systemInChains: true,
  // Kinds of events that the official client does not know make it throw; a comment is none.
  keepAlive: ': keep-alive\n\n',
  failed: failedResult,
};
