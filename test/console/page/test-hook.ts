/** `window.agentConsole`: the page's actions for scripts, so that a test can make one exact call. Runs in the page. */
import { effect } from '@preact/signals';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { callTool, send, stop } from './actions.ts';
import type { CallOutcome } from './mcp/tool-server.ts';
import { ready } from './state.ts';

export interface AgentConsole {
  /** Resolves when all servers are connected and their tools are listed. */
  readonly ready: Promise<void>;
  /** Makes one call and waits for its outcome, however long a person takes. Never rejects. */
  callTool(tool: string, args: JsonObject, options?: { readonly signal?: AbortSignal }): Promise<CallOutcome>;
  /** Gives the model a task; resolves at its end. */
  send(task: string): Promise<void>;
  stop(): void;
}

declare global {
  interface Window {
    agentConsole: AgentConsole;
  }
}

export function installHook(): void {
  window.agentConsole = {
    ready: new Promise((resolve) => {
      effect(() => {
        if (ready.value) resolve();
      });
    }),
    callTool: (tool, args, options) => callTool(tool, args, options?.signal ?? new AbortController().signal),
    send,
    stop,
  };
}
