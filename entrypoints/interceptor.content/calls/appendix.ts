/**
 * What the guard adds to a result: reminders, or the note that the result could not be recorded.
 */
import type { Json, ToolResult } from '../../../engine/tool-call.ts';
import type { Recorded } from '../link.ts';

/** Characters of one value that are reported. Messages between the parts of an extension end at 64 MiB. */
export const REPORT_LIMIT = 16 * 1024 * 1024;

/** The text to add to a result; null when there is nothing to say. */
export function appendix(recorded: Recorded): string | null {
  if (recorded.unrecorded !== null) {
    return `Note: Interlock could not record the outcome of this call (${recorded.unrecorded}) Later calls may be refused because of that.`;
  }
  const texts = recorded.reminders.map((reminder) => reminder.content);
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Whether the value can be reported as it is. */
export function isReportable(value: Json): boolean {
  return (typeof value === 'string' ? value : JSON.stringify(value)).length <= REPORT_LIMIT;
}

/** The result, cut to what can be reported. */
export function bounded(result: ToolResult): ToolResult {
  if (isReportable(result.content)) return result;
  const text = typeof result.content === 'string' ? result.content : JSON.stringify(result.content);
  return { status: result.status, content: `${text.slice(0, REPORT_LIMIT)}… [cut]` };
}
