/** Everything the page shows, as signals. Runs in the page. */
import { computed, signal } from '@preact/signals';
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { ConsoleInfo, ScratchFile } from '../conversation.ts';
import { type Protocol, SCRIPTED } from '../protocols/protocol.ts';
import { firstProtocol, usesServers } from './level.ts';
import type { CallOutcome, ToolServer } from './mcp/tool-server.ts';
import { type Era, SERVERS, type ServerName, type Toolbox, toolbox } from './mcp/toolbox.ts';
import { pageTools } from './tools/page-tools.ts';

/** One call as a card shows it. Times are milliseconds since 1970. */
export interface CallView {
  readonly key: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly state: 'running' | 'done' | 'error' | 'stopped';
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly progress?: string;
  readonly result?: string;
}

export type Item =
  | { readonly kind: 'user'; readonly key: string; readonly text: string }
  | { readonly kind: 'assistant'; readonly key: string; readonly text: string }
  | { readonly kind: 'failure'; readonly key: string; readonly text: string }
  | { readonly kind: 'call'; readonly key: string };

export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly server: ToolServer }
  | { readonly state: 'failed'; readonly reason: string };

export const era: Era = new URLSearchParams(location.search).get('era') === 'modern' ? 'modern' : 'legacy';

export const items = signal<readonly Item[]>([]);
/** By key, oldest first; the transcript's and the tool panel's. */
export const calls = signal<ReadonlyMap<string, CallView>>(new Map());
export const connections = signal<ReadonlyMap<ServerName, Connection>>(new Map());
export const info = signal<ConsoleInfo>({ scratch: '', models: [] });
export const model = signal(SCRIPTED);
export const protocol = signal<Protocol>(firstProtocol);
export const files = signal<readonly ScratchFile[]>([]);
/** Aborts the task that is running. */
export const running = signal<AbortController | undefined>(undefined);

/** The tools that the page itself has. */
export const ownTools = pageTools();
export const tools = computed<Toolbox>(() => toolbox(usesServers ? connected() : [ownTools]));
export const ready = computed(() => !usesServers || connected().length === SERVERS.length);

function connected(): readonly ToolServer[] {
  return SERVERS.flatMap((name) => {
    const connection = connections.value.get(name);
    return connection?.state === 'connected' ? [connection.server] : [];
  });
}

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `k${keys}`;
}

export function append(item: Item): void {
  items.value = [...items.value, item];
}

/** Adds to the text of an item that is still being said. */
export function changeText(key: string, piece: string): void {
  items.value = items.value.map((item) =>
    item.key === key && item.kind === 'assistant' ? { ...item, text: item.text + piece } : item,
  );
}

export function setCall(view: CallView): void {
  calls.value = new Map(calls.value).set(view.key, view);
}

export function changeCall(key: string, change: Partial<CallView>): void {
  const view = calls.value.get(key);
  if (view !== undefined) setCall({ ...view, ...change });
}

export function startCall(key: string, tool: string, args: JsonObject): void {
  setCall({ key, tool, args, state: 'running', startedAt: Date.now() });
}

export function finishCall(key: string, outcome: CallOutcome, stopped: boolean): void {
  const ended = outcome.isError ? 'error' : 'done';
  changeCall(key, { state: stopped ? 'stopped' : ended, result: outcome.text, endedAt: Date.now() });
}
