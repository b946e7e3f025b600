/**
 * The ways through a machine: from the initial state on, no state twice. Pure.
 */
import type { Machine } from '../dsl/machine.ts';
import { type Edge, edgesOf } from './graph.ts';

/** Paths that are listed, and states of one path. The number of all paths can be beyond counting. */
const MOST_PATHS = 50;
const LONGEST_PATH = 30;

export interface Paths {
  /** Each as far as it goes: what follows its last state would be a state it has been in. */
  readonly paths: readonly (readonly Edge[])[];
  /** There are more paths, or longer ones. */
  readonly cut: boolean;
  /** States that no path leads to. */
  readonly unreached: readonly string[];
}

/** The paths in document order; between two states the first way counts, whatever else leads there. */
export function pathsOf(machine: Machine): Paths {
  const next = new Map<string, Map<string, Edge>>();
  for (const edge of edgesOf(machine)) {
    const from = next.get(edge.from) ?? new Map<string, Edge>();
    next.set(edge.from, from);
    if (!from.has(edge.to)) from.set(edge.to, edge);
  }
  const walk = new Walk(next);
  walk.from(machine.initial);
  const reached = reachedFrom(machine.initial, next);
  return { paths: walk.paths, cut: walk.cut, unreached: machine.states.filter((state) => !reached.has(state)) };
}

class Walk {
  readonly paths: (readonly Edge[])[] = [];
  cut = false;
  readonly #next: ReadonlyMap<string, ReadonlyMap<string, Edge>>;
  readonly #path: Edge[] = [];
  readonly #been = new Set<string>();

  constructor(next: ReadonlyMap<string, ReadonlyMap<string, Edge>>) {
    this.#next = next;
  }

  from(state: string): void {
    if (this.paths.length >= MOST_PATHS) {
      this.cut = true;
      return;
    }
    this.#been.add(state);
    const onward = [...(this.#next.get(state)?.values() ?? [])].filter((edge) => !this.#been.has(edge.to));
    const far = this.#path.length >= LONGEST_PATH;
    if (onward.length === 0 || far) {
      this.paths.push([...this.#path]);
      this.cut ||= far && onward.length > 0;
    } else {
      for (const edge of onward) {
        this.#path.push(edge);
        this.from(edge.to);
        this.#path.pop();
      }
    }
    this.#been.delete(state);
  }
}

function reachedFrom(initial: string, next: ReadonlyMap<string, ReadonlyMap<string, Edge>>): ReadonlySet<string> {
  const reached = new Set([initial]);
  for (const state of reached) for (const to of next.get(state)?.keys() ?? []) reached.add(to);
  return reached;
}
