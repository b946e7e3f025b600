/** Everything the page shows, as signals. Runs in the page. */
import { computed, signal } from '@preact/signals';
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { ConsoleInfo, ScratchFile } from '../conversation.ts';
import type { ToolServer } from './mcp/tool-server.ts';
import { type Era, SERVERS, type ServerName, type Toolbox, toolbox } from './mcp/toolbox.ts';

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
export const model = signal('scripted');
export const files = signal<readonly ScratchFile[]>([]);
/** Aborts the task that is running. */
export const running = signal<AbortController | undefined>(undefined);

export const tools = computed<Toolbox>(() =>
  toolbox(
    SERVERS.flatMap((name) => {
      const connection = connections.value.get(name);
      return connection?.state === 'connected' ? [connection.server] : [];
    }),
  ),
);
export const ready = computed(() => SERVERS.every((name) => connections.value.get(name)?.state === 'connected'));

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `k${keys}`;
}

export function append(item: Item): void {
  items.value = [...items.value, item];
}

export function setCall(view: CallView): void {
  calls.value = new Map(calls.value).set(view.key, view);
}

export function changeCall(key: string, change: Partial<CallView>): void {
  const view = calls.value.get(key);
  if (view !== undefined) setCall({ ...view, ...change });
}
