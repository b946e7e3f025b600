/** How an answer ended, in the protocol's words and in the guard's. Runs anywhere. */
import type { Json } from '../../tool-call.ts';
import type { FinishReason } from '../model-adapter.ts';

/**
 * What a `finish_reason` means.
 *
 * @param calls whether the answer has calls: some vendors say `stop` though they wait for results
 */
export function reasonOf(finish: Json | undefined, calls: boolean): FinishReason {
  switch (finish) {
    case 'tool_calls':
    case 'function_call':
      return 'calls';
    case 'length':
      return 'cut';
    case 'content_filter':
      return 'refused';
    default:
      return calls ? 'calls' : 'stop';
  }
}

/**
 * The `finish_reason` to write: the one that came, where it means the same to a page that was handed this much.
 *
 * @param handed kind of the calls that the page was handed in this choice
 */
export function finishReasonFor(
  reason: FinishReason,
  came: Json | undefined,
  handed: 'none' | 'tools' | 'function',
): string {
  if (typeof came === 'string' && reasonOf(came, handed !== 'none') === reason) return came;
  switch (reason) {
    case 'calls':
      return handed === 'function' ? 'function_call' : 'tool_calls';
    case 'cut':
      return 'length';
    case 'refused':
      return 'content_filter';
    case 'stop':
    case 'paused':
      return 'stop';
  }
}
