/**
 * The machines of a site as views need them. Pure.
 */
import type { Machine } from '../../engine/dsl/machine.ts';
import type { Forces } from './forces.ts';
import type { InstanceState } from './instance-messages.ts';

/** Machines in force on the site entry `match`, by name. */
export function machinesOf(forces: Forces, match: string): ReadonlyMap<string, Machine> {
  const force = forces.of(match);
  return new Map(force.kind === 'guarded' ? force.set.machines.map((m) => [m.name, m]) : []);
}

/** Where a state stands in its machine. */
export function stageOf(machine: Machine | undefined, state: string): InstanceState['stage'] {
  if (machine === undefined) return 'unknown';
  if (machine.terminal.has(state)) return 'terminal';
  return state === machine.initial ? 'initial' : 'between';
}
