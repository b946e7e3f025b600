/** A connected MCP server as the page uses it, whichever client library and era is behind it. Runs in the page. */
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { ToolSpec } from '../../conversation.ts';

export interface CallOutcome {
  /** What the model reads. */
  readonly text: string;
  readonly isError: boolean;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Told whenever the server, or whoever answers in its place, gives a sign of life. */
  readonly onProgress: (message: string | undefined) => void;
}

export interface ToolServer {
  readonly tools: readonly ToolSpec[];
  /** @throws Error when there is no result: time-out, lost connection, abort */
  call(tool: string, args: JsonObject, options: CallOptions): Promise<CallOutcome>;
}

/** Of one request, counted anew from each sign of progress: calls may wait for a person. */
export const QUIET_MS = 60_000;
/** Of a call from beginning to end. */
export const TOTAL_MS = 20 * 60_000;

interface Block {
  readonly type: string;
  readonly text?: unknown;
}

/** The text of a result; what is not text is named, so that nothing vanishes without a word. */
export function resultText(content: readonly Block[]): string {
  return content.map((block) => (typeof block.text === 'string' ? block.text : `[${block.type}]`)).join('\n\n');
}
