/**
 * What a strict server of the Responses API has against a request. Stricter than the real one where that one is known to refuse
 * only sometimes: what passes here must pass there. Runs in tests only.
 */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, isObject, textField } from '../../engine/wire/json.ts';

/** What the server holds. Items are in the order of the conversation. */
export interface Known {
  /** All items up to and with an answer, by its id. */
  readonly responses: ReadonlyMap<string, readonly JsonObject[]>;
  /** All items of a conversation, by its name. */
  readonly conversations: ReadonlyMap<string, readonly JsonObject[]>;
}

export const NOTHING_KNOWN: Known = { responses: new Map(), conversations: new Map() };

const BODY =
  'background conversation include input instructions max_output_tokens max_tool_calls metadata model parallel_tool_calls previous_response_id prompt prompt_cache_key reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user';

/** Fields of each kind of item; those that have to be there end with `!`. */
const ITEMS: Readonly<Record<string, string>> = {
  message: 'type id role! content! status phase',
  reasoning: 'type! id! summary! content encrypted_content status',
  function_call: 'type! id call_id! name! arguments! namespace status async caller',
  custom_tool_call: 'type! id call_id! name! input! namespace status async caller',
  local_shell_call: 'type! id! call_id! action! status!',
  shell_call: 'type! id call_id! action! environment status caller',
  apply_patch_call: 'type! id call_id! operation! status! caller',
  computer_call: 'type! id! call_id! action actions pending_safety_checks! status!',
  function_call_output: 'type! id call_id! output! status caller',
  custom_tool_call_output: 'type! id call_id! output! caller',
  local_shell_call_output: 'type! id! output! status',
  shell_call_output: 'type! id call_id! output! max_output_length status caller',
  apply_patch_call_output: 'type! id call_id! status! output caller',
  computer_call_output: 'type! id call_id! output! acknowledged_safety_checks status',
  mcp_list_tools: 'type! id! server_label! tools! error',
  mcp_call: 'type! id! server_label! name! arguments! approval_request_id error output status',
  mcp_approval_request: 'type! id! server_label! name! arguments!',
  mcp_approval_response: 'type! id approval_request_id! approve! reason',
  web_search_call: 'type! id! action status!',
  item_reference: 'type id!',
};

/** How the ids of items begin that only the server gives out. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
};

const CALLS = /^(function|custom_tool|local_shell|shell|apply_patch|computer)_call$/;
const OUTPUTS = /^(function|custom_tool|local_shell|shell|apply_patch|computer)_call_output$/;

/** Complaints about a request, each a sentence. None: the server takes it. */
export function checkResponsesRequest(body: JsonObject, known: Known = NOTHING_KNOWN): readonly string[] {
  const input = field(body, 'input');
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : Array.isArray(input) ? input : null;
  if (items === null || !items.every((item: Json) => isObject(item)))
    return ['input is neither text nor a list of items.'];
  const held = heldItems(body, known);
  if (typeof held === 'string') return [held];
  return [
    ...unknownFields('The request', body, BODY),
    ...(textField(body, 'model') === undefined ? ['model is missing.'] : []),
    ...['instructions', 'previous_response_id'].flatMap((name) =>
      isTextOrNull(field(body, name)) ? [] : [`${name} is no text.`],
    ),
    ...items.flatMap((item, at) => checkItem(item, `input[${at}]`, body)),
    ...checkIds(items),
    ...checkCalls([...held, ...items]),
    ...checkReasoning(items, known),
  ];
}

/** What the server holds of the conversation that the request goes on from; a complaint when it does not know it. */
export function heldItems(body: JsonObject, known: Known): readonly JsonObject[] | string {
  const previous = textField(body, 'previous_response_id');
  const conversation = field(body, 'conversation');
  const name = typeof conversation === 'string' ? conversation : textField(conversation, 'id');
  if (previous !== undefined && name !== undefined) return 'previous_response_id and conversation exclude each other.';
  if (name !== undefined) return known.conversations.get(name) ?? [];
  if (previous === undefined) return [];
  return known.responses.get(previous) ?? `Previous response with id '${previous}' not found.`;
}

export const kindOf = (item: JsonObject): string => {
  if (field(item, 'role') !== undefined) return 'message';
  return textField(item, 'type') ?? 'item_reference';
};

