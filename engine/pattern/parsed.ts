/**
 * The result type of every parser in `pattern/` and `key/`: a value, or one mistake with its place. Parsers never throw.
 */
import type { Message } from '../say.ts';

/** What is wrong, and where: `offset` counts UTF-16 code units from the start of the parsed text. */
export interface ParseError {
  /** Part of a sentence: small at the beginning, no stop at the end. */
  readonly message: Message;
  readonly offset: number;
}

/** A parsed value or the first mistake found. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ParseError };

/** Wraps a parsed value. */
export function good<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Wraps a mistake at `offset`. */
export function bad(message: Message, offset: number): { readonly ok: false; readonly error: ParseError } {
  return { ok: false, error: { message, offset } };
}
