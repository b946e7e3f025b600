/**
 * Globs over argument values. They match the whole value, `*` crosses everything, and the time is linear in the value.
 */

import { msg } from '../say.ts';
import { cached } from './cache.ts';
import { parseGlob } from './glob-parse.ts';
import { globRegex } from './glob-regex.ts';
import { matchAll, piecesTest, simpleForms } from './glob-simple.ts';
import type { Glob } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { expressionTest } from './regex.ts';

/** Longer globs must be plain text and stars. */
const MAX_LENGTH = 10_000;

function compile(source: string): Parsed<Glob> {
  const parsed = parseGlob(source);
  if (!parsed.ok) return parsed;
  const forms = simpleForms(parsed.value);
  if (forms !== null) return good({ source, test: anyOf(forms.map(piecesTest)) });
  const test = source.length > MAX_LENGTH ? null : expressionTest(globRegex(parsed.value));
  return test === null ? bad(msg`the glob is too large`, 0) : good({ source, test });
}

function anyOf(tests: readonly ((text: string) => boolean)[]): (text: string) => boolean {
  const [first] = tests;
  if (tests.includes(matchAll)) return matchAll;
  if (first !== undefined && tests.length === 1) return first;
  return (text) => tests.some((test) => test(text));
}

/** Compiles a glob. `*`, `?`, `[a-z]`, `[!a]`, `{x,y}`, `\` escapes; see the table in the README. */
export const compileGlob: (source: string) => Parsed<Glob> = cached(compile);

/** True when the glob matches every value. */
export function matchesEverything(glob: Glob): boolean {
  return glob.test === matchAll;
}