function checkItem(item: JsonObject, place: string, body: JsonObject): readonly string[] {
  const kind = kindOf(item);
  const fields = Object.hasOwn(ITEMS, kind) ? ITEMS[kind] : undefined;
  if (fields === undefined) return [`${place}: "${kind}" is no kind of item.`];
  const missing = fields.split(' ').filter((name) => name.endsWith('!') && !Object.hasOwn(item, name.slice(0, -1)));
  return [
    ...missing.map((name) => `${place}.${name.slice(0, -1)} is missing.`),
    ...unknownFields(place, item, fields),
    ...checkPrefix(item, kind, place),
    ...(kind === 'message' ? checkMessage(item, place) : []),
    ...(kind === 'function_call' && typeof field(item, 'arguments') !== 'string'
      ? [`${place}.arguments is no text.`]
      : []),
    ...(kind === 'function_call_output' && !isContent(field(item, 'output')) ? [`${place}.output is no text.`] : []),
    ...(kind === 'reasoning' && field(body, 'store') === false && textField(item, 'encrypted_content') === undefined
      ? [`${place}: item '${textField(item, 'id')}' not found. Items are not persisted when store is false.`]
      : []),
  ];
}

function checkPrefix(item: JsonObject, kind: string, place: string): readonly string[] {
  const id = textField(item, 'id');
  const prefix = Object.hasOwn(PREFIXES, kind) ? PREFIXES[kind] : undefined;
  if (id === undefined || prefix === undefined || id.startsWith(prefix)) return [];
  return [`Invalid '${place}.id': '${id}'. Expected an ID that begins with '${prefix}'.`];
}

function checkMessage(item: JsonObject, place: string): readonly string[] {
  const role = textField(item, 'role') ?? '';
  const content = field(item, 'content');
  if (!['user', 'assistant', 'system', 'developer'].includes(role)) return [`${place}.role "${role}" is no role.`];
  if (typeof content === 'string') return [];
  if (!Array.isArray(content)) return [`${place}.content is neither text nor a list.`];
  const allowed = role === 'assistant' ? /^(output_text|refusal)$/ : /^input_(text|image|file|audio)$/;
  return content.flatMap((part: Json, at) =>
    allowed.test(textField(part, 'type') ?? '') ? [] : [`${place}.content[${at}] is no part for the role "${role}".`],
  );
}

function checkIds(items: readonly JsonObject[]): readonly string[] {
  const ids = items.flatMap((item) =>
    kindOf(item) === 'local_shell_call_output' ? [] : (textField(item, 'id') ?? []),
  );
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `Duplicate item found with id ${id}.`);
}

/** Every call has one output after it, of its own kind, and every output its call. */
function checkCalls(items: readonly JsonObject[]): readonly string[] {
  const open = new Map<string, string>();
  const seen = new Set<string>();
  const complaints: string[] = [];
  for (const item of items) {
    const kind = kindOf(item);
    const id = textField(item, 'call_id') ?? textField(item, 'id') ?? '';
    if (CALLS.test(kind)) {
      if (seen.has(id)) complaints.push(`The call ${id} is there twice.`);
      seen.add(id);
      open.set(id, kind);
    } else if (OUTPUTS.test(kind)) {
      if (open.get(id) !== kind.replace(/_output$/, ''))
        complaints.push(`No tool call found for ${kind} with call_id ${id}.`);
      open.delete(id);
    }
  }
  return [...complaints, ...[...open].map(([id, kind]) => `No tool output found for ${kind} ${id}.`)];
}

/** Reasoning goes with the item it led to: each directly before the other, as in the answer they came in. */
function checkReasoning(items: readonly JsonObject[], known: Known): readonly string[] {
  const answers = [...known.responses.values(), ...known.conversations.values()];
  const leads = (item: JsonObject): JsonObject | undefined =>
    answers.flatMap((all) => all.filter((_, at) => isSame(all[at + 1], item)))[0];
  return items.flatMap((item, at) => {
    const next = items[at + 1];
    const id = textField(item, 'id');
    const alone = next === undefined || !(kindOf(next).endsWith('_call') || textField(next, 'role') === 'assistant');
    if (kindOf(item) === 'reasoning')
      return alone ? [`Item '${id}' of type 'reasoning' was provided without its required following item.`] : [];
    const lead = leads(item);
    if (lead === undefined || kindOf(lead) !== 'reasoning' || isSame(items[at - 1], lead)) return [];
    return [`Item '${id}' was provided without its required 'reasoning' item '${textField(lead, 'id')}'.`];
  });
}

function isSame(a: JsonObject | undefined, b: JsonObject): boolean {
  return a !== undefined && textField(a, 'id') !== undefined && textField(a, 'id') === textField(b, 'id');
}

function unknownFields(place: string, value: JsonObject, fields: string): readonly string[] {
  const known = fields.replaceAll('!', '').split(' ');
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${place}: unknown parameter "${name}".`);
}

const isTextOrNull = (value: Json | undefined): boolean => (value ?? null) === null || typeof value === 'string';
const isContent = (value: Json | undefined): boolean => typeof value === 'string' || Array.isArray(value);
