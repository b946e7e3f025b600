/**
 * What each step of a trace asks of the guard, and the lines that come of it.
 */
import type { Guard } from '../guard.ts';
import type { ThreadReader } from '../state/reader.ts';
import type { ToolCall, ToolResult } from '../tool-call.ts';
import type { TraceStep } from '../trace/line.ts';
import { advanceLine, type Named, resolvedLine, runEndLine, standing, verdictLine } from './answers.ts';
import type { OutputLine } from './output.ts';

/** Where a step happens: its thread as the guard knows it and as the trace names it, and the number of its line. */
export interface Place {
  readonly thread: string;
  readonly named: Named;
  readonly line: number;
}

/** Calls that may stand in line at a time. Each looks again whenever something moves, so there has to be an end to it. */
const MOST_IN_LINE = 10_000;

/** A call that stands in line, and a result that came for it too early. */
interface Standing {
  early: { readonly line: number; readonly result: ToolResult } | null;
}

export class Steps {
  readonly #guard: Guard;
  readonly #reader: ThreadReader;
  readonly #note: (line: number, message: string) => void;
  readonly #inLine = new Map<string, Standing>();

  /** `note` takes remarks for people about a line. */
  constructor(guard: Guard, reader: ThreadReader, note: (line: number, message: string) => void) {
    this.#guard = guard;
    this.#reader = reader;
    this.#note = note;
  }

  async take(step: TraceStep, place: Place): Promise<readonly OutputLine[]> {
    switch (step.type) {
      case 'run_start':
        await this.#guard.startRun(place.thread);
        return [];
      case 'step':
        await this.#guard.step(place.thread);
        return [];
      case 'call':
        return this.#call(step, place);
      case 'result':
        return this.#result(step.id, step.result, place);
      case 'approve':
      case 'reject':
        return this.#decision(step, place);
      case 'event': {
        const fired = await this.#guard.event(place.thread, step.name, step.data);
        return fired.transitions.length === 0 ? [] : [advanceLine({ event: step.name }, fired, place.named)];
      }
      case 'run_end': {
        const end = await this.#guard.endRun(place.thread);
        if (end.capped) this.#note(place.line, 'The work is not finished, but no more continuations may be asked for.');
        return [runEndLine(end, place.named)];
      }
    }
  }

  async #call({ id, tool, args }: ToolCall, { thread, named, line }: Place): Promise<readonly OutputLine[]> {
    const { live, finished } = await this.#reader.call(thread, id);
    if (live !== null || finished !== null || this.#inLine.has(refOf(thread, id))) {
      this.#note(line, `Call "${id}" was made before; a call that is sent again under its id is the same call.`);
    }
    return this.#standing(
      thread,
      id,
      async () => {
        const gated = await this.#guard.gate(thread, { id, tool, args });
        const runs = gated.verdict === 'allow' || gated.verdict === 'warn';
        return { runs, said: verdictLine(id, gated, named) };
      },
      named,
    );
  }

  async #decision(
    { type, id, note }: Extract<TraceStep, { readonly type: 'approve' | 'reject' }>,
    { thread, named }: Place,
  ): Promise<readonly OutputLine[]> {
    const { live, finished } = await this.#reader.call(thread, id);
    const ticket = live?.status === 'asked' ? live.ticket : null;
    if (ticket === null) {
      const how =
        live === null && this.#inLine.has(refOf(thread, id)) ? 'waits for a running call' : standing(live, finished);
      const reason = `There is nothing to decide: call "${id}" ${how}.`;
      return [resolvedLine(id, { outcome: 'refused', reason }, named)];
    }
    return this.#standing(
      thread,
      id,
      async () => {
        const decision = { approve: type === 'approve', ...(note === null ? {} : { note }) };
        const resolved = await this.#guard.resolve(ticket, decision);
        return { runs: resolved.outcome === 'approved', said: resolvedLine(id, resolved, named) };
      },
      named,
    );
  }

  /** Keeps the call in line while `work` goes on; a result that comes in the meantime counts as soon as the call runs. */
  async #standing(
    thread: string,
    id: string,
    work: () => Promise<{ readonly runs: boolean; readonly said: OutputLine }>,
    named: Named,
  ): Promise<readonly OutputLine[]> {
    if (this.#inLine.size >= MOST_IN_LINE) {
      throw new Error(`${MOST_IN_LINE} calls wait for running ones already; are their results missing?`);
    }
    const ref = refOf(thread, id);
    const standing: Standing = this.#inLine.get(ref) ?? { early: null };
    this.#inLine.set(ref, standing);
    try {
      const { runs, said } = await work();
      const { early } = standing;
      standing.early = null;
      if (early === null) return [said];
      if (runs) return [said, advanceLine({ id }, await this.#guard.settle(thread, id, early.result), named)];
      this.#note(early.line, `The result of call "${id}" changes nothing: the call does not run.`);
      return [said];
    } finally {
      this.#inLine.delete(ref);
    }
  }

  async #result(id: string, result: ToolResult, { thread, named, line }: Place): Promise<readonly OutputLine[]> {
    const { live, finished } = await this.#reader.call(thread, id);
    const waiting = live?.status === 'running' ? undefined : this.#inLine.get(refOf(thread, id));
    if (waiting !== undefined) {
      waiting.early ??= { line, result };
      this.#note(line, `The result of call "${id}" comes before its verdict: it counts when the call may run.`);
      return [];
    }
    if (live === null && finished === null) {
      return [{ type: 'error', line, message: `The result cannot be used: call "${id}" ${standing(live, finished)}.` }];
    }
    const settled = await this.#guard.settle(thread, id, result);
    if (!settled.first)
      this.#note(line, `The result of call "${id}" changes nothing: the call ${standing(live, finished)}.`);
    return [advanceLine({ id }, settled, named)];
  }
}

const refOf = (thread: string, id: string): string => JSON.stringify([thread, id]);
