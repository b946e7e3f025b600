/**
 * Regular expressions in RE2 syntax: unanchored search, linear in the text whatever the expression.
 */
import { RE2JS, RE2JSException } from 're2js';
import { cached } from './cache.ts';
import type { Regex } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';

function compile(source: string): Parsed<Regex> {
  try {
    const compiled = RE2JS.compile(source);
    return good({ source, test: (text) => compiled.test(text) });
  } catch (error) {
    if (error instanceof RE2JSException) return bad(error.message, 0);
    throw error;
  }
}

/** Compiles a regular expression. */
export const compileRegex: (source: string) => Parsed<Regex> = cached(compile);
