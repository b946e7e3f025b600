/**
 * What a strict server asks of the messages of a chat completion: known roles and fields, and every call answered by exactly one
 * message directly behind it.
 */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, isObject, listField, textField } from '../../engine/wire/json.ts';

/** Fields by role. Those of reasoning are what vendors with reasoning models want back. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: [
    ...['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'function_call'],
    ...['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'],
  ],
  tool: ['role', 'content', 'tool_call_id'],
  function: ['role', 'content', 'name'],
};

/** Ids of calls are refused when they are longer. */
const ID_LIMIT = 40;

export function checkMessages(messages: readonly Json[]): readonly string[] {
  const complaints = messages.flatMap((message, at) =>
    checkMessage(message).map((complaint) => `messages[${at}]: ${complaint}`),
  );
  const last = messages.at(-1);
  return [
    ...complaints,
    ...checkAnswers(messages),
    ...(messages.length === 0 ? ['messages: it is empty.'] : []),
    ...(field(last, 'role') === 'assistant' ? ['messages: the last one is of the assistant.'] : []),
  ];
}

/** Complaints about fields that are not among the known ones. */
export function unknownFields(value: JsonObject, known: readonly string[]): readonly string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `unknown field "${name}".`);
}

function checkMessage(message: Json): readonly string[] {
  const role = textField(message, 'role') ?? '';
  const known = Object.hasOwn(FIELDS, role) ? FIELDS[role] : undefined;
  if (!isObject(message) || known === undefined) return [`unknown role "${role}".`];
  return [...unknownFields(message, known), ...checkContent(message, role), ...checkCalls(message)];
}

function checkContent(message: JsonObject, role: string): readonly string[] {
  const content = field(message, 'content');
  if (typeof content === 'string') return [];
  if (Array.isArray(content)) return content.flatMap((part: Json) => checkPart(part));
  const others = ['tool_calls', 'function_call', 'refusal', 'audio'];
  const mayBeNull =
    role === 'function' || (role === 'assistant' && others.some((name) => (field(message, name) ?? null) !== null));
  return mayBeNull && (content === null || content === undefined)
    ? []
    : ['its content is neither text nor a list of parts.'];
}

/** Fields of the parts of a content. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text', 'cache_control'],
  refusal: ['type', 'refusal'],
  image_url: ['type', 'image_url'],
  input_audio: ['type', 'input_audio'],
  file: ['type', 'file'],
};

function checkPart(part: Json): readonly string[] {
  const type = textField(part, 'type') ?? '';
  const known = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
  if (!isObject(part) || known === undefined) return [`a part of its content has the type "${type}".`];
  return unknownFields(part, known);
}

function checkCalls(message: JsonObject): readonly string[] {
  const old = field(message, 'function_call') ?? null;
  const calls = field(message, 'tool_calls') ?? null;
  return [
    ...(old === null ? [] : checkNamed(old, 'arguments')),
    ...(calls === null || (Array.isArray(calls) && calls.length > 0)
      ? []
      : ['its tool_calls are no list with elements.']),
    ...listField(message, 'tool_calls').flatMap(checkCall),
    ...repeated(callsOf(message)).map((id) => `two of its calls have the id "${id}".`),
  ];
}

function checkCall(call: Json): readonly string[] {
  const id = textField(call, 'id') ?? '';
  const type = textField(call, 'type') ?? '';
  const [own, text] = type === 'custom' ? ['custom', 'input'] : ['function', 'arguments'];
  return [
    ...(id === '' || id.length > ID_LIMIT ? [`a call has the id "${id}".`] : []),
    ...(['function', 'custom'].includes(type) ? [] : [`a call has the type "${type}".`]),
    ...(isObject(call) ? unknownFields(call, ['id', 'type', own ?? '', 'extra_content']) : ['a call is no object.']),
    ...checkNamed(field(call, own ?? '') ?? null, text ?? ''),
  ];
}

function checkNamed(named: Json, text: string): readonly string[] {
  if (!isObject(named)) return ['a call is no object.'];
  return [
    ...unknownFields(named, ['name', text]),
    ...(textField(named, 'name') ? [] : ['a call names no tool.']),
    ...(typeof field(named, text) === 'string' ? [] : [`the ${text} of a call are no text.`]),
  ];
}

function checkAnswers(messages: readonly Json[]): readonly string[] {
  const complaints: string[] = [];
  let open: string[] = [];
  const unanswered = (at: number): void => {
    if (open.length > 0) complaints.push(`messages[${at}]: the calls ${open.join(', ')} are not answered before it.`);
    open = [];
  };
  for (const [at, message] of messages.entries()) {
    const role = field(message, 'role');
    if (role === 'tool' || role === 'function') {
      const answered =
        role === 'tool' ? (textField(message, 'tool_call_id') ?? '') : functionNamed(textField(message, 'name') ?? '');
      if (!open.includes(answered))
        complaints.push(`messages[${at}]: it answers ${answered}, which is no open call directly before it.`);
      open = open.toSpliced(open.indexOf(answered), open.includes(answered) ? 1 : 0);
      continue;
    }
    unanswered(at);
    if (role === 'assistant') open = callsOf(message);
  }
  unanswered(messages.length);
  return complaints;
}

const repeated = (ids: readonly string[]): readonly string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

const functionNamed = (name: string): string => `function "${name}"`;

function callsOf(message: Json): string[] {
  const old = textField(field(message, 'function_call'), 'name');
  const ids = listField(message, 'tool_calls').map((call) => textField(call, 'id') ?? '');
  return old === undefined ? ids : [...ids, functionNamed(old)];
}
