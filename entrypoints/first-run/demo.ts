/**
 * Four calls of one task, decided by the engine with bundled machines: nothing here is a made-up verdict. Pure; no tool is called,
 * the results are those of a scratch folder that does not exist.
 */
import { loadMachines } from '../../engine/dsl/load.ts';
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { mergeMachines } from '../../engine/dsl/merge.ts';
import { Simulation } from '../../engine/simulate/simulation.ts';
import type { Moved } from '../../engine/state/journal.ts';
import type { Action } from '../../engine/tool-call.ts';
import type { TraceStep } from '../../engine/trace/line.ts';
import confirmBeforeDelete from '../../machines/confirm-before-delete.yaml?raw';
import readBeforeWrite from '../../machines/read-before-write.yaml?raw';

/** The calls of the task, in its order, with what the tool would answer. */
export const CALLS = [
  { tool: 'write_file', path: 'notes.md', answer: 'Wrote notes.md.' },
  { tool: 'read_text_file', path: 'notes.md', answer: '# Notes' },
  { tool: 'write_file', path: 'notes.md', answer: 'Wrote notes.md.' },
  { tool: 'delete_file', path: 'old.md', answer: 'Deleted old.md.' },
] as const;

/** What the engine said to one call. */
export interface Ruling {
  readonly verdict: 'allow' | Action;
  /** For the model, when it was not simply allowed. */
  readonly reason: string | null;
  readonly moves: readonly Moved[];
  /** What the person decided of a call that waited. */
  readonly decided: 'allowed' | 'denied' | null;
}

export class Demo {
  readonly #simulation: Simulation;
  #line = 0;

  /** `turn` resolves after one turn of the event loop. */
  constructor(turn: () => Promise<void>) {
    this.#simulation = new Simulation({ machines: bundled(readBeforeWrite, confirmBeforeDelete), turn });
  }

  /** Hands call `index` to the engine and, when it may run, its result. */
  async run(index: number): Promise<Ruling> {
    const { tool, path } = callAt(index);
    const said = await this.#feed({ type: 'call', id: `c${index}`, tool, args: { path } });
    const answer = said.find((output) => output.type === 'verdict');
    if (answer === undefined) throw new Error(`The engine gave call ${index} no verdict.`);
    const { verdict, reason = null } = answer;
    const runs = verdict === 'allow' || verdict === 'warn';
    return { verdict, reason, moves: runs ? await this.#settle(index) : [], decided: null };
  }

  /** Decides a call that waits. */
  async decide(index: number, ruling: Ruling, allow: boolean): Promise<Ruling> {
    await this.#feed({ type: allow ? 'approve' : 'reject', id: `c${index}`, note: null });
    return { ...ruling, moves: allow ? await this.#settle(index) : [], decided: allow ? 'allowed' : 'denied' };
  }

  async #settle(index: number): Promise<readonly Moved[]> {
    const result = { status: 'success', content: callAt(index).answer } as const;
    const said = await this.#feed({ type: 'result', id: `c${index}`, result });
    return said.flatMap((output) => (output.type === 'advance' ? output.transitions : []));
  }

  async #feed(step: TraceStep) {
    const said = await this.#simulation.feed({ at: null, thread: null, step }, ++this.#line);
    return said.map(({ output }) => output);
  }
}

function callAt(index: number): (typeof CALLS)[number] {
  const call = CALLS[index];
  if (call === undefined) throw new Error(`The task has no call ${index}.`);
  return call;
}

function bundled(...texts: readonly string[]): MachineSet {
  return texts.map(compiled).reduce((before, next) => {
    const { machines } = mergeMachines(before, next);
    if (machines === null) throw new Error('Two bundled machines do not go together.');
    return machines;
  });
}

function compiled(text: string): MachineSet {
  const { machines } = loadMachines(text);
  if (machines === null) throw new Error('A bundled machine does not compile.');
  return machines;
}
