/**
 * Which machines and instances a call touches. Depends on the call alone, never on state, so that calls can be
 * lined up per instance before any state is read.
 */
import type { Machine, MachineSet, Transition } from '../dsl/machine.ts';
import { resolveKeys, TooManyKeys } from '../key/template.ts';
import { matchesCall } from '../pattern/pattern.ts';
import type { ToolCall } from '../tool-call.ts';

export interface Touch {
  readonly machine: Machine;
  /** Distinct instance keys; `null` when the key does not resolve for this call. */
  readonly keys: readonly string[] | null;
  /** Why the call is refused whatever the state: it touches more instances than can be decided on. */
  readonly excess: string | null;
  /** The tool transitions whose pattern matches, in document order. Empty only for strict machines. */
  readonly matching: readonly Transition[];
}

/** The machines that apply to `call`, in document order, with the instances each of them keeps for it. */
export function touches(set: MachineSet, call: ToolCall): readonly Touch[] {
  const found: Touch[] = [];
  for (const machine of set.candidates(call.tool)) {
    const matching = machine.transitions.filter((t) => t.on.kind === 'tool' && matchesCall(t.on.pattern, call));
    if (matching.length === 0 && !machine.strict) continue;
    const { keys, excess } = keysOf(machine, call);
    // A strict machine speaks of keyed calls only: without a match and without a key it has nothing to say.
    if (keys === null && excess === null && matching.length === 0) continue;
    found.push({ machine, keys, excess, matching });
  }
  return found;
}

function keysOf(machine: Machine, call: ToolCall): Pick<Touch, 'keys' | 'excess'> {
  try {
    return { keys: resolveKeys(machine.key, call.args, machine), excess: null };
  } catch (error) {
    if (!(error instanceof TooManyKeys)) throw error;
    return { keys: null, excess: error.message };
  }
}
