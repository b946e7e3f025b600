/**
 * The first half of checking a journal: its lines as runs, each of lines that stand one behind the other in the file and in
 * the chain. An untouched journal is one run. Streaming; pure.
 */
import { lowerBound } from './lower-bound.ts';
import { type Finding, finding } from './verify-finding.ts';

/** A line whose hash is that of its content. */
export interface Trusted {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
}

export interface Run {
  /** Its first line, from 1. */
  readonly line: number;
  /** Sequence number of its first entry. */
  readonly seq: number;
  /** Lines, and entries, in it. */
  readonly length: number;
  /** What its first entry was written after, and the hash of its last one; null = was not kept. */
  readonly prev: string | null;
  readonly hash: string | null;
}

export class Runs {
  /** In the order of the file. */
  readonly runs: Run[] = [];
  /** Lines that are not what was written, in order: each may stand for an entry that is missing at its place. */
  readonly spoiled: number[] = [];
  readonly #findings: Finding[];

  constructor(findings: Finding[]) {
    this.#findings = findings;
  }

  trusted(line: number, { seq, prev, hash }: Trusted): void {
    const last = this.runs.at(-1);
    if (last !== undefined && hash === last.hash) {
      this.#findings.push(finding.repeated(line, 1, seq));
    } else if (
      last !== undefined &&
      line === last.line + last.length &&
      seq === last.seq + last.length &&
      prev === last.hash
    ) {
      this.runs[this.runs.length - 1] = { ...last, length: last.length + 1, hash };
    } else {
      this.runs.push({ line, seq, length: 1, prev, hash });
    }
  }
}

/** A run, or as much of one as no other run covers only in part. */
export interface Part extends Run {
  /** The part that comes before it in the chain and stands somewhere before it in the file, as far as hashes tell. */
  readonly after: Part | null;
}

/** Cuts runs so that any two parts are for the same entries or have none in common. In the order of the file. */
export function parts(runs: readonly Run[]): readonly Part[] {
  const bounds = [...new Set(runs.flatMap((run) => [run.seq, run.seq + run.length]))].sort((a, b) => a - b);
  const byHash = new Map<string, Part>();
  const all: Part[] = [];
  for (const run of runs) {
    const tied = run.prev === null ? undefined : byHash.get(run.prev);
    let part = tied !== undefined && tied.seq + tied.length === run.seq ? tied : null;
    const end = run.seq + run.length;
    for (
      let at = lowerBound(bounds.length, (index) => (bounds[index] ?? end) < run.seq);
      (bounds[at] ?? end) < end;
      at++
    ) {
      const from = bounds[at] ?? end;
      const to = bounds[at + 1] ?? end;
      part = {
        line: run.line + from - run.seq,
        seq: from,
        length: to - from,
        prev: from === run.seq ? run.prev : null,
        hash: to === end ? run.hash : null,
        after: part,
      };
      all.push(part);
    }
    if (run.hash !== null && part !== null) byHash.set(run.hash, part);
  }
  return all;
}
