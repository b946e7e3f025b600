/**
 * Glob text → nodes. What the syntax cannot mean is an error with a place rather than a guess: a gate that silently never
 * matches is worse than one that does not load.
 */

import { english, type Message, msg } from '../say.ts';
import { bad, good, type Parsed, type ParseError } from './parsed.ts';

export type GlobNode =
  | { readonly kind: 'literal'; readonly text: string }
  /** `?`: one code point. */
  | { readonly kind: 'one' }
  /** `*`: anything, the empty string and line breaks included. */
  | { readonly kind: 'many' }
  /** `**` and its slash at the start of a path segment: any number of whole directories, none included. */
  | { readonly kind: 'directories' }
  /** `[a-z]`: one code point within (or, negated, outside) the inclusive ranges. */
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] }
  /** `{x,y}`: one of the alternatives. */
  | { readonly kind: 'choice'; readonly options: readonly (readonly GlobNode[])[] };

/** Nested deeper, a glob is a mistake (or an attack on the parser's stack). */
const MAX_DEPTH = 32;
const RANGE = /^[^{},.]+\.\.[^{},.]+$/;

class GlobError extends Error {
  readonly at: ParseError;
  constructor(message: Message, offset: number) {
    super(english(message));
    this.at = { message, offset };
  }
}

/** Parses a whole glob. */
export function parseGlob(source: string): Parsed<readonly GlobNode[]> {
  const reader = new GlobReader(source);
  try {
    return good(reader.sequence(0, true));
  } catch (error) {
    if (error instanceof GlobError) return bad(error.at.message, error.at.offset);
    throw error;
  }
}

class GlobReader {
  readonly source: string;
  at = 0;
  constructor(source: string) {
    this.source = source;
  }

  /** Nodes up to the end, or inside braces up to `,` or `}`. `segmentStart`: a `/` or nothing stands before. */
  sequence(depth: number, segmentStart: boolean): readonly GlobNode[] {
    const nodes: GlobNode[] = [];
    let atSegment = segmentStart;
    let literal = '';
    const flush = () => {
      if (literal !== '') nodes.push({ kind: 'literal', text: literal });
      literal = '';
    };
    while (this.at < this.source.length) {
      const char = this.source[this.at] ?? '';
      if (depth > 0 && (char === ',' || char === '}')) break;
      switch (char) {
        case '*': {
          flush();
          nodes.push(this.stars(atSegment));
          break;
        }
        case '?':
          flush();
          nodes.push({ kind: 'one' });
          this.at++;
          break;
        case '[':
          flush();
          nodes.push(this.characterClass());
          break;
        case '{': {
          const group = this.braces(depth + 1, atSegment);
          if (typeof group === 'string') {
            literal += group;
          } else {
            flush();
            nodes.push(...group);
          }
          break;
        }
        case '\\':
          literal += this.escaped();
          break;
        default:
          literal += char;
          this.at++;
      }
      atSegment = this.source[this.at - 1] === '/' && literalSlash(nodes, literal);
    }
    flush();
    return nodes;
  }

  private stars(atSegment: boolean): GlobNode {
    const start = this.at;
    while (this.source[this.at] === '*') this.at++;
    if (!atSegment || this.at - start < 2 || this.source[this.at] !== '/') return { kind: 'many' };
    this.at++;
    return { kind: 'directories' };
  }

  private escaped(): string {
    const codePoint = this.source.codePointAt(this.at + 1);
    if (codePoint === undefined)
      throw new GlobError(msg`a lone "\\" at the end: write "\\\\" for a backslash`, this.at);
    const char = String.fromCodePoint(codePoint);
    this.at += 1 + char.length;
    return char;
  }

  /** A choice, or the text itself when the braces hold no comma: `{x}` means itself, as in a shell. */
  private braces(depth: number, atSegment: boolean): string | readonly GlobNode[] {
    const open = this.at++;
    if (depth > MAX_DEPTH) throw new GlobError(msg`"{" is nested more than ${MAX_DEPTH} deep`, open);
    const options: (readonly GlobNode[])[] = [];
    for (;;) {
      options.push(this.sequence(depth, atSegment));
      const end = this.source[this.at++];
      if (end === '}') break;
      if (end === undefined) throw new GlobError(msg`"{" is never closed: close it, or write "\\{" for a brace`, open);
    }
    const [only] = options;
    if (options.length > 1 || only === undefined) return [{ kind: 'choice', options }];
    const inside = this.source.slice(open + 1, this.at - 1);
    if (RANGE.test(inside)) {
      throw new GlobError(
        msg`"{${inside}}" is not a range here: list the alternatives, or write "\\{" for a brace`,
        open,
      );
    }
    const [first] = only;
    if (only.length === 0) return '{}';
    if (only.length === 1 && first?.kind === 'literal') return `{${first.text}}`;
    return [{ kind: 'literal', text: '{' }, ...only, { kind: 'literal', text: '}' }];
  }

  private characterClass(): GlobNode {
    const open = this.at++;
    const negated = this.source[this.at] === '!' || this.source[this.at] === '^';
    if (negated) this.at++;
    const ranges: (readonly [number, number])[] = [];
    // As in a shell, "]" means itself in the first place.
    for (let first = true; first || this.source[this.at] !== ']'; first = false) {
      if (this.source.startsWith('[:', this.at)) {
        throw new GlobError(
          msg`named classes like "[:alpha:]" are not known: write the ranges, as in "[a-zA-Z]"`,
          this.at,
        );
      }
      const begin = this.at;
      const low = this.member(open);
      let high = low;
      if (this.source[this.at] === '-' && this.source[this.at + 1] !== ']' && this.at + 1 < this.source.length) {
        this.at++;
        high = this.member(open);
      }
      if (high < low) throw new GlobError(msg`"${this.source.slice(begin, this.at)}" is an empty range`, begin);
      ranges.push([low, high]);
    }
    this.at++;
    return { kind: 'class', negated, ranges };
  }

  private member(open: number): number {
    if (this.source[this.at] === '\\') return this.escaped().codePointAt(0) ?? 0;
    const codePoint = this.source.codePointAt(this.at);
    if (codePoint === undefined)
      throw new GlobError(msg`"[" is never closed: close it, or write "\\[" for a bracket`, open);
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }
}

/** Whether the slash just read is a literal one and not the end of a class or an alternative. */
function literalSlash(nodes: readonly GlobNode[], literal: string): boolean {
  return literal.endsWith('/') || (literal === '' && nodes.at(-1)?.kind === 'directories');
}
