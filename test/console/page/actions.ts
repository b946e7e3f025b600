/** What a person, or a test, can do in the page. Runs in the page. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { ConsoleInfo, Entry, ScratchFile } from '../conversation.ts';
import { type Protocol, SCRIPTED } from '../protocols/protocol.ts';
import { runTask } from './agent.ts';
import { usesServers } from './level.ts';
import type { CallOutcome } from './mcp/tool-server.ts';
import { connect, SERVERS, type ServerName } from './mcp/toolbox.ts';
import {
  append,
  type Connection,
  changeCall,
  connections,
  era,
  files,
  finishCall,
  info,
  items,
  model,
  newKey,
  ownTools,
  protocol,
  running,
  startCall,
  tools,
} from './state.ts';
import { transcript } from './transcript.ts';
import { nextTurn } from './turns.ts';

let conversation: Entry[] = [];

/** Connects to all servers and loads what the page shows beside them. Failures are shown, not thrown. */
export async function open(): Promise<void> {
  await Promise.all([...(usesServers ? SERVERS.map(connectTo) : []), refreshFiles(), loadInfo()]);
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
  if (!usesServers) {
    files.value = ownTools.files();
    return;
  }
  const response = await fetch('/api/files');
  files.value = (await response.json()) as ScratchFile[];
}

export async function resetFiles(): Promise<void> {
  if (usesServers) await fetch('/api/reset', { method: 'POST' });
  else ownTools.reset();
  await refreshFiles();
}

export function newConversation(): void {
  running.value?.abort();
  conversation = [];
  items.value = [];
}

/** A conversation is held in one protocol, by a model that speaks it. */
export function speak(chosen: Protocol): void {
  newConversation();
  protocol.value = chosen;
  model.value = SCRIPTED;
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
  const log = transcript(controller.signal, showFiles);
  try {
    await runTask(conversation, nextTurn, tools.value, log, controller.signal);
  } catch (error) {
    append({ kind: 'failure', key: newKey(), text: controller.signal.aborted ? 'Stopped.' : reasonOf(error) });
  } finally {
    running.value = undefined;
  }
}

/** One call outside the conversation. @returns its outcome; the card with the key shows it, too */
export async function callTool(
  tool: string,
  args: JsonObject,
  signal: AbortSignal,
  key = newKey(),
): Promise<CallOutcome> {
  startCall(key, tool, args);
  const outcome = await tools.value.call(tool, args, {
    signal,
    onProgress: (message) => changeCall(key, { progress: message ?? '' }),
  });
  finishCall(key, outcome, signal.aborted);
  showFiles();
  return outcome;
}

/** The list of files is beside the point where it cannot be had. */
function showFiles(): void {
  refreshFiles().catch(() => undefined);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
