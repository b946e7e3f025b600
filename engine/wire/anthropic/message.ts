/**
 * Messages and their content blocks, between the protocol's form and the neutral entries. One message is one entry.
 *
 * Runs anywhere. Of the calls only `tool_use` blocks count: what `server_tool_use` and `mcp_tool_use` ask for runs at the server.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, stringify, textField } from '../json.ts';
import type { CarriedResult, Entry, RequestedCall } from '../model-adapter.ts';
import { remember } from './written.ts';

/** Name under which text that should have been a call's input goes back to the model: the API takes objects only. */
const INVALID = 'INVALID_JSON';
const NO_OBJECT = 'its input is not a JSON object';

/** Whether the value is a message as a request may hold it. */
export function isMessage(value: Json): value is JsonObject {
  const role = textField(value, 'role');
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return false;
  const content = field(value, 'content');
  return typeof content === 'string' || (Array.isArray(content) && content.every((block: Json) => isObject(block)));
}

/** The content blocks of a message; text that stands alone is one block, empty text none. */
export function blocksOf(message: JsonObject): readonly JsonObject[] {
  const content = field(message, 'content');
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)];
  return Array.isArray(content) ? content.filter((block: Json) => isObject(block)) : [];
}

export function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** The message taken apart. */
export function entryOf(message: JsonObject): Entry {
  const blocks = blocksOf(message);
  const role = textField(message, 'role');
  const results = role === 'user' ? blocks.flatMap(carriedResult) : [];
  return {
    speaker: results.length > 0 ? 'results' : role === 'assistant' || role === 'system' ? role : 'user',
    raw: [message],
    text: blocks.map(textOf).join(''),
    calls: role === 'assistant' ? blocks.flatMap(carriedCall) : [],
    results,
  };
}

/** What the block says; reasoning and results say nothing. */
export function textOf(block: JsonObject): string {
  return field(block, 'type') === 'text' ? (textField(block, 'text') ?? '') : '';
}

export const isCall = (block: Json | undefined): boolean => field(block, 'type') === 'tool_use';
export const isResult = (block: JsonObject): boolean => field(block, 'type') === 'tool_result';

/**
 * The call that a complete `tool_use` block is. `json` is the text of its input as it streamed; '' when there was none, and the
 * block itself holds it. `place` makes an id where the model gave none.
 */
export function requestedCall(block: JsonObject, json: string, place: number): RequestedCall {
  const id = textField(block, 'id') ?? `toolu_${place}`;
  const tool = textField(block, 'name') ?? '';
  const input = json.trim() === '' ? (field(block, 'input') ?? {}) : parseJson(json);
  if (!isObject(input)) {
    const args = json === '' ? stringify(input) : json;
    const raw = { ...block, id, input: { [INVALID]: args } };
    return { id, tool, args, undecodable: NO_OBJECT, raw };
  }
  if (json.trim() !== '') remember(input, json);
  const undecodable = tool === '' ? 'it names no tool' : null;
  return { id, tool, args: input, undecodable, raw: { ...block, id, input } };
}

function carriedCall(block: JsonObject): readonly RequestedCall[] {
  const [id, tool] = [textField(block, 'id'), textField(block, 'name')];
  if (!isCall(block) || id === undefined || tool === undefined) return [];
  const input = field(block, 'input');
  const invalid = isObject(input) && Object.keys(input).length === 1 ? textField(input, INVALID) : undefined;
  if (invalid !== undefined) return [{ id, tool, args: invalid, undecodable: NO_OBJECT, raw: block }];
  return [{ id, tool, args: input ?? {}, undecodable: null, raw: block }];
}

function carriedResult(block: JsonObject): readonly CarriedResult[] {
  const call = textField(block, 'tool_use_id');
  if (!isResult(block) || call === undefined) return [];
  return [{ call, status: field(block, 'is_error') === true ? 'error' : 'success', content: contentOf(block) }];
}

function contentOf(block: JsonObject): Json {
  const content = field(block, 'content') ?? '';
  if (!Array.isArray(content)) return content;
  const texts = content.flatMap((part: Json) => {
    const text = field(part, 'type') === 'text' ? textField(part, 'text') : undefined;
    return text === undefined ? [] : [text];
  });
  return texts.length === content.length ? texts.join('\n') : content;
}
