/**
 * How much of a result is put on record. A result can be megabytes long, and the journal is kept.
 */
import type { Json, ToolResult } from '../tool-call.ts';

/** Characters of a result that the journal keeps. */
export const RECORDED_CHARACTERS = 65_536;

export interface RecordedResult {
  readonly status: ToolResult['status'];
  readonly content: Json;
  /** Characters of the whole content, when only its beginning was kept (then `content` is text). */
  readonly cutFrom?: number;
}

/** The result as the journal keeps it. */
export function recordable({ status, content }: ToolResult): RecordedResult {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (text.length <= RECORDED_CHARACTERS) return { status, content };
  return { status, content: text.slice(0, RECORDED_CHARACTERS), cutFrom: text.length };
}
