// biome-ignore-all assist/source/organizeImports: the names stand in the order in which a tool call meets them.
/**
 * Interlock's engine: the names that outside code relies on. Runs in browsers, Deno and Node, and brings no platform code along;
 * stores that do are imported by their own paths, `state/stores/indexed-db.ts` and `state/stores/jsonl.ts`.
 *
 * @example
 * import { createGuard, createMemoryStore, loadMachines } from 'interlock';
 *
 * const { machines, diagnostics } = loadMachines(text, { file: 'mine.yaml' });
 * if (machines === null) throw new Error(diagnostics.map((d) => d.message).join('\n'));
 * const guard = createGuard({ machines, store: createMemoryStore() });
 * const gated = await guard.gate('thread', { id: 'c1', tool: 'Write', args: { file_path: '/a' } });
 */

// What goes in and what comes out.
export type {
  Action,
  Json,
  JsonObject,
  Reminder,
  ReminderTarget,
  ToolCall,
  ToolResult,
  Verdict,
  Violation,
} from './tool-call.ts';

// Text → diagnostics → machines.
export { type Loaded, type LoadOptions, loadMachines } from './dsl/load.ts';
export { mergeMachines } from './dsl/merge.ts';
export { machineSchema } from './dsl/schema.ts';
export { type Diagnostic, type DiagnosticCode, formatDiagnostic } from './dsl/diagnostic.ts';
export type { Machine, MachineSet } from './dsl/machine.ts';

// Evaluation: pure, data in and data out.
export { evaluateGate, type GateInput, type GateOutcome } from './evaluate/gate.ts';
export { type AdvanceInput, type AdvanceOutcome, evaluateAdvance } from './evaluate/advance.ts';
export { evaluateRunEnd, type RunEndInput, type RunEndOutcome } from './evaluate/run-end.ts';
export { EMPTY_STATE, type StateView } from './evaluate/state-view.ts';

// State is a fold over the journal.
export { applyChanges, type Rows, replay } from './state/fold.ts';
export { viewOf } from './state/reader.ts';
export type { Change, Instance, JournalEntry, NewEntry, Ticket } from './state/journal.ts';
export { type Store, StoreError } from './state/store.ts';
export { createMemoryStore } from './state/stores/memory.ts';
export { exportJournal } from './state/export.ts';
export { type Verification, verifyJournal } from './state/verify.ts';
export { type PolicyFinding, PolicyReplay, type PolicySummary } from './state/policy-replay/policy-replay.ts';

// The guard at work.
export { createGuard } from './session.ts';
export {
  type Gated,
  type Guard,
  GuardClosed,
  type GuardOptions,
  type Inspection,
  type Reset,
  type ResetRefusal,
  type Resolved,
  type RunEnd,
  type Settled,
  type WaitingCall,
} from './guard.ts';

/** The name under which hosts know this guard, for records that several guards write into. */
export const STATE_MACHINE_PLUGIN_ID = 'state_machine';
