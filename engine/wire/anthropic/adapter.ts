/**
 * The adapter of the Anthropic Messages API, with the history in the request or held by the server (`thread`).
 *
 * Runs anywhere. It withholds and hands over `tool_use` blocks only; what Anthropic's servers run themselves passes.
 */
import { field } from '../json.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import { build } from './build.ts';
import { MessageReader } from './read.ts';
import { creates, recognise, sniff } from './recognise.ts';
import { remind } from './remind.ts';
import { results, user, withArgs, withCalls } from './turn.ts';
import { StreamWriter } from './write.ts';
import { BodyWriter } from './write-body.ts';

export const anthropic: ModelAdapter = {
  protocol: 'anthropic',
  creates,
  sniff,
  recognise,
  build,
  reader: () => new MessageReader(),
  writer({ body, stream }, begin) {
    const model = field(body, 'model') ?? null;
    return stream ? new StreamWriter(model, begin?.id ?? null) : new BodyWriter(model, begin?.id ?? null);
  },
  withArgs,
  withCalls,
  results,
  user,
  remind,
  systemInChains: false,
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  // Results have a flag of their own.
  failed: () => false,
};
