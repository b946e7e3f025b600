/**
 * The rules of the Messages API for what may stand in a conversation, as strict as the vendor states them or stricter.
 */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, isObject, textField } from '../../engine/wire/json.ts';

/** Fields of the blocks whose every field is known; `true`: any. */
const BLOCKS: Readonly<Record<string, Readonly<Record<string, readonly string[] | true>>>> = {
  user: {
    text: ['type', 'text', 'cache_control', 'citations'],
    tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control', 'toolset_name'],
    image: true,
    document: true,
    search_result: true,
  },
  assistant: {
    text: ['type', 'text', 'cache_control', 'citations'],
    thinking: ['type', 'thinking', 'signature'],
    redacted_thinking: ['type', 'data'],
    tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller', 'toolset_name'],
    server_tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
    web_search_tool_result: ['type', 'tool_use_id', 'content', 'cache_control', 'caller'],
    mcp_tool_use: ['type', 'id', 'name', 'server_name', 'input', 'cache_control'],
    mcp_tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
    compaction: true,
  },
  system: { text: ['type', 'text', 'cache_control'], tool_addition: true, tool_removal: true },
};

/** What the server said: the content of each answer, by the ids of its calls. */
export type Said = ReadonlyMap<string, readonly Json[]>;

/** Complaints about a whole conversation, each with the number of the message. */
export function checkConversation(messages: readonly Json[], said: Said): readonly string[] {
  const ids = messages.flatMap((message) => of(message, 'tool_use').map((block) => textField(block, 'id') ?? ''));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  return [
    ...(textField(messages[0], 'role') === 'user' ? [] : ['The first message is not from the user.']),
    ...twice.map((id) => `Two calls have the id "${id}".`),
    ...messages.flatMap((message, at) => {
      const complaints = [
        ...checkMessage(message, at === messages.length - 1),
        ...checkResults(message, messages[at - 1]),
        ...(at === messages.length - 1 && of(message, 'tool_use').length > 0
          ? ['it asks for calls and nothing follows']
          : []),
        ...checkAnswers(message, messages[at + 1]),
        ...checkSaid(message, said),
      ];
      return complaints.map((complaint) => `messages.${at}: ${complaint}.`);
    }),
  ];
}

function checkMessage(message: Json, last: boolean): readonly string[] {
  const role = textField(message, 'role') ?? '';
  const kinds = Object.hasOwn(BLOCKS, role) ? BLOCKS[role] : undefined;
  if (!isObject(message) || kinds === undefined) return [`"${role}" is no role`];
  const content = field(message, 'content');
  const empty = content === '' || (Array.isArray(content) && content.length === 0);
  return [
    ...unknown(message, ['role', 'content']),
    ...(empty && !(last && role === 'assistant') ? ['it has no content'] : []),
    ...(typeof content === 'string'
      ? []
      : Array.isArray(content)
        ? content.flatMap((b) => checkBlock(b, kinds))
        : ['its content is neither text nor a list']),
  ];
}

function checkBlock(block: Json, kinds: Readonly<Record<string, readonly string[] | true>>): readonly string[] {
  const type = textField(block, 'type') ?? '';
  const fields = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!isObject(block) || fields === undefined) return [`a block "${type}" is not allowed here`];
  return [
    ...(fields === true ? [] : unknown(block, fields)),
    ...(type === 'text' && (textField(block, 'text') ?? '').trim() === '' ? ['a text block is empty'] : []),
    ...(type === 'thinking' && (textField(block, 'signature') ?? '') === ''
      ? ['a thinking block has no signature']
      : []),
    ...(type.endsWith('tool_use') ? checkCall(block) : []),
    ...(type === 'tool_result' ? checkResult(block) : []),
  ];
}

function checkCall(block: JsonObject): readonly string[] {
  return [
    ...(/^[a-zA-Z0-9_-]+$/.test(textField(block, 'id') ?? '') ? [] : ['a call has no id, or one of odd letters']),
    ...(textField(block, 'name') ? [] : ['a call has no name']),
    ...(isObject(field(block, 'input')) ? [] : ['the input of a call is no object']),
  ];
}

function checkResult(block: JsonObject): readonly string[] {
  const error = field(block, 'is_error');
  return [
    ...(error === undefined || typeof error === 'boolean' ? [] : ['is_error is no boolean']),
    // The API refuses an error without a word.
    ...(error === true &&
    [undefined, ''].includes(textField(block, 'content')) &&
    !Array.isArray(field(block, 'content'))
      ? ['a result that is an error says nothing']
      : []),
  ];
}

/** Results stand first, each answers a call of the message before, no call twice. */
function checkResults(message: Json, before: Json | undefined): readonly string[] {
  const blocks = contentOf(message);
  const results = of(message, 'tool_result');
  const calls = of(before, 'tool_use');
  const answered = results.map((block) => textField(block, 'tool_use_id') ?? '');
  return [
    ...(blocks.slice(0, results.length).every((block) => textField(block, 'type') === 'tool_result')
      ? []
      : ['something stands before its results']),
    ...answered.filter((id, at) => answered.indexOf(id) !== at).map((id) => `the call "${id}" is answered twice`),
    ...results.flatMap((block) => {
      const call = calls.find((one) => textField(one, 'id') === textField(block, 'tool_use_id'));
      if (call === undefined)
        return [`it answers "${textField(block, 'tool_use_id')}", which the message before does not ask for`];
      return textField(call, 'toolset_name') === textField(block, 'toolset_name')
        ? []
        : ['a result names another toolset than its call'];
    }),
  ];
}

/** Every call is answered in the very next message. */
function checkAnswers(message: Json, next: Json | undefined): readonly string[] {
  if (next === undefined) return [];
  const answered = of(next, 'tool_result').map((block) => textField(block, 'tool_use_id'));
  const open = of(message, 'tool_use').filter((block) => !answered.includes(textField(block, 'id')));
  return open.map((block) => `the next message does not answer its call "${textField(block, 'id')}"`);
}

/** An answer of the server's own with calls comes back with its calls and its reasoning as they were. */
function checkSaid(message: Json, said: Said): readonly string[] {
  const calls = of(message, 'tool_use');
  const answer = said.get(textField(calls[0], 'id') ?? '');
  if (answer === undefined) return [];
  const fixed = (blocks: readonly Json[]): string =>
    JSON.stringify(blocks.filter((b) => /thinking|tool_use/.test(textField(b, 'type') ?? '')).map(essence));
  return fixed(contentOf(message)) === fixed(answer)
    ? []
    : ['its calls or its reasoning are not those that the model gave'];
}

/** The block without what a client may add to it. */
function essence(block: Json): Json {
  if (!isObject(block)) return block;
  const { cache_control: _cache, ...rest } = block;
  return Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function unknown(value: JsonObject, known: readonly string[]): readonly string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `"${name}" is not a field of it`);
}

export function contentOf(message: Json | undefined): readonly Json[] {
  const content = field(message, 'content');
  return Array.isArray(content) ? content : [];
}

function of(message: Json | undefined, type: string): readonly Json[] {
  return contentOf(message).filter((block) => textField(block, 'type') === type);
}
