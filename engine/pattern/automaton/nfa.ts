/**
 * The nondeterministic automaton of a regular expression, read from the program that re2js compiled: its parser decides what
 * an expression means, only the running is ours. Where the program holds anything unknown, null is returned and re2js runs it.
 */
import type { RE2JS } from 're2js';

/** Assertions about a position, as bits of re2js's `EMPTY_WIDTH` argument. */
export const BEGIN_LINE = 1;
export const END_LINE = 2;
export const BEGIN_TEXT = 4;
export const END_TEXT = 8;
export const WORD_BOUNDARY = 16;
export const NO_WORD_BOUNDARY = 32;

/** A condition on one code point. `runes` are inclusive ranges in pairs. */
export interface CharTest {
  readonly runes: readonly number[];
  accepts(codePoint: number): boolean;
}

/** An edge that reads nothing and may be taken where the assertions `needs` hold. */
export interface FreeEdge {
  readonly to: number;
  readonly needs: number;
}

/** An edge that reads one code point which passes `tests[test]`. */
export interface ReadEdge {
  readonly to: number;
  readonly test: number;
}

export interface Nfa {
  readonly start: number;
  readonly goal: number;
  readonly tests: readonly CharTest[];
  /** Every assertion that occurs, or-ed. */
  readonly assertions: number;
  readonly free: readonly (readonly FreeEdge[])[];
  readonly reads: readonly (readonly ReadEdge[])[];
}

interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
}

const OP = {
  alt: 1,
  altMatch: 2,
  capture: 3,
  emptyWidth: 4,
  fail: 5,
  match: 6,
  nop: 7,
  rune: 8,
  rune1: 9,
  any: 10,
  anyNotNl: 11,
};
const FOLD_CASE = 1;
const MAX_POINT = 0x10ffff;

function isInstruction(value: unknown): value is Instruction {
  if (typeof value !== 'object' || value === null) return false;
  const { op, out, arg, runes } = value as Record<string, unknown>;
  return typeof op === 'number' && typeof out === 'number' && typeof arg === 'number' && typeof runes === 'object';
}

/** The program of a compiled expression as an automaton. */
export function nfaOf(compiled: RE2JS): Nfa | null {
  const program = programOf(compiled);
  if (program === null) return null;
  const { start, instructions } = program;
  const tests: CharTest[] = [];
  const known = new Map<string, number>();
  const free: FreeEdge[][] = [];
  const reads: ReadEdge[][] = [];
  let goal = -1;
  let assertions = 0;
  for (const [at, { op, out, arg, runes }] of instructions.entries()) {
    free.push([]);
    reads.push([]);
    const go = (to: number, needs = 0) => free[at]?.push({ to, needs });
    switch (op) {
      case OP.alt:
      case OP.altMatch:
        go(out);
        go(arg);
        break;
      case OP.capture:
      case OP.nop:
        go(out);
        break;
      case OP.emptyWidth:
        go(out, arg);
        assertions |= arg;
        break;
      case OP.fail:
        break;
      case OP.match:
        if (goal >= 0) return null;
        goal = at;
        break;
      case OP.rune:
      case OP.rune1:
      case OP.any:
      case OP.anyNotNl: {
        const ranges = rangesOf(op, arg, Array.from(runes));
        if (ranges === null) return null;
        const name = ranges.join();
        const test = known.get(name) ?? tests.push(charTest(ranges)) - 1;
        known.set(name, test);
        reads[at]?.push({ to: out, test });
        break;
      }
      default:
        return null;
    }
  }
  return { start, goal, tests, assertions, free, reads };
}

function programOf(compiled: RE2JS): { start: number; instructions: readonly Instruction[] } | null {
  const program: unknown = compiled.re2().prog;
  if (typeof program !== 'object' || program === null) return null;
  const { start, inst } = program as Record<string, unknown>;
  if (typeof start !== 'number' || !Array.isArray(inst)) return null;
  const instructions: readonly unknown[] = inst;
  return instructions.every(isInstruction) ? { start, instructions } : null;
}

function rangesOf(op: number, arg: number, runes: readonly number[]): readonly number[] | null {
  if (op === OP.any) return [0, MAX_POINT];
  if (op === OP.anyNotNl) return [0, 9, 11, MAX_POINT];
  const [only] = runes;
  if (runes.length !== 1 || only === undefined) return runes.length % 2 === 0 ? runes : null;
  if ((arg & FOLD_CASE) === 0) return [only, only];
  // Case folding is exact for ASCII letters; k and s each have one relative beyond it (the Kelvin sign, the long s).
  const char = String.fromCodePoint(only);
  if (!/^[A-Za-z]$/.test(char)) return null;
  const upper = char.toUpperCase().charCodeAt(0);
  const lower = char.toLowerCase().charCodeAt(0);
  const beyond = upper === 0x4b ? [0x212a, 0x212a] : upper === 0x53 ? [0x17f, 0x17f] : [];
  return [upper, upper, lower, lower, ...beyond];
}

function charTest(runes: readonly number[]): CharTest {
  return {
    runes,
    accepts(codePoint) {
      for (let at = 0; at < runes.length; at += 2) {
        if (codePoint >= (runes[at] ?? 0) && codePoint <= (runes[at + 1] ?? 0)) return true;
      }
      return false;
    },
  };
}

/** The same language read from the end to the start. */
export function reversed(nfa: Nfa): Nfa {
  const free: FreeEdge[][] = nfa.free.map(() => []);
  const reads: ReadEdge[][] = nfa.reads.map(() => []);
  for (const [from, edges] of nfa.free.entries())
    for (const { to, needs } of edges) free[to]?.push({ to: from, needs });
  for (const [from, edges] of nfa.reads.entries())
    for (const { to, test } of edges) reads[to]?.push({ to: from, test });
  return { ...nfa, start: nfa.goal, goal: nfa.start, free, reads };
}

/** Whether no run can leave `nfa.start`'s position without the assertion `bit` (`BEGIN_TEXT`; `END_TEXT` when reversed). */
export function isAnchored(nfa: Nfa, bit: number): boolean {
  const seen = new Set<number>();
  const pending = [nfa.start];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node === nfa.goal || (nfa.reads[node]?.length ?? 0) > 0) return false;
    for (const { to, needs } of nfa.free[node] ?? []) if ((needs & bit) === 0) pending.push(to);
  }
  return true;
}
