/**
 * Why an answer ended, in the protocol's words and in neutral ones.
 */
import type { FinishReason } from '../model-adapter.ts';

const REASONS = new Map<string, FinishReason>([
  ['tool_use', 'calls'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'cut'],
  ['model_context_window_exceeded', 'cut'],
  ['refusal', 'refused'],
  ['pause_turn', 'paused'],
  // The server has shortened the conversation and hands the turn back before it answers.
  ['compaction', 'paused'],
]);

/** What `stop_reason` means. An answer that asks for calls and was not cut off waits for their results, whatever it says. */
export function reasonOf(stop: string | undefined, calls: boolean): FinishReason {
  const reason = REASONS.get(stop ?? '') ?? 'stop';
  return calls && reason === 'stop' ? 'calls' : reason;
}

/** The `stop_reason` to show for `reason`: the one that came when it means that. */
export function stopFor(reason: FinishReason, came: string | undefined): string {
  if (came !== undefined && (REASONS.get(came) ?? 'stop') === reason) return came;
  switch (reason) {
    case 'calls':
      return 'tool_use';
    case 'stop':
      return 'end_turn';
    case 'cut':
      return 'max_tokens';
    case 'refused':
      return 'refusal';
    case 'paused':
      return 'pause_turn';
  }
}
