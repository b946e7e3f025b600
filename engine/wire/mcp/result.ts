/**
 * What an answer means: the result of a call, a call that goes on, or a task whose result comes later.
 *
 * Tasks exist in two forms. 2025-11-25: the call answers `{task}`, the tool's result comes from `tasks/result`.
 * 2026-07-28: the call answers `{resultType: "task", taskId}`, and `tasks/get` holds the result once it is completed.
 */
import type { Json, JsonObject, ToolResult } from '../../tool-call.ts';
import type { Answer, Expects, Outcome } from '../adapter.ts';
import { field, isObject, stringify, textField } from '../json.ts';
import type { Path } from '../json-text.ts';
import { idOf, isMessage, isResponse } from './message.ts';

/** The responses in a body, in an array of messages, or in the `message` event of an Inspector relay. */
export function answers(json: Json): readonly Answer[] {
  if (Array.isArray(json)) return json.flatMap((element: Json, index) => answer(element, [index]));
  // The relay's stream also repeats calls and results for its debug view, as other types; those are not answers.
  if (isRelayed(json)) return answer(field(json, 'data'), ['data']);
  return answer(json, []);
}

/** Tasks that a `notifications/tasks/status` reports as failed or cancelled. */
export function endedTasks(json: Json): readonly { readonly task: string; readonly why: string }[] {
  const message = isRelayed(json) ? field(json, 'data') : json;
  if (textField(message, 'method') !== 'notifications/tasks/status') return [];
  const params = field(message, 'params');
  const task = textField(params, 'taskId');
  const why = taskEnd(params);
  return task === undefined || why === null ? [] : [{ task, why }];
}

/** What the answer means for the call. An answer that cannot be decoded is an error of the call. */
export function outcome(message: JsonObject, expects: Expects): Outcome {
  const error = field(message, 'error');
  if (error !== undefined) {
    const text = textField(error, 'message') ?? stringify(error);
    const spot =
      textField(error, 'message') === undefined ? null : ({ kind: 'text', path: ['error', 'message'] } as const);
    return { kind: 'result', result: { status: 'error', content: text }, spot };
  }
  const result = field(message, 'result');
  if (!isObject(result)) return undecodable('the server answered without a result');
  switch (expects) {
    case 'call':
      return callOutcome(result);
    case 'task-result':
      return finished(result, ['result']);
    case 'task-status':
      return taskOutcome(result);
  }
}

/** The message of a JSON-RPC error that names no request. */
export function requestFailure(json: Json): string | null {
  if (!isMessage(json) || idOf(json) !== null) return null;
  return textField(field(json, 'error'), 'message') ?? null;
}

function callOutcome(result: JsonObject): Outcome {
  const task = textField(field(result, 'task'), 'taskId');
  if (task !== undefined) return { kind: 'task', task };
  switch (textField(result, 'resultType')) {
    case 'input_required':
      return { kind: 'continues', state: textField(result, 'requestState') ?? null };
    case 'task': {
      const id = textField(result, 'taskId');
      return id === undefined
        ? undecodable('the server answered with a task that has no id')
        : { kind: 'task', task: id };
    }
    default:
      return finished(result, ['result']);
  }
}

function taskOutcome(result: JsonObject): Outcome {
  const inner = field(result, 'result');
  if (textField(result, 'status') === 'completed' && isObject(inner)) return finished(inner, ['result', 'result']);
  const why = taskEnd(result);
  return why === null
    ? { kind: 'unfinished' }
    : { kind: 'result', result: { status: 'error', content: why }, spot: null };
}

function taskEnd(task: Json | undefined): string | null {
  const status = textField(task, 'status');
  if (status !== 'failed' && status !== 'cancelled') return null;
  const said = textField(task, 'statusMessage') ?? textField(field(task, 'error'), 'message');
  return said ?? `the task was ${status === 'failed' ? 'not finished: it failed' : 'cancelled'}`;
}

function finished(result: JsonObject, path: Path): Outcome {
  const status: ToolResult['status'] = field(result, 'isError') === true ? 'error' : 'success';
  return { kind: 'result', result: { status, content: contentOf(result) }, spot: { kind: 'content', path } };
}

/**
 * The text blocks of the result, joined; without any, its structured value. Text comes first because it is what the model
 * reads, and because servers repeat a structured value as text.
 */
function contentOf(result: JsonObject): Json {
  const blocks = field(result, 'content');
  const texts = Array.isArray(blocks) ? blocks.flatMap((block: Json) => blockText(block)) : [];
  if (texts.length > 0) return texts.join('\n');
  return field(result, 'structuredContent') ?? '';
}

function blockText(block: Json): readonly string[] {
  const text = textField(block, 'text') ?? textField(field(block, 'resource'), 'text');
  return text === undefined ? [] : [text];
}

function undecodable(why: string): Outcome {
  return { kind: 'result', result: { status: 'error', content: why }, spot: null };
}

function answer(value: Json | undefined, path: Path): readonly Answer[] {
  if (!isMessage(value) || !isResponse(value)) return [];
  const id = idOf(value);
  return id === null ? [] : [{ id, message: value, path }];
}

function isRelayed(json: Json): boolean {
  return field(json, 'jsonrpc') === undefined && field(json, 'type') === 'message' && isMessage(field(json, 'data'));
}
