/** Anthropic Messages with the official client. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import { anthropic } from '../../../engine/wire/anthropic/adapter.ts';
import { anthropicClient } from '../../model-clients/anthropic.ts';
import { anthropicModel } from '../../model-server/anthropic.ts';
import type { Kit, Model, Said } from './kit.ts';

/** `held`: the runner's own way, a thread that the server keeps. */
export function anthropicKit(stream: boolean, held: boolean, eager = false): Kit {
  return {
    name: `Messages, ${stream ? 'streaming' : 'JSON'}, ${held ? 'thread at the server' : 'history in the request'}${eager ? ', eager tools' : ''}`,
    adapter: anthropic,
    stream,
    held,
    model: modelOf,
    client: anthropicClient(stream, held, eager),
  };
}

function modelOf(): Model {
  const { protocol, answer } = anthropicModel();
  return { protocol, answer: (said, index) => answer(`msg_${index}`, said.map(block)) };
}

const block = (one: Said): JsonObject =>
  'text' in one
    ? { type: 'text', text: one.text, citations: null }
    : { type: 'tool_use', id: one.call, name: one.tool, input: one.args as JsonObject };
