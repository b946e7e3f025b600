/**
 * Regular expressions in RE2 syntax: unanchored search, linear in the text whatever the expression. re2js parses and
 * compiles; plain texts and then our own automaton run in front of its matcher, with the same answers sooner.
 */
import { RE2JS, RE2JSException } from 're2js';
import { type Message, msg, quote } from '../say.ts';
import { machineFor } from './automaton/machine.ts';
import { cached } from './cache.ts';
import type { Regex } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { plainTest } from './regex-plain.ts';

/** A program of more instructions makes the slowest path too slow on long values; `((a{99}){99}){99}` is a mistake. */
const MAX_INSTRUCTIONS = 5_000;
/** re2js needs quadratic time for some classes; no rule that a person reads is this long. */
const MAX_LENGTH = 10_000;

function compile(source: string): Parsed<Regex> {
  if (source.length > MAX_LENGTH)
    return bad(msg`the regular expression is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  try {
    const compiled = RE2JS.compile(source);
    const test = plainTest(source) ?? boundedTest(compiled);
    return test === null ? bad(msg`the regular expression is too large`, 0) : good({ source, test });
  } catch (error) {
    return bad(describe(error), placeOf(error, source));
  }
}

/** The test of a compiled expression, or null when its program is too large to be run on values of any length. */
function boundedTest(compiled: RE2JS): ((text: string) => boolean) | null {
  return compiled.programSize() > MAX_INSTRUCTIONS ? null : machineFor(compiled);
}

/** The test of an expression that was made from a glob, or null when it is too large. */
export function expressionTest(expression: string): ((text: string) => boolean) | null {
  try {
    return boundedTest(RE2JS.compile(expression));
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

/** What re2js has against an expression. Any other error is a fault of ours and goes on. */
function describe(error: unknown): Message {
  if (!(error instanceof RE2JSException)) throw error;
  const said = error.message
    .replace(/^error parsing regexp: /, '')
    .replace(/\.$/, '')
    .slice(0, 200);
  return msg`not a regular expression: ${quote(said)}`;
}

/** re2js names the faulty part, not its place: the place is where that part first stands. */
function placeOf(error: unknown, source: string): number {
  const part = error instanceof Error && 'input' in error && typeof error.input === 'string' ? error.input : '';
  return Math.max(0, source.indexOf(part));
}

/** Compiles a regular expression. */
export const compileRegex: (source: string) => Parsed<Regex> = cached(compile);
