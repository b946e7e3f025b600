/**
 * Globs that are only text and stars, matched with the runtime's own string search. Exact, and far faster than any automaton:
 * `*a*a*b*` over a megabyte costs about as much as one `includes`.
 */

import { finderFor } from './find.ts';
import type { GlobNode } from './glob-parse.ts';

/** Text between stars: `['a', 'b', '']` is `a*b*`; one element is exact text. */
export type Pieces = readonly string[];

/** More alternatives than these are left to the automaton, which does not mind them. */
const MAX_FORMS = 16;
const LONE_SURROGATE = /^[\udc00-\udfff]|[\ud800-\udbff]$/;

/**
 * The glob as alternatives of pieces, or null when it has `?`, classes or too many alternatives. Pieces with half a
 * surrogate pair at an edge are left to the automaton too: they must not match half of a real pair.
 */
export function simpleForms(nodes: readonly GlobNode[]): readonly Pieces[] | null {
  let forms: string[][] = [['']];
  for (const [at, node] of nodes.entries()) {
    const tails = tailsOf(node, nodes[at + 1]);
    if (tails === null || forms.length * tails.length > MAX_FORMS) return null;
    const [only] = tails;
    if (tails.length === 1 && only !== undefined) for (const form of forms) append(form, only);
    else forms = forms.flatMap((form) => tails.map((tail) => append([...form], tail)));
  }
  return forms.some((form) => form.some((piece) => LONE_SURROGATE.test(piece))) ? null : forms;
}

function tailsOf(node: GlobNode, next: GlobNode | undefined): readonly Pieces[] | null {
  switch (node.kind) {
    case 'literal':
      return [[node.text]];
    case 'many':
      return [['', '']];
    case 'directories':
      // Before another star the optional directories add nothing.
      return next?.kind === 'many' || next?.kind === 'directories' ? [['']] : [[''], ['', '/']];
    case 'choice': {
      if (node.options.length > MAX_FORMS) return null;
      const options = node.options.map(simpleForms);
      return options.some((option) => option === null) ? null : options.flatMap((option) => option ?? []);
    }
    case 'one':
    case 'class':
      return null;
  }
}

/** Puts `tail` behind `form`, in place: the pieces that meet become one, and empty text between two stars goes. */
function append(form: string[], tail: Pieces): string[] {
  const met = `${form.pop() ?? ''}${tail[0] ?? ''}`;
  if (met !== '' || form.length === 0 || tail.length === 1) form.push(met);
  for (let at = 1; at < tail.length; at++) form.push(tail[at] ?? '');
  return form;
}

/** A whole-value test for one form. */
export function piecesTest(pieces: Pieces): (text: string) => boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const middle = pieces.slice(1, -1).map((piece) => ({ length: piece.length, find: finderFor(piece) }));
  if (pieces.length === 1) return (text) => text === first;
  if (middle.length === 0) {
    if (first === '') return last === '' ? matchAll : (text) => text.endsWith(last);
    if (last === '') return (text) => text.startsWith(first);
  }
  const fixed = first.length + last.length;
  return (text) => {
    if (text.length < fixed || !text.startsWith(first) || !text.endsWith(last)) return false;
    // Each piece at its leftmost place leaves the most room for the rest, so there is nothing to go back for.
    const end = text.length - last.length;
    let from = first.length;
    for (const { length, find } of middle) {
      const found = find(text, from);
      if (found < 0 || found + length > end) return false;
      from = found + length;
    }
    return true;
  };
}

/** The test of `*`; compared by identity where the value need not be looked at. */
export function matchAll(): boolean {
  return true;
}
