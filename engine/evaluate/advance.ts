/**
 * Advance: what a result (or a lifecycle event) moves. Pure: returns changes, transitions and reminders.
 */
import type { Emit, Machine, MachineSet, Transition, Update } from '../dsl/machine.ts';
import { renderLenient, resolveValue } from '../key/template.ts';
import { holdsAll } from '../pattern/pattern.ts';
import type { Admission, Change, Instance, Moved } from '../state/journal.ts';
import type { Json, JsonObject, Reminder, ToolCall, ToolResult } from '../tool-call.ts';
import { asJson, asText, resultContext } from './context.ts';
import { presentInstance } from './instance.ts';
import type { StateView } from './state-view.ts';

/** A result, and the call it belongs to as the gate let it through. */
export interface AdvanceInput {
  readonly machines: MachineSet;
  readonly call: ToolCall;
  readonly result: ToolResult;
  /** What the gate admitted when the call was let through. */
  readonly admissions: readonly Admission[];
  readonly state: StateView;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a result or an event moved. `changes` is for `applyChanges`. */
export interface AdvanceOutcome {
  readonly transitions: readonly Moved[];
  readonly reminders: readonly Reminder[];
  readonly changes: readonly Change[];
}

/** Moves every instance the call was admitted for. A machine that is no longer in the set is left alone. */
export function evaluateAdvance(input: AdvanceInput): AdvanceOutcome {
  const steps = new Steps(input.state, input.now);
  for (const admission of input.admissions) {
    const machine = input.machines.machines.find((m) => m.name === admission.machine);
    if (machine !== undefined) advanceInstance(machine, admission, input, steps);
  }
  return steps.outcome();
}

function advanceInstance(
  machine: Machine,
  admission: Admission,
  { call, result, state, now }: AdvanceInput,
  steps: Steps,
): void {
  const { key } = admission;
  const approved = new Map(admission.approved.map(({ index, stay }) => [index, stay]));
  const candidates = machine.transitions.filter((t) => admission.held.includes(t.index) || approved.has(t.index));
  const { instance } = presentInstance(machine, key, state, now);
  const fired = candidates.find((t) => accepts(t, result));
  if (fired !== undefined) {
    const to = approved.get(fired.index) === true ? instance.state : fired.to;
    steps.fire(machine, key, instance, fired, to, (at) => resultContext(call, result, at));
  } else if (candidates.length > 0 && machine.onUnmatched !== null) {
    steps.move(machine, key, instance, machine.onUnmatched);
  } else if (candidates.length === 0 && admission.warning !== null) {
    steps.reminders.push({ target: 'suffix_system', content: admission.warning });
  }
}

function accepts({ when }: Transition, result: ToolResult): boolean {
  if (when.status !== 'any' && when.status !== result.status) return false;
  if (when.content !== null && !when.content.test(asText(result.content))) return false;
  return when.json.length === 0 || holdsAll(when.json, asJson(result.content));
}

/** Steps of one evaluation, collected instance by instance. */
export class Steps {
  readonly transitions: Moved[] = [];
  readonly reminders: Reminder[] = [];
  readonly changes: Change[] = [];
  readonly #state: StateView;
  readonly #now: number;

  constructor(state: StateView, now: number) {
    this.#state = state;
    this.#now = now;
  }

  /** Moves `instance` to `to`, then applies update and emit of `transition`. `context` gives what templates may name. */
  fire(
    machine: Machine,
    key: string,
    instance: Instance,
    transition: Transition,
    to: string,
    context: (instance: Instance) => JsonObject,
  ): void {
    const updated = applyUpdate(transition.update, this.#moved(instance, to), context(instance));
    const reminder = transition.emit === null ? null : this.#emit(machine, transition.emit, updated, context);
    this.#write(machine, key, instance, reminder === null ? updated : { ...updated, emitted: this.#state.tick });
    if (reminder === null) return;
    this.reminders.push(reminder);
    this.changes.push({ type: 'metric', machine: machine.name, metric: 'emitted' });
  }

  /** Moves `instance` to `to` and nothing else. */
  move(machine: Machine, key: string, instance: Instance, to: string): void {
    this.#write(machine, key, instance, this.#moved(instance, to));
  }

  outcome(): AdvanceOutcome {
    return { transitions: this.transitions, reminders: this.reminders, changes: this.changes };
  }

  #moved(instance: Instance, to: string): Instance {
    return { ...instance, state: to, since: { at: this.#now, step: this.#state.step }, run: this.#state.run };
  }

  #write(machine: Machine, key: string, before: Instance, after: Instance): void {
    this.changes.push({ type: 'instance', machine: machine.name, key, instance: after });
    this.changes.push({ type: 'metric', machine: machine.name, metric: 'transitioned' });
    this.transitions.push({ machine: machine.name, key, from: before.state, to: after.state });
  }

  /** The reminder, unless it is throttled or the machine only observes. */
  #emit(
    machine: Machine,
    emit: Emit,
    instance: Instance,
    context: (instance: Instance) => JsonObject,
  ): Reminder | null {
    if (machine.mode === 'observe') return null;
    const last = instance.emitted;
    // A tick smaller than the last one means that the unit changed (steps became visible): that is no reason to stay silent.
    if (last !== null && emit.cooldown > 0 && this.#state.tick >= last && this.#state.tick - last < emit.cooldown)
      return null;
    const content = renderLenient(emit.content, context(instance));
    const turn = emit.target === 'session' || emit.target === 'conversation';
    return turn ? { target: emit.target, role: emit.role, content } : { target: emit.target, content };
  }
}

function applyUpdate(update: Update, instance: Instance, context: JsonObject): Instance {
  if (update.capture.length + update.increment.length + update.reset.length === 0) return instance;
  const captured: [string, Json][] = [];
  for (const { field, value } of update.capture) {
    const resolved = resolveValue(value, context);
    if (resolved !== undefined) captured.push([field, resolved]);
  }
  const counters = new Map(Object.entries(instance.counters));
  for (const name of update.increment) counters.set(name, (counters.get(name) ?? 0) + 1);
  for (const name of update.reset) counters.delete(name);
  return {
    ...instance,
    data: { ...instance.data, ...Object.fromEntries(captured) },
    counters: Object.fromEntries(counters),
  };
}
