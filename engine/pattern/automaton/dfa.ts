/**
 * A deterministic automaton that is built while it runs: each state is a set of NFA nodes, each transition is computed once.
 * Time is linear in the text; memory is bounded, and what would pass the bound is given back to re2js.
 */
import { type Alphabet, alphabetOf, KIND } from './alphabet.ts';
import { BEGIN_LINE, BEGIN_TEXT, END_LINE, END_TEXT, type Nfa, NO_WORD_BOUNDARY, WORD_BOUNDARY } from './nfa.ts';

/** Entries of the table below zero. Others are the row of the next state. */
export const UNKNOWN = -1;
export const DEAD = -2;
export const MATCH = -3;
/** The table is full. */
export const FULL = -4;

/** Table entries and node references that one automaton may hold, about 1 MB. */
const MAX_ENTRIES = 150_000;

export interface DfaOptions {
  /** Text is read from its end, and the NFA is a reversed one. */
  readonly backward: boolean;
  /** A match may begin at any position that is reached, not only at the first. */
  readonly seeded: boolean;
}

export class Dfa {
  readonly alphabet: Alphabet;
  readonly backward: boolean;
  /** Entries a state has: one a class, one for the end of the text. */
  readonly stride: number;
  /** `table[row + class]`; replaced by a larger one as states are added. */
  table: Int32Array;
  readonly start: number;
  private readonly nfa: Nfa;
  private readonly seeded: boolean;
  private readonly sets: (readonly number[])[] = [];
  private readonly before: number[] = [];
  private readonly rows = new Map<string, number>();
  private entries = 0;

  private constructor(nfa: Nfa, alphabet: Alphabet, options: DfaOptions) {
    this.nfa = nfa;
    this.alphabet = alphabet;
    this.backward = options.backward;
    this.seeded = options.seeded;
    this.stride = alphabet.size + 1;
    this.table = new Int32Array(this.stride * 8).fill(UNKNOWN);
    this.start = this.rowOf(options.seeded ? [] : [nfa.start], KIND.edge);
  }

  /** Null when the alphabet would be too large. */
  static of(nfa: Nfa, options: DfaOptions): Dfa | null {
    const alphabet = alphabetOf(nfa);
    return alphabet === null ? null : new Dfa(nfa, alphabet, options);
  }

  /** The class that stands for the end of the text. */
  get end(): number {
    return this.stride - 1;
  }

  /** Where reading `cls` in the state of `row` leads: a row, `DEAD`, `MATCH` or `FULL`. */
  next(row: number, cls: number): number {
    const known = this.table[row + cls] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const target = this.compute(row / this.stride, cls);
    if (target !== FULL) this.table[row + cls] = target;
    return target;
  }

  private compute(state: number, cls: number): number {
    const kind = cls === this.end ? KIND.edge : (this.alphabet.kinds[cls] ?? KIND.other);
    const reached = this.closure(this.sets[state] ?? [], this.assertionsAt(this.before[state] ?? KIND.edge, kind));
    if (reached.has(this.nfa.goal)) return MATCH;
    if (cls === this.end) return DEAD;
    const passes = this.alphabet.passes[cls];
    const target = new Set<number>();
    for (const node of reached) {
      for (const { to, test } of this.nfa.reads[node] ?? []) if (passes?.has(test)) target.add(to);
    }
    if (target.size === 0 && !this.seeded) return DEAD;
    return this.rowOf(
      [...target].sort((a, b) => a - b),
      kind,
    );
  }

  private closure(nodes: readonly number[], assertions: number): ReadonlySet<number> {
    const reached = new Set(nodes);
    if (this.seeded) reached.add(this.nfa.start);
    // A set visits what is added to it on the way.
    for (const node of reached) {
      for (const { to, needs } of this.nfa.free[node] ?? []) if ((needs & ~assertions) === 0) reached.add(to);
    }
    return reached;
  }

  /** The assertions that hold between two characters; `passed` is the one read last, `ahead` the one about to be read. */
  private assertionsAt(passed: number, ahead: number): number {
    const left = this.backward ? ahead : passed;
    const right = this.backward ? passed : ahead;
    return (
      (left === KIND.edge ? BEGIN_TEXT | BEGIN_LINE : left === KIND.newline ? BEGIN_LINE : 0) |
      (right === KIND.edge ? END_TEXT | END_LINE : right === KIND.newline ? END_LINE : 0) |
      ((left === KIND.word) === (right === KIND.word) ? NO_WORD_BOUNDARY : WORD_BOUNDARY)
    );
  }

  private rowOf(set: readonly number[], before: number): number {
    const name = `${before}:${set.join()}`;
    const known = this.rows.get(name);
    if (known !== undefined) return known;
    this.entries += this.stride + set.length;
    if (this.entries > MAX_ENTRIES) return FULL;
    const row = this.sets.length * this.stride;
    if (row + this.stride > this.table.length) {
      const larger = new Int32Array(this.table.length * 2).fill(UNKNOWN);
      larger.set(this.table);
      this.table = larger;
    }
    this.sets.push(set);
    this.before.push(before);
    this.rows.set(name, row);
    return row;
  }
}
