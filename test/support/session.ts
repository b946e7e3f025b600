/**
 * A guard on a memory store with a clock that stands still until it is moved, for tests of the session.
 */
import { loadMachines } from '../../engine/dsl/load.ts';
import type { MachineSet } from '../../engine/dsl/machine.ts';
import type { Guard, GuardOptions, Reset } from '../../engine/guard.ts';
import { createGuard } from '../../engine/session.ts';
import type { Store } from '../../engine/state/store.ts';
import { createMemoryStore } from '../../engine/state/stores/memory.ts';
import type { Json, ToolCall } from '../../engine/tool-call.ts';

export const THREAD = 't1';

/** The machines of a document that must compile. */
export function machinesOf(text: string): MachineSet {
  const { machines, diagnostics } = loadMachines(text);
  if (machines === null) throw new Error(diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`).join('\n'));
  return machines;
}

export interface TestBench {
  readonly guard: Guard;
  readonly store: Store;
  /** Moves the clock. */
  advance(ms: number): void;
  /** A guard as it is after the process was killed: new, on the same store. `text` = on other machines. */
  restarted(text?: string): Guard;
}

export function benchOf(text: string, options: Partial<GuardOptions> = {}): TestBench {
  const store = options.store ?? createMemoryStore();
  let now = Date.UTC(2026, 0, 1);
  let next = 0;
  const make = (machines: MachineSet): Guard =>
    createGuard({ machines, store, clock: () => now, ids: () => `ticket-${++next}`, ...options });
  const machines = machinesOf(text);
  return {
    guard: make(machines),
    store,
    advance: (ms) => {
      now += ms;
    },
    restarted: (other) => make(other === undefined ? machines : machinesOf(other)),
  };
}

export const call = (id: string, tool: string, args: Json = {}): ToolCall => ({ id, tool, args });

/** Gates a call that must be let through, and settles it. */
export async function ran(
  guard: Guard,
  id: string,
  tool: string,
  args: Json = {},
  status: 'success' | 'error' = 'success',
  content: Json = '',
): Promise<void> {
  const gated = await guard.gate(THREAD, call(id, tool, args));
  if (gated.verdict !== 'allow' && gated.verdict !== 'warn')
    throw new Error(`${tool} was not let through: ${gated.verdict}`);
  await guard.settle(THREAD, id, { status, content });
}

/** Resets one instance that there is; the one before the first stands for all. */
export async function resetNth(guard: Guard, thread: string, nth: number): Promise<Reset> {
  const { tool_fsm_thread_state, tool_fsm_run_state } = await guard.inspect(thread);
  const all = [tool_fsm_thread_state, tool_fsm_run_state].flatMap((machines) =>
    Object.entries(machines).flatMap(([machine, keys]) => Object.keys(keys).map((key) => ({ machine, key }))),
  );
  return guard.reset(thread, nth === 0 ? 'all' : (all[nth % Math.max(1, all.length)] ?? 'all'));
}

/** Takes back one of the resets that were carried out. */
export async function undoNth(guard: Guard, thread: string, resets: readonly Reset[], nth: number): Promise<void> {
  const done = resets.filter((reset) => reset.outcome === 'done');
  const reset = done[nth % Math.max(1, done.length)];
  if (reset !== undefined) await guard.undoReset(thread, reset.seq);
}

/** The machines that most tests use: the seed of the language. */
export const READ_BEFORE_WRITE = `
machines:
  - name: rbw
    key: "{file_path}"
    key_normalizer: path
    initial: unread
    terminal: [written]
    transitions:
      - on: 'Read(file_path ~ "*")'
        from: [unread, read, written]
        to: read
      - on: 'Write(file_path ~ "*")'
        from: read
        to: written
        emit: { content: "Wrote {file_path}" }
        on_violation: { action: deny, reason: "Read {file_path} before writing." }
continuation: { max_continuations: 2, message: "Finish: {summary}" }
`;

export const CONFIRM_DELETE = `
machines:
  - name: confirm
    key: "{path}"
    initial: idle
    transitions:
      - on: delete_file
        from: never
        to: deleted
        on_violation: { action: ask, reason: "Delete {path}?" }
      - { on: keep_file, from: idle, to: never }
`;
