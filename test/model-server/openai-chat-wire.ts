/** Short ways to write requests and events of Chat Completions in tests. */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import type { ModelRequest, Piece, WireEvent } from '../../engine/wire/model-adapter.ts';
import { openaiChat } from '../../engine/wire/openai-chat/adapter.ts';

/** A request of one user turn, with more fields. */
export function chatRequest(more: JsonObject = {}): ModelRequest {
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Go.' }], ...more };
  const request = openaiChat.recognise('/v1/chat/completions', JSON.stringify(body));
  if (request === null) throw new Error('The request is not recognised.');
  return request;
}

export const eventOf = (value: Json): WireEvent => ({ event: null, data: JSON.stringify(value) });

/** A chunk of the answer `id` with one delta. */
export function chunkOf(delta: JsonObject, more: JsonObject = {}, id = 'c1', usage: Json = null): WireEvent {
  const choices = [{ index: 0, delta, finish_reason: null, ...more }];
  return eventOf({
    id,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices,
    ...(usage === null ? {} : { usage }),
  });
}

export const finishOf = (finish_reason: string, id = 'c1'): WireEvent => chunkOf({}, { finish_reason }, id);
export const done: WireEvent = { event: null, data: '[DONE]' };

/** A delta of a call. */
export const callDelta = (index: number, id: string, name: string, args: string): JsonObject => ({
  tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }],
});

/** The pieces in short: live ones, the tools of calls, the reason of the end. */
export const short = (pieces: readonly Piece[]): readonly string[] => pieces.map(shortly);

function shortly(piece: Piece): string {
  switch (piece.kind) {
    case 'live':
      return 'live';
    case 'call':
      return `call ${piece.call.tool} ${JSON.stringify(piece.call.args)}`;
    case 'finish':
      return `finish ${piece.reason}`;
  }
}

/** The data of the events in a stream's text, parsed where it is JSON. */
export const dataIn = (text: string): readonly Json[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => (line === 'data: [DONE]' ? '[DONE]' : (JSON.parse(line.slice(6)) as Json)));
