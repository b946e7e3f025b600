/**
 * Calls: from an item to the neutral call and back.
 *
 * Runs anywhere. INVARIANT: a call whose item says that it was cut off is undecodable, whatever its arguments look like.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, parseJson, stringify, textField } from '../json.ts';
import type { RequestedCall } from '../model-adapter.ts';
import { isCall } from './item.ts';

/** The call in the item; null when it is none that the page runs. `place` makes the id when the item has none. */
export function readCall(item: JsonObject, place: number): RequestedCall | null {
  const id = callId(item, place);
  if (id === null) return null;
  const raw = textField(item, 'call_id') === id ? item : { ...item, call_id: id };
  const decoded = decode(item);
  const undecodable = textField(item, 'status') === 'incomplete' ? 'the call was cut off' : decoded.undecodable;
  const args = undecodable !== null && decoded.text !== null ? decoded.text : decoded.args;
  return { id, tool: nameOf(item), args, undecodable, raw };
}

/** The id of the call in the item, without a look at its arguments; null when it is none that the page runs. */
export function callId(item: JsonObject, place: number): string | null {
  return isCall(item) ? textField(item, 'call_id') || textField(item, 'id') || `call_${place}` : null;
}

interface Decoded {
  readonly args: Json;
  readonly undecodable: string | null;
  /** The arguments as text, where the protocol has them so. */
  readonly text: string | null;
}

function decode(item: JsonObject): Decoded {
  switch (textField(item, 'type')) {
    case 'function_call':
      return decodeText(textField(item, 'arguments'));
    case 'custom_tool_call': {
      const text = textField(item, 'input');
      return { args: text ?? '', undecodable: text === undefined ? 'the call has no input' : null, text: null };
    }
    default: {
      const args = field(item, argumentsOf(item));
      return {
        args: args ?? {},
        undecodable: args === undefined ? 'the call does not say what to do' : null,
        text: null,
      };
    }
  }
}

function decodeText(text: string | undefined): Decoded {
  // Models leave the arguments of a tool without parameters empty.
  if (text === undefined || text.trim() === '') return { args: {}, undecodable: null, text: text ?? null };
  const args = parseJson(text);
  if (args === undefined) return { args: text, undecodable: 'its arguments are not JSON', text };
  return { args, undecodable: null, text };
}

function nameOf(item: JsonObject): string {
  const type = textField(item, 'type') ?? '';
  if (type !== 'function_call' && type !== 'custom_tool_call') return type.replace(/_call$/, '');
  const name = textField(item, 'name') ?? '';
  const namespace = textField(item, 'namespace');
  return namespace ? `${namespace}.${name}` : name;
}

/** Under which name the item holds its arguments. */
function argumentsOf(item: JsonObject): string {
  switch (textField(item, 'type')) {
    case 'function_call':
      return 'arguments';
    case 'custom_tool_call':
      return 'input';
    case 'apply_patch_call':
      return 'operation';
    case 'computer_call':
      return field(item, 'action') === undefined ? 'actions' : 'action';
    default:
      return 'action';
  }
}

/** The call with other arguments; its id and everything else stay. */
export function withArgs(call: RequestedCall, args: Json): RequestedCall {
  const type = textField(call.raw, 'type');
  const asText = type === 'function_call' || (type === 'custom_tool_call' && typeof args !== 'string');
  const raw = { ...whole(call.raw), [argumentsOf(call.raw)]: asText ? stringify(args) : args };
  return { ...call, args, undecodable: null, raw };
}

/** A call that was cut off is complete when a person has given its arguments. */
function whole(raw: JsonObject): JsonObject {
  return textField(raw, 'status') === 'incomplete' ? { ...raw, status: 'completed' } : raw;
}

/** Whether both ask the same of the same tool. */
export function sameCall(a: RequestedCall | null, b: RequestedCall): boolean {
  return a !== null && a.tool === b.tool && stringify(a.args) === stringify(b.args);
}
