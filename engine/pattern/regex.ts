/**
 * Regular expressions in RE2 syntax: unanchored search, linear in the text whatever the expression. re2js parses and
 * compiles; plain texts and then our own automaton run in front of its matcher, with the same answers sooner.
 */
import { RE2JS, RE2JSException } from 're2js';
import { machineFor } from './automaton/machine.ts';
import { cached } from './cache.ts';
import type { Regex } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { plainTest } from './regex-plain.ts';

/** A program of more instructions makes the slowest path too slow on long values; `((a{99}){99}){99}` is a mistake. */
const MAX_INSTRUCTIONS = 5_000;
const MAX_LENGTH = 50_000;

function compile(source: string): Parsed<Regex> {
  if (source.length > MAX_LENGTH)
    return bad(`the regular expression is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > MAX_INSTRUCTIONS)
      return bad(`the regular expression is too large (${size} steps of ${MAX_INSTRUCTIONS})`, 0);
    return good({ source, test: plainTest(source) ?? machineFor(compiled) });
  } catch (error) {
    return bad(describe(error), placeOf(error, source));
  }
}

function describe(error: unknown): string {
  return `not a regular expression: ${describeCause(error)}`;
}

function describeCause(error: unknown): string {
  if (error instanceof RE2JSException) return error.message.replace(/^error parsing regexp: /, '');
  if (error instanceof RangeError) return 'it nests too deeply';
  throw error;
}

/** re2js names the faulty part, not its place: the place is where that part first stands. */
function placeOf(error: unknown, source: string): number {
  const part = error instanceof Error && 'input' in error && typeof error.input === 'string' ? error.input : '';
  return Math.max(0, source.indexOf(part));
}

/** Compiles a regular expression. */
export const compileRegex: (source: string) => Parsed<Regex> = cached(compile);
