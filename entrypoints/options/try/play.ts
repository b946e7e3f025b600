/**
 * Plays a trace through machines, a little at a time: a page that does it goes on answering its user.
 */
import type { MachineSet } from '../../../engine/dsl/machine.ts';
import { Simulation } from '../../../engine/simulate/simulation.ts';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { parseRecord } from '../../../engine/trace/line.ts';
import { Timeline } from './timeline.ts';

export interface PlayOptions {
  readonly signal: AbortSignal;
  /** How far it has come, from 0 to 1. */
  readonly progress: (part: number) => void;
}

/** Milliseconds that are worked without a pause. */
const STRETCH = 10;

/** The whole trace, played. `null` when it was called off. Lines that cannot be used are steps with an error; the rest goes on. */
export async function play(text: string, machines: MachineSet, options: PlayOptions): Promise<Timeline | null> {
  const { signal, progress } = options;
  const timeline = new Timeline(machines);
  let entries: JournalEntry[] = [];
  let now = 0;
  const simulation = new Simulation({ machines, turn, heard: (entry) => entries.push(entry) });
  let worked = performance.now();
  for (const { line, content, end } of linesOf(text)) {
    if (content.trim() === '') continue;
    const parsed = parseRecord(content);
    if (parsed === null) continue;
    if ('error' in parsed) {
      timeline.add({ line, step: null, said: [{ type: 'error', line, message: parsed.error }], now }, []);
    } else {
      now = parsed.at ?? now;
      const said = await simulation.feed(parsed, line);
      timeline.add({ line, step: parsed.step, said: said.map(({ output }) => output), now }, entries);
      entries = [];
    }
    if (performance.now() - worked < STRETCH) continue;
    progress(end / text.length);
    await turn();
    if (signal.aborted) return null;
    worked = performance.now();
  }
  const last = (await simulation.finish()).map(({ output }) => output).filter(({ type }) => type !== 'state');
  if (last.length > 0) timeline.add({ line: 0, step: 'end', said: last, now }, entries);
  return signal.aborted ? null : timeline;
}

function* linesOf(text: string): Generator<{ readonly line: number; readonly content: string; readonly end: number }> {
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    yield { line, content: text.slice(start, end), end };
    start = end + 1;
  }
}

/** One turn of the event loop. A time-out of 0 would take 4 ms each. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
