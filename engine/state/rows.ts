/**
 * Which rows there are, how their keys are built, and how a stored row is read back.
 *
 * | key                                | row                                              |
 * | ---------------------------------- | ------------------------------------------------ |
 * | `thread/<thread>`                  | ThreadRow: run, step, completed, forced          |
 * | `instance/<thread>/<machine>/<key>`| Instance                                         |
 * | `live/<thread>/<call>`             | LiveCall; deleted when the call is finished      |
 * | `call/<thread>/<call>`             | FinishedCall                                     |
 * | `ticket/<ticket>`                  | Ticket, also after it was decided                |
 * | `pending/<ticket>`                 | PendingRow, only while the ticket is undecided   |
 * | `metrics/<thread>`                 | MetricsRow: machine → metric → count             |
 * | `log/<thread>`                     | LogRow: newest violations, newest first          |
 * | `ends/<thread>`                    | EndsRow: newest ends of runs, newest first       |
 * | `kept/<thread>/<name>`             | KeptRow: what a host keeps with the thread       |
 */
import type { Json } from '../tool-call.ts';
import type { EndedRun, FinishedCall, Instance, LiveCall, Metric, Ticket } from './journal.ts';
import { type Row, type RowKey, StoreError } from './store.ts';

export interface ThreadRow {
  readonly run: number;
  readonly step: number;
  readonly completed: number;
  readonly forced: number;
}

export interface PendingRow {
  readonly thread: string;
  readonly expiresAt: number;
}

export type MetricsRow = Readonly<Record<string, Readonly<Partial<Record<Metric, number>>>>>;

export interface LoggedViolation {
  readonly machine: string;
  readonly key: string | null;
  readonly tool: string;
  readonly action: 'deny' | 'ask' | 'warn';
  readonly reason: string;
  readonly time: number;
}

export type LogRow = readonly LoggedViolation[];

export type EndsRow = readonly EndedRun[];

/** Ends of runs kept per thread, for callers that ask again. */
export const ENDS_LENGTH = 16;

/** One row a value: reading a thread's state reads none of them. The name is here as it was given; the key may not hold it all. */
export interface KeptRow {
  readonly name: string;
  readonly value: Json;
}

/** Violations kept per thread in `tool_fsm_violation_log`. */
export const VIOLATION_LOG_LENGTH = 64;

export const NEW_THREAD: ThreadRow = { run: 0, step: 0, completed: 0, forced: 0 };

const path = (...parts: readonly string[]): RowKey => parts.map(encodeURIComponent).join('/');

/** Lone surrogates cannot be percent-encoded; a key from a model may hold them. */
const wellFormed = (text: string): string =>
  text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );

export const rowKey = {
  thread: (thread: string): RowKey => path('thread', wellFormed(thread)),
  instance: (thread: string, machine: string, key: string): RowKey =>
    path('instance', wellFormed(thread), wellFormed(machine), wellFormed(key)),
  live: (thread: string, call: string): RowKey => path('live', wellFormed(thread), wellFormed(call)),
  call: (thread: string, call: string): RowKey => path('call', wellFormed(thread), wellFormed(call)),
  ticket: (ticket: string): RowKey => path('ticket', wellFormed(ticket)),
  pending: (ticket: string): RowKey => path('pending', wellFormed(ticket)),
  metrics: (thread: string): RowKey => path('metrics', wellFormed(thread)),
  log: (thread: string): RowKey => path('log', wellFormed(thread)),
  ends: (thread: string): RowKey => path('ends', wellFormed(thread)),
  kept: (thread: string, name: string): RowKey => path('kept', wellFormed(thread), wellFormed(name)),
};

export const rowPrefix = {
  instancesOf: (thread: string): string => `${path('instance', wellFormed(thread))}/`,
  machineOf: (thread: string, machine: string): string =>
    `${path('instance', wellFormed(thread), wellFormed(machine))}/`,
  liveOf: (thread: string): string => `${path('live', wellFormed(thread))}/`,
  keptOf: (thread: string): string => `${path('kept', wellFormed(thread))}/`,
  live: 'live/',
  pending: 'pending/',
  threads: 'thread/',
  metrics: 'metrics/',
};

/** The decoded segments after the row's kind: `['t1', 'read-before-write', '/a']`. */
export function rowSegments(key: RowKey): readonly string[] {
  return key.split('/').slice(1).map(decodeURIComponent);
}

type Shape = Readonly<Record<string, 'string' | 'number' | 'object' | 'nullable' | 'array'>>;

function hasType(value: unknown, type: Shape[string]): boolean {
  switch (type) {
    case 'string':
    case 'number':
      return typeof value === type;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'nullable':
      return value !== undefined;
  }
}

/** Checks a stored row against the fields its readers rely on; anything else fails closed. */
function decoder<T>(kind: string, shape: Shape): (row: Row, key?: RowKey) => T {
  return (row, key) => {
    const broken = !hasType(row, 'object')
      ? 'it is not an object'
      : Object.entries(shape).find(([field, type]) => !hasType((row as Record<string, unknown>)[field], type))?.[0];
    if (broken !== undefined) {
      const what = key ? `${kind} "${key}"` : kind;
      throw new StoreError(
        'undecodable',
        `Stored ${what} cannot be read (${broken}). Export the journal, then reset this thread's state.`,
      );
    }
    return row as T;
  };
}

/** The same for a row that is a list. */
function listDecoder<T extends readonly unknown[]>(kind: string): (row: Row) => T {
  return (row) => {
    if (!Array.isArray(row))
      throw new StoreError(
        'undecodable',
        `Stored ${kind} cannot be read (it is not a list). Export the journal, then reset this thread's state.`,
      );
    return row as readonly unknown[] as T;
  };
}

export const decode = {
  thread: decoder<ThreadRow>('thread', { run: 'number', step: 'number', completed: 'number', forced: 'number' }),
  instance: decoder<Instance>('instance', {
    state: 'string',
    data: 'object',
    counters: 'object',
    since: 'object',
    scope: 'string',
    run: 'number',
    violations: 'object',
    violationsRun: 'number',
    emitted: 'nullable',
  }),
  live: decoder<LiveCall>('live call', {
    id: 'string',
    tool: 'string',
    args: 'nullable',
    status: 'string',
    admissions: 'array',
    ticket: 'nullable',
    set: 'string',
    at: 'number',
  }),
  call: decoder<FinishedCall>('finished call', { outcome: 'string', reason: 'nullable', at: 'number' }),
  ticket: decoder<Ticket>('ticket', {
    id: 'string',
    thread: 'string',
    call: 'string',
    tool: 'string',
    fingerprint: 'string',
    violations: 'array',
    at: 'number',
    expiresAt: 'number',
    status: 'string',
    note: 'nullable',
  }),
  pending: decoder<PendingRow>('pending ticket', { thread: 'string', expiresAt: 'number' }),
  metrics: decoder<MetricsRow>('metrics', {}),
  kept: decoder<KeptRow>('kept value', { name: 'string', value: 'nullable' }),
  log: listDecoder<LogRow>('violation log'),
  ends: listDecoder<EndsRow>('ends of runs'),
};
