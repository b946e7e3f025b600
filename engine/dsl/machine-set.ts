/**
 * Machines that are in force together: their index by tool name and their fingerprint.
 */
import { exactToolName, matchesTool, type Pattern } from '../pattern/pattern.ts';
import { fingerprint } from './fingerprint.ts';
import type { Continuation, Machine, MachineSet } from './machine.ts';

/** The run-end guard is off. INVARIANT: this very object stands for "the document says nothing"; `mergeMachines` relies on it. */
export const NO_CONTINUATION: Continuation = {
  max: 0,
  message: 'The work is not finished: {summary}. Finish it before you stop.',
};

/** Tool names whose candidates are remembered; the names come from the model, so there has to be an end to it. */
const REMEMBERED = 1_000;

export function createMachineSet(machines: readonly Machine[], continuation: Continuation): MachineSet {
  const index = indexByTool(machines);
  let mark: string | undefined;
  return {
    machines,
    continuation,
    get fingerprint() {
      mark ??= fingerprint(machines, continuation);
      return mark;
    },
    candidates: index,
  };
}

/** Machines whose patterns all name their tool exactly are found by name; the others are asked once for each new name. */
function indexByTool(machines: readonly Machine[]): (tool: string) => readonly Machine[] {
  const byName = new Map<string, number[]>();
  const asked: { readonly position: number; readonly machine: Machine; readonly patterns: readonly Pattern[] }[] = [];
  for (const [position, machine] of machines.entries()) {
    const patterns = machine.transitions.flatMap(({ on }) => (on.kind === 'tool' ? [on.pattern] : []));
    const names = patterns.map(exactToolName);
    // A strict machine has something to say about every keyed call, whatever the tool.
    if (machine.strict || names.includes(null)) {
      asked.push({ position, machine, patterns });
      continue;
    }
    for (const name of new Set(names)) {
      if (name === null) continue;
      const positions = byName.get(name);
      if (positions === undefined) byName.set(name, [position]);
      else positions.push(position);
    }
  }
  const find = (tool: string): readonly Machine[] => {
    const positions = asked
      .filter(({ machine, patterns }) => machine.strict || patterns.some((pattern) => matchesTool(pattern, tool)))
      .map(({ position }) => position);
    return [...(byName.get(tool) ?? []), ...positions].sort((a, b) => a - b).flatMap((at) => machines[at] ?? []);
  };
  const known = new Map<string, readonly Machine[]>();
  return (tool) => {
    const remembered = known.get(tool);
    if (remembered !== undefined) return remembered;
    const found = find(tool);
    if (known.size >= REMEMBERED) known.clear();
    known.set(tool, found);
    return found;
  };
}

/** The set without machines: everything is allowed. */
export const emptyMachineSet: MachineSet = createMachineSet([], NO_CONTINUATION);
