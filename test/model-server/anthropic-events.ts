/**
 * A complete message as the events in which the API streams it, each one chunk.
 */
import type { JsonObject } from '../../engine/tool-call.ts';
import { listField, textField } from '../../engine/wire/json.ts';
import { type Cut, halves as inHalves } from './pieces.ts';

export function answerEvents(message: JsonObject, cut: Cut = inHalves): readonly string[] {
  const { content: _content, stop_reason, stop_sequence, usage, ...rest } = message;
  const start = { ...rest, content: [], stop_reason: null, stop_sequence: null, usage: usage ?? null };
  return [
    event('message_start', { message: start }),
    event('ping', {}),
    ...listField(message, 'content').flatMap((block, index) => blockEvents(block as JsonObject, index, cut)),
    event('message_delta', {
      delta: { stop_reason: stop_reason ?? null, stop_sequence: stop_sequence ?? null },
      usage: { output_tokens: Number((usage as JsonObject)['output_tokens']) },
    }),
    event('message_stop', {}),
  ];
}

function blockEvents(block: JsonObject, index: number, cut: Cut): readonly string[] {
  const [start, deltas] = parts(block, cut);
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function parts(block: JsonObject, cut: Cut): readonly [start: JsonObject, deltas: readonly JsonObject[]] {
  switch (textField(block, 'type')) {
    case 'text': {
      const deltas = cut(textField(block, 'text') ?? '').map((text) => ({ type: 'text_delta', text }));
      return [{ ...block, text: '' }, deltas];
    }
    case 'thinking': {
      const thinking = halves(textField(block, 'thinking') ?? '').map((half) => ({
        type: 'thinking_delta',
        thinking: half,
      }));
      const signature = { type: 'signature_delta', signature: textField(block, 'signature') ?? '' };
      return [{ ...block, thinking: '', signature: '' }, [...thinking, signature]];
    }
    case 'tool_use':
    case 'server_tool_use': {
      const json = ['', ...halves(JSON.stringify(block['input'] ?? {}))];
      return [{ ...block, input: {} }, json.map((partial_json) => ({ type: 'input_json_delta', partial_json }))];
    }
    default:
      return [block, []];
  }
}

const halves = (text: string): readonly string[] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

function event(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
