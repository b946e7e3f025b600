/** Puts what the agent says and does on the page, as it happens. Runs in the page. */
import type { ToolUse } from '../conversation.ts';
import type { AgentLog } from './agent.ts';
import { append, changeCall, changeText, finishCall, newKey, startCall } from './state.ts';

/** @param ended told after each call */
export function transcript(signal: AbortSignal, ended: () => void): AgentLog {
  let speaking: string | null = null;
  return {
    said: (piece) => {
      if (piece === '') return;
      if (speaking === null) {
        speaking = newKey();
        append({ kind: 'assistant', key: speaking, text: piece });
      } else changeText(speaking, piece);
    },
    turn: () => {
      speaking = null;
    },
    called: (use) => {
      startCall(use.id, use.tool, use.args);
      append({ kind: 'call', key: use.id });
    },
    progress: (use: ToolUse, message) => changeCall(use.id, message === undefined ? {} : { progress: message }),
    result: (use, outcome) => {
      finishCall(use.id, outcome, signal.aborted);
      ended();
    },
  };
}
