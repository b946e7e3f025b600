/**
 * The agent loop: model, tool calls, results, model again, until the model makes no more calls. Runs in the page.
 * It knows nothing of a guard: a refused call is a result like any other.
 */
import type { Entry, ToolUse, Turn } from '../conversation.ts';
import type { CallOutcome } from './mcp/tool-server.ts';
import type { Toolbox } from './mcp/toolbox.ts';

/** `onText` is told the turn's text, in pieces where they come one by one. */
export type NextTurn = (
  entries: readonly Entry[],
  signal: AbortSignal,
  onText: (piece: string) => void,
) => Promise<Turn>;

/** Told what happens, as it happens. */
export interface AgentLog {
  /** A piece of the text of the turn that is coming. */
  said(piece: string): void;
  /** It is there, all its pieces told. */
  turn(turn: Turn): void;
  called(use: ToolUse): void;
  progress(use: ToolUse, message: string | undefined): void;
  result(use: ToolUse, outcome: CallOutcome): void;
}

const MAX_TURNS = 25;

/**
 * Works on the task that is the last entry, and appends what comes of it. A turn is appended together with all its results, so
 * that the conversation stays well-formed wherever it is stopped.
 * @throws Error when the model fails or makes no end, or when the signal aborts
 */
export async function runTask(
  conversation: Entry[],
  nextTurn: NextTurn,
  toolbox: Toolbox,
  log: AgentLog,
  signal: AbortSignal,
): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    signal.throwIfAborted();
    const turn = await nextTurn(conversation, signal, (piece) => log.said(piece));
    log.turn(turn);
    const outcomes = await Promise.all(turn.calls.map((use) => runCall(use, toolbox, log, signal)));
    const results = turn.calls.flatMap((use, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [{ role: 'tool' as const, call: use.id, ...outcome }];
    });
    conversation.push({ role: 'assistant', ...turn }, ...results);
    if (turn.calls.length === 0) return;
  }
  throw new Error(`The model made no end after ${MAX_TURNS} turns.`);
}

async function runCall(use: ToolUse, toolbox: Toolbox, log: AgentLog, signal: AbortSignal): Promise<CallOutcome> {
  log.called(use);
  const outcome = await toolbox.call(use.tool, use.args, {
    signal,
    onProgress: (message) => log.progress(use, message),
  });
  log.result(use, outcome);
  return outcome;
}
