/**
 * The second half of checking a journal: puts the runs of its lines back in the order of the chain, and says for each
 * what was done to it and what is missing in between. Pure.
 */
import type { ChainLink } from './chain.ts';
import { lowerBound } from './lower-bound.ts';
import { type Finding, finding } from './verify-finding.ts';
import { type Part, parts, type Run, type Runs } from './verify-runs.ts';
import { spine } from './verify-spine.ts';

export interface Bounds {
  /** What the first entry is written after. */
  readonly genesis: string;
  /** Number of the line behind the last one. */
  readonly end: number;
  /** The newest entry that is known to have been there. */
  readonly head: ChainLink | null;
}

/** Adds what it finds to `findings`; returns the last entry, if it is to be trusted. */
export function arrange({ runs, spoiled }: Runs, findings: Finding[], bounds: Bounds): ChainLink | null {
  const all = parts(runs);
  const inPlace = spine(all);
  const { ordered, repeated } = byEntry(all, inPlace);
  for (const run of joined(repeated)) findings.push(finding.repeated(run.line, run.length, run.seq));
  const { kept, moved, inserted } = strays(ordered, inPlace, bounds.genesis);
  for (const run of joined(inserted)) findings.push(finding.inserted(run.line, run.length, run.seq));
  for (const run of joined(moved)) findings.push(finding.moved(run.line, run.length, run.seq, lineBefore(kept, run)));
  findings.push(...breaks(kept, inPlace, new Spoiled(spoiled), bounds));
  return ending(kept, spoiled, findings, bounds);
}

/** One part for each entry, in the order of the chain, and those that give an entry again, in the order of the file. */
function byEntry(all: readonly Part[], inPlace: ReadonlySet<Part>) {
  const chosen = new Map<number, Part>();
  for (const part of inPlace) chosen.set(part.seq, part);
  for (const part of all) if (!chosen.has(part.seq)) chosen.set(part.seq, part);
  return {
    ordered: [...chosen.values()].sort((a, b) => a.seq - b.seq),
    repeated: all.filter((part) => chosen.get(part.seq) !== part),
  };
}

/**
 * Of the parts that are not in place: which come from elsewhere in this journal (moved), and which do not (inserted). A part is
 * from here if hashes tie it to a neighbour in the chain, or if it fills a hole and both neighbours are missing, too.
 */
function strays(ordered: readonly Part[], inPlace: ReadonlySet<Part>, genesis: string) {
  const kept: Part[] = [];
  const moved: Part[] = [];
  const inserted: Part[] = [];
  for (const [index, part] of ordered.entries()) {
    const before = ordered[index - 1];
    const next = ordered[index + 1];
    const tied = ties(before, part, genesis) || ties(part, next, genesis);
    const fits = next !== undefined && !broken(before, part, genesis) && !broken(part, next, genesis);
    if (!inPlace.has(part)) (tied || fits ? moved : inserted).push(part);
    if (inPlace.has(part) || tied || fits) kept.push(part);
  }
  const byLine = (a: Run, b: Run): number => a.line - b.line;
  return { kept, moved: moved.sort(byLine), inserted: inserted.sort(byLine) };
}

const endOf = (run: Run): number => run.seq + run.length;

/** Whether `b` comes right after `a` (undefined: is the first of all) and was written after it. */
function ties(a: Part | undefined, b: Part | undefined, genesis: string): boolean {
  if (b === undefined) return false;
  if (a === undefined) return b.seq === 0 && b.prev === genesis;
  return endOf(a) === b.seq && (b.after === a || (a.hash !== null && a.hash === b.prev));
}

/** Whether two parts that are next to each other in the chain were written after different entries. */
function broken(a: Part | undefined, b: Part, genesis: string): boolean {
  if (a === undefined) return b.seq === 0 && b.prev !== null && b.prev !== genesis;
  return endOf(a) === b.seq && a.hash !== null && b.prev !== null && a.hash !== b.prev;
}

/** What is missing between the parts, and which line was changed where two do not fit. */
function breaks(
  kept: readonly Part[],
  inPlace: ReadonlySet<Part>,
  spoiled: Spoiled,
  { genesis, end }: Bounds,
): readonly Finding[] {
  const found: Finding[] = [];
  /** For each part the line before which entries that come before it should stand: a moved part's own line would mislead. */
  const places = kept.map((part) => (inPlace.has(part) ? part.line : null));
  for (let at = places.length - 1; at >= 0; at--) places[at] ??= places[at + 1] ?? end;
  let blamed: Part | null = null;
  for (const [index, part] of kept.entries()) {
    const before = kept[index - 1];
    const next = kept[index + 1];
    const from = before === undefined ? 0 : endOf(before);
    const filled = spoiled.take(before === undefined ? 0 : before.line + before.length - 1, part.line, part.seq - from);
    const missing = part.seq - from - filled;
    if (missing > 0) found.push(finding.dropped(places[index] ?? part.line, from + filled, missing));
    if (!broken(before, part, genesis) || blamed === before) continue;
    // A changed line no longer fits the one behind it. If it fits neither side, it is this one and not the one before.
    const alone = part.length === 1 && next !== undefined && broken(part, next, genesis);
    blamed = before === undefined || alone ? part : null;
    const [line, seq] =
      before === undefined || alone ? [part.line, part.seq] : [before.line + before.length - 1, endOf(before) - 1];
    found.push(finding.rehashed(line, seq));
  }
  return found;
}

/** The lines that are not what was written. Each accounts for one missing entry at most. */
class Spoiled {
  readonly #lines: readonly number[];
  readonly #used = new Set<number>();

  constructor(lines: readonly number[]) {
    this.#lines = lines;
  }

  /** How many of `wanted` missing entries the lines between two others account for. */
  take(after: number, before: number, wanted: number): number {
    let taken = 0;
    const start = lowerBound(this.#lines.length, (index) => (this.#lines[index] ?? before) <= after);
    for (let at = start; taken < wanted; at++) {
      const line = this.#lines[at];
      if (line === undefined || line >= before) break;
      if (this.#used.has(line)) continue;
      this.#used.add(line);
      taken++;
    }
    return taken;
  }
}

function ending(
  kept: readonly Part[],
  spoiled: readonly number[],
  findings: Finding[],
  { end, head }: Bounds,
): ChainLink | null {
  const last = kept.at(-1);
  const lastLine = kept.reduce((line, part) => Math.max(line, part.line + part.length - 1), 0);
  const after = spoiled.filter((line) => line > lastLine).length;
  const next = (last === undefined ? 0 : endOf(last)) + after;
  if (head !== null && head.seq >= next) findings.push(finding.truncated(end, next, head.seq - next + 1));
  if (last === undefined || last.hash === null || after > 0) return null;
  const found = { seq: endOf(last) - 1, hash: last.hash };
  if (head !== null && head.seq === found.seq && head.hash !== found.hash) {
    findings.push(finding.otherHead(last.line + last.length - 1, found.seq));
  }
  return found;
}

/** Parts that stand one behind the other both in the file and in the chain, as one. In the order of the file. */
function joined(parts: readonly Run[]): readonly Run[] {
  const found: Run[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && last.line + last.length === part.line && endOf(last) === part.seq) {
      found[found.length - 1] = { ...last, length: last.length + part.length, hash: part.hash };
    } else found.push(part);
  }
  return found;
}

/** The line behind which a run belongs; null = it belongs at the start. */
function lineBefore(kept: readonly Part[], run: Run): number | null {
  const before = kept[lowerBound(kept.length, (index) => (kept[index]?.seq ?? run.seq) < run.seq) - 1];
  return before === undefined ? null : before.line + before.length - 1;
}
