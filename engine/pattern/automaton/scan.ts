/**
 * The loops that run a `Dfa` over a text. Short on purpose: everything here runs once a character.
 */
import { DEAD, type Dfa, FULL, MATCH, UNKNOWN } from './dfa.ts';
import { type Skip, skipFor } from './skip.ts';

/** Characters a state must read without leaving itself before it is worth skipping. */
const PATIENCE = 48;

/** Runs one automaton over texts. */
export class Scanner {
  private readonly dfa: Dfa;
  /** By row. Null: nothing to gain. */
  private readonly skips = new Map<number, Skip | null>();

  constructor(dfa: Dfa) {
    this.dfa = dfa;
  }

  /** Whether the text matches; null when the automaton has outgrown its bound. */
  test(text: string): boolean | null {
    return this.dfa.backward ? this.backward(text) : this.forward(text);
  }

  private forward(text: string): boolean | null {
    const { dfa } = this;
    const { latin } = dfa.alphabet;
    let { table, start: row } = dfa;
    let stayed = 0;
    for (let at = 0; at < text.length; ) {
      const unit = text.charCodeAt(at);
      let cls: number;
      if (unit < 256) {
        cls = latin[unit] ?? 0;
        at++;
      } else {
        const point = text.codePointAt(at) ?? unit;
        cls = dfa.alphabet.classOf(point);
        at += point > 0xffff ? 2 : 1;
      }
      let next = table[row + cls] ?? UNKNOWN;
      if (next === row) {
        if (++stayed < PATIENCE) continue;
        stayed = 0;
        at = this.skipOf(row)?.(text, at) ?? at;
        table = dfa.table;
        continue;
      }
      if (next < 0) {
        next = dfa.next(row, cls);
        table = dfa.table;
        if (next < 0) return verdict(next);
      }
      row = next;
      stayed = 0;
    }
    return verdict(dfa.next(row, dfa.end));
  }

  private backward(text: string): boolean | null {
    const { dfa } = this;
    const { latin } = dfa.alphabet;
    let { table, start: row } = dfa;
    let stayed = 0;
    for (let at = text.length - 1; at >= 0; ) {
      const unit = text.charCodeAt(at);
      let cls: number;
      if (unit < 256) {
        cls = latin[unit] ?? 0;
        at--;
      } else {
        const point = pointEndingAt(text, at, unit);
        cls = dfa.alphabet.classOf(point);
        at -= point > 0xffff ? 2 : 1;
      }
      let next = table[row + cls] ?? UNKNOWN;
      if (next === row) {
        if (++stayed < PATIENCE) continue;
        stayed = 0;
        at = this.skipOf(row)?.(text, at) ?? at;
        table = dfa.table;
        continue;
      }
      if (next < 0) {
        next = dfa.next(row, cls);
        table = dfa.table;
        if (next < 0) return verdict(next);
      }
      row = next;
      stayed = 0;
    }
    return verdict(dfa.next(row, dfa.end));
  }

  private skipOf(row: number): Skip | null {
    const known = this.skips.get(row);
    if (known !== undefined) return known;
    const skip = this.makeSkip(row);
    this.skips.set(row, skip);
    return skip;
  }

  private makeSkip(row: number): Skip | null {
    const exits = new Set<number>();
    for (let cls = 0; cls < this.dfa.end; cls++) {
      const next = this.dfa.next(row, cls);
      if (next === FULL) return null;
      if (next !== row) exits.add(cls);
    }
    return skipFor(this.dfa.alphabet, exits, this.dfa.backward);
  }
}

function verdict(entry: number): boolean | null {
  if (entry === FULL) return null;
  if (entry === MATCH) return true;
  if (entry === DEAD) return false;
  throw new Error('an automaton ended in the middle'); // INVARIANT: the end of the text leads to MATCH or DEAD.
}

/** The code point whose last unit is at `at`. */
function pointEndingAt(text: string, at: number, unit: number): number {
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return unit;
  const point = text.codePointAt(at - 1) ?? unit;
  return point > 0xffff ? point : unit;
}
