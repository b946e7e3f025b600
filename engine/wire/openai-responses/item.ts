/**
 * Items: what a conversation of the Responses API is made of, in `input` as in `output`. Here: who each kind belongs to.
 *
 * Runs anywhere. What a kind does not say of itself is decided so that nothing runs ungated: a shell call without an environment
 * counts as one the page runs.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, listField, textField } from '../json.ts';
import type { Entry } from '../model-adapter.ts';

/** Calls that the page or its back end runs. All others (`mcp_call`, `web_search_call`, …) run at the model's side. */
export function isCall(item: JsonObject): boolean {
  switch (textField(item, 'type')) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'apply_patch_call':
    case 'computer_call':
      return true;
    case 'shell_call':
      return !isHosted(item);
    default:
      return false;
  }
}

/** Whether the shell call runs in a container of the model's side. */
export function isHosted(item: JsonObject): boolean {
  return textField(field(item, 'environment'), 'type') === 'container_reference';
}

/** Whether the model waits for the page because of this item: a call, or something else that only the page can answer. */
export function waitsForPage(item: JsonObject): boolean {
  const type = textField(item, 'type');
  if (type === 'tool_search_call') return textField(item, 'execution') === 'client';
  return type === 'mcp_approval_request' || isCall(item);
}

/** Whose item it is. `hosted`: call ids of shell calls before it that ran at the model's side. */
export function speakerOf(item: JsonObject, hosted: ReadonlySet<string>): Entry['speaker'] {
  const role = textField(item, 'role');
  if (role === 'user') return 'user';
  if (role === 'system' || role === 'developer') return 'system';
  switch (textField(item, 'type')) {
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'apply_patch_call_output':
    case 'computer_call_output':
    case 'mcp_approval_response':
      return 'results';
    case 'shell_call_output':
      return hosted.has(textField(item, 'call_id') ?? '') ? 'assistant' : 'results';
    case 'tool_search_output':
      return textField(item, 'execution') === 'client' ? 'results' : 'assistant';
    case 'compaction_trigger':
    case 'configuration_update':
      return 'system';
    default:
      return 'assistant';
  }
}

/** The words of a message; '' for every other item. Refusals and reasoning are none. */
export function textOf(item: JsonObject): string {
  const content = field(item, 'content');
  if (textField(item, 'role') === undefined || content === undefined) return '';
  if (typeof content === 'string') return content;
  return listField(item, 'content')
    .map((part) => (isText(part) ? (textField(part, 'text') ?? '') : ''))
    .join('');
}

function isText(part: Json): boolean {
  return ['output_text', 'input_text', 'text'].includes(textField(part, 'type') ?? '');
}

/** The objects of a list. */
export function itemsOf(list: readonly Json[]): readonly JsonObject[] {
  return list.filter((item) => isObject(item));
}
