/** What a person, or a test, can do in the page. Runs in the page. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { ConsoleInfo, Entry, ScratchFile, ToolUse, Turn } from '../conversation.ts';
import { type AgentLog, type NextTurn, runTask } from './agent.ts';
import type { CallOutcome } from './mcp/tool-server.ts';
import { connect, SERVERS, type ServerName } from './mcp/toolbox.ts';
import { scriptedTurn } from './scripted/model.ts';
import {
  append,
  type Connection,
  changeCall,
  connections,
  era,
  files,
  info,
  items,
  model,
  newKey,
  running,
  setCall,
  tools,
} from './state.ts';

let conversation: Entry[] = [];

/** Connects to all servers and loads what the page shows beside them. Failures are shown, not thrown. */
export async function open(): Promise<void> {
  await Promise.all([...SERVERS.map(connectTo), refreshFiles(), loadInfo()]);
}

export async function connectTo(name: ServerName): Promise<void> {
  const set = (connection: Connection) => {
    connections.value = new Map(connections.value).set(name, connection);
  };
  set({ state: 'connecting' });
  try {
    set({ state: 'connected', server: await connect(name, era, location.href) });
  } catch (error) {
    set({ state: 'failed', reason: reasonOf(error) });
  }
}

async function loadInfo(): Promise<void> {
  const response = await fetch('/api/info');
  info.value = (await response.json()) as ConsoleInfo;
}

export async function refreshFiles(): Promise<void> {
  const response = await fetch('/api/files');
  files.value = (await response.json()) as ScratchFile[];
}

export async function resetFiles(): Promise<void> {
  await fetch('/api/reset', { method: 'POST' });
  await refreshFiles();
}

export function newConversation(): void {
  running.value?.abort();
  conversation = [];
  items.value = [];
}

export function stop(): void {
  running.value?.abort(new DOMException('Stopped by the user.', 'AbortError'));
}

/** Gives the model a task and plays it to its end. Does nothing while another one runs. */
export async function send(text: string): Promise<void> {
  if (running.value !== undefined) return;
  const controller = new AbortController();
  running.value = controller;
  append({ kind: 'user', key: newKey(), text });
  conversation.push({ role: 'user', text });
  try {
    await runTask(conversation, nextTurn, tools.value, transcript(controller.signal), controller.signal);
  } catch (error) {
    append({ kind: 'failure', key: newKey(), text: controller.signal.aborted ? 'Stopped.' : reasonOf(error) });
  } finally {
    running.value = undefined;
  }
}

const nextTurn: NextTurn = async (entries, signal) => {
  if (model.value === 'scripted') return scriptedTurn(entries, () => crypto.randomUUID());
  const body = JSON.stringify({ model: model.value, entries, tools: tools.value.tools });
  const response = await fetch('/api/model', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal,
  });
  if (!response.ok) throw new Error(`The model cannot be reached: ${await response.text()}`);
  return (await response.json()) as Turn;
};

function transcript(signal: AbortSignal): AgentLog {
  return {
    turn: ({ text }) => {
      if (text !== '') append({ kind: 'assistant', key: newKey(), text });
    },
    called: (use) => {
      start(use.id, use.tool, use.args);
      append({ kind: 'call', key: use.id });
    },
    progress: (use: ToolUse, message) => changeCall(use.id, message === undefined ? {} : { progress: message }),
    result: (use, outcome) => finish(use.id, outcome, signal),
  };
}

/** One call outside the conversation. @returns its outcome; the card with the key shows it, too */
export async function callTool(
  tool: string,
  args: JsonObject,
  signal: AbortSignal,
  key = newKey(),
): Promise<CallOutcome> {
  start(key, tool, args);
  const outcome = await tools.value.call(tool, args, {
    signal,
    onProgress: (message) => changeCall(key, { progress: message ?? '' }),
  });
  finish(key, outcome, signal);
  return outcome;
}

function start(key: string, tool: string, args: JsonObject): void {
  setCall({ key, tool, args, state: 'running', startedAt: Date.now() });
}

function finish(key: string, outcome: CallOutcome, signal: AbortSignal): void {
  const ended = outcome.isError ? 'error' : 'done';
  changeCall(key, { state: signal.aborted ? 'stopped' : ended, result: outcome.text, endedAt: Date.now() });
  refreshFiles().catch(() => undefined);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
