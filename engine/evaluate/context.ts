/**
 * The values that reasons, reminders and captures can name: the call's arguments, then `event` and `instance`, which win over
 * arguments of the same name.
 */
import type { Instance } from '../state/journal.ts';
import type { Json, JsonObject, ToolCall, ToolResult } from '../tool-call.ts';

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of `args` when it is an object; free-text arguments have none. */
const fields = (args: Json): JsonObject => (isObject(args) ? args : {});

function shown(instance: Instance | null): JsonObject {
  return instance === null ? {} : { state: instance.state, data: instance.data, counters: instance.counters };
}

/** Before a call runs: there is no `event` yet. */
export function callContext(call: ToolCall, instance: Instance | null): JsonObject {
  return { ...fields(call.args), instance: shown(instance) };
}

/** After a result: `event.data` has `tool`, `arguments`, `is_error` and `content` (parsed when it is JSON). */
export function resultContext(call: ToolCall, result: ToolResult, instance: Instance): JsonObject {
  const data = {
    tool: call.tool,
    arguments: call.args,
    is_error: result.status === 'error',
    content: asJson(result.content),
  };
  return { ...fields(call.args), event: { name: 'tool.result', data }, instance: shown(instance) };
}

/** At a lifecycle event: its data's fields stand where a call's arguments would. */
export function eventContext(name: string, data: Json, instance: Instance): JsonObject {
  return { ...fields(data), event: { name, data }, instance: shown(instance) };
}

/** A text that is JSON as the value it stands for; any other value as it is. */
export function asJson(content: Json): Json {
  if (typeof content !== 'string' || !/^\s*[[{"\d\-tfn]/.test(content)) return content;
  try {
    return JSON.parse(content) as Json;
  } catch {
    return content; // Not JSON: the text itself is the value.
  }
}

/** A result as text, for globs: strings as they are, other values as compact JSON. */
export function asText(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
