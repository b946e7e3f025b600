/**
 * What a parsed pattern is made of. Plain immutable data plus compiled matchers; safe to share.
 */
import type { FieldPath } from './path.ts';

/** A compiled glob. Matches whole values, in time linear in the value. */
export interface Glob {
  readonly source: string;
  test(text: string): boolean;
}

/** A compiled regular expression (RE2 syntax). Searches anywhere in the text, in time linear in the text. */
export interface Regex {
  readonly source: string;
  test(text: string): boolean;
}

/** `~` glob, `=` exact, `=~` regex; each with its negation. */
export type Operator = '~' | '=' | '=~' | '!~' | '!=' | '!=~';

/** One field condition: holds if any value that `path` resolves to passes. */
export interface Condition {
  readonly path: FieldPath;
  readonly operator: Operator;
  /** The operand as written between the quotes, unescaped. */
  readonly value: string;
  /** Whether one value, as text, passes; the negation is applied. */
  accepts(text: string): boolean;
  /** True when every text passes, so that a value need not be turned into text at all. */
  readonly acceptsAll: boolean;
}

/** Which tools a pattern speaks of. */
export type NamePart =
  | { readonly kind: 'exact'; readonly name: string }
  | { readonly kind: 'glob'; readonly glob: Glob }
  | { readonly kind: 'regex'; readonly regex: Regex };

/** Which arguments a pattern asks for. */
export type ArgumentsPart =
  | { readonly kind: 'any' }
  | { readonly kind: 'primary'; readonly glob: Glob }
  | { readonly kind: 'named'; readonly conditions: readonly Condition[] };

/** A tool-call pattern: the `on` of a transition. */
export interface Pattern {
  readonly source: string;
  readonly name: NamePart;
  readonly args: ArgumentsPart;
}
