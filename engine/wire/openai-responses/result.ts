/**
 * Results: the outputs that a request carries, and those the guard makes for calls that did not run.
 *
 * Runs anywhere.
 */
import type { JsonObject, ToolResult } from '../../tool-call.ts';
import { field, listField, textField } from '../json.ts';
import type { CarriedResult, RequestedCall } from '../model-adapter.ts';

/** One transparent pixel: the output of a computer call has to be a picture. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The result in an item; null when it answers no call. */
export function readResult(item: JsonObject): CarriedResult | null {
  const type = textField(item, 'type') ?? '';
  // The output of a local shell call names the call as its own id.
  const call = textField(item, 'call_id') ?? (type === 'local_shell_call_output' ? textField(item, 'id') : undefined);
  if (call === undefined || !type.endsWith('_call_output')) return null;
  return { call, status: statusOf(item), content: field(item, 'output') ?? '' };
}

function statusOf(item: JsonObject): ToolResult['status'] | null {
  if (textField(item, 'type') !== 'apply_patch_call_output') return null;
  switch (textField(item, 'status')) {
    case 'failed':
      return 'error';
    case 'completed':
      return 'success';
    default:
      return null;
  }
}

/** The items that tell the model why the call did not run: the output first, and a message where no output can hold words. */
export function denial(
  { id, raw }: RequestedCall,
  text: string,
): readonly [output: JsonObject, ...messages: JsonObject[]] {
  const type = textField(raw, 'type') ?? '';
  switch (type) {
    case 'custom_tool_call':
      return [{ type: 'custom_tool_call_output', call_id: id, output: text, ...callerOf(raw) }];
    case 'local_shell_call':
      return [{ type: 'local_shell_call_output', id, output: text }];
    case 'shell_call':
      return [
        {
          type: 'shell_call_output',
          call_id: id,
          output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exit_code: 1 } }],
          ...callerOf(raw),
        },
      ];
    case 'apply_patch_call':
      return [{ type: 'apply_patch_call_output', call_id: id, status: 'failed', output: text, ...callerOf(raw) }];
    case 'computer_call':
      return [
        {
          type: 'computer_call_output',
          call_id: id,
          output: { type: 'computer_screenshot', image_url: PIXEL },
          // The server takes no output that leaves them out; nothing was done that they warn of.
          acknowledged_safety_checks: listField(raw, 'pending_safety_checks'),
        },
        { role: 'developer', content: text },
      ];
    default:
      return [{ type: 'function_call_output', call_id: id, output: text, ...callerOf(raw) }];
  }
}

/** A call made by generated code is answered to that code. */
function callerOf(raw: JsonObject): JsonObject {
  const caller = field(raw, 'caller');
  return caller === undefined || caller === null ? {} : { caller };
}
