/**
 * Picks how an expression is run: forward from the start where it is anchored there, backward from the end where it is
 * anchored there (`(a+)+$` then looks at one character), forward from everywhere otherwise.
 */
import type { RE2JS } from 're2js';
import { Dfa } from './dfa.ts';
import { BEGIN_TEXT, END_TEXT, isAnchored, type Nfa, nfaOf, reversed } from './nfa.ts';
import { Scanner } from './scan.ts';

/** A test with the answers of `compiled.test`. The automaton is built at the first call. */
export function machineFor(compiled: RE2JS): (text: string) => boolean {
  let scanner: Scanner | null | undefined;
  return (text) => {
    if (scanner === undefined) scanner = scannerFor(compiled);
    const answer = scanner?.test(text) ?? null;
    if (answer !== null) return answer;
    scanner = null; // Too large: re2js, from now on.
    return compiled.test(text);
  };
}

/** Null when only re2js can run it. */
export function scannerFor(compiled: RE2JS): Scanner | null {
  const nfa = nfaOf(compiled);
  const dfa = nfa === null ? null : dfaFor(nfa);
  return dfa === null ? null : new Scanner(dfa);
}

function dfaFor(nfa: Nfa): Dfa | null {
  if (isAnchored(nfa, BEGIN_TEXT)) return Dfa.of(nfa, { backward: false, seeded: false });
  const back = reversed(nfa);
  if (isAnchored(back, END_TEXT)) return Dfa.of(back, { backward: true, seeded: false });
  return Dfa.of(nfa, { backward: false, seeded: true });
}
