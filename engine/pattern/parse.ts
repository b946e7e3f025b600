/**
 * Pattern text → pattern. Never throws; a mistake is one message with its place.
 */

import { msg } from '../say.ts';
import { operatorAt, readConditions, shownAt, skipSpace } from './condition.ts';
import { compileGlob } from './glob.ts';
import type { ArgumentsPart, Condition, NamePart, Pattern } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { readPath } from './path.ts';
import { compileRegex } from './regex.ts';

interface Part<T> {
  readonly part: T;
  readonly end: number;
}

/**
 * Parses a tool-call pattern: `Bash`, `mcp__*`, `/re/`, each optionally with `(*)`, `(glob)` for the primary argument or
 * `(path ~ "value", …)`. The whole grammar is in the README's DSL table.
 */
export function parsePattern(source: string): Parsed<Pattern> {
  const start = skipSpace(source, 0);
  const name = source[start] === '/' ? readRegexName(source, start) : readName(source, start);
  if (!name.ok) return name;
  const open = skipSpace(source, name.value.end);
  if (open >= source.length) return good({ source, name: name.value.part, args: { kind: 'any' } });
  if (source[open] !== '(') return bad(msg`${shownAt(source, open)} after the tool name`, open);
  const args = readArguments(source, open);
  if (!args.ok) return args;
  const end = skipSpace(source, args.value.end);
  if (end < source.length) return bad(msg`${shownAt(source, end)} after the closing parenthesis`, end);
  return good({ source, name: name.value.part, args: args.value.part });
}

/** Parses `a.b ~ "x", d = "y"`: the conditions of `when.json`. */
export function parseConditions(source: string): Parsed<readonly Condition[]> {
  const read = readConditions(source, 0, null);
  return read.ok ? good(read.value.value) : read;
}

function readRegexName(source: string, open: number): Parsed<Part<NamePart>> {
  let expression = '';
  const offsets: number[] = [];
  for (let at = open + 1; at < source.length; at++) {
    const char = source[at] ?? '';
    if (char === '/') {
      if (expression === '') return bad(msg`the regular expression between the slashes is empty`, open);
      const regex = compileRegex(expression);
      if (!regex.ok) return bad(regex.error.message, offsets[regex.error.offset] ?? at);
      return good({ part: { kind: 'regex', regex: regex.value }, end: at + 1 });
    }
    const next = source[at + 1];
    offsets.push(at);
    if (char !== '\\' || next === undefined) {
      expression += char;
      continue;
    }
    at++;
    if (next === '/') {
      expression += next;
    } else {
      offsets.push(at);
      expression += char + next;
    }
  }
  return bad(msg`the regular expression is never closed by "/"`, open);
}

function readName(source: string, start: number): Parsed<Part<NamePart>> {
  const end = endOfName(source, start);
  const text = source.slice(start, end);
  if (text === '') return bad(msg`${shownAt(source, start)} where a tool name was expected`, start);
  // Escapes keep their place but lose their character.
  const bare = text.replace(/\\./gsu, (escaped) => ' '.repeat(escaped.length));
  if (!/[*?[{]/.test(bare)) {
    if (bare.includes(','))
      return bad(msg`one pattern names one tool: use {a,b} or /a|b/ for several`, start + bare.indexOf(','));
    // A lone backslash at the end escapes nothing and stays.
    return good({ part: { kind: 'exact', name: text.replace(/\\(.)/gsu, '$1') }, end });
  }
  const glob = compileGlob(text);
  if (!glob.ok) return bad(glob.error.message, start + glob.error.offset);
  return good({ part: { kind: 'glob', glob: glob.value }, end });
}

/** A name ends at white space or a parenthesis that is neither escaped nor within a class. */
function endOfName(source: string, start: number): number {
  let at = start;
  let classEnd = -1;
  for (; at < source.length; at++) {
    const char = source[at] ?? '';
    if (char === '\\') at++;
    else if (at > classEnd && char === '[') classEnd = source.indexOf(']', at + 2);
    else if (at > classEnd && /[\s()]/.test(char)) break;
  }
  return Math.min(at, source.length);
}

function readArguments(source: string, open: number): Parsed<Part<ArgumentsPart>> {
  const start = skipSpace(source, open + 1);
  if (looksNamed(source, start)) {
    const named = readConditions(source, start, ')');
    if (!named.ok) return named;
    return good({ part: { kind: 'named', conditions: named.value.value }, end: named.value.end + 1 });
  }
  const close = closingParenthesis(source, open);
  if (close < 0) return bad(msg`the parenthesis is never closed`, open);
  const text = trimGlob(source.slice(start, close));
  if (text === '')
    return bad(msg`nothing between the parentheses: write the name alone, or (*), for any arguments`, open);
  if (text === '*') return good({ part: { kind: 'any' }, end: close + 1 });
  const glob = compileGlob(text);
  if (!glob.ok) return bad(glob.error.message, start + glob.error.offset);
  return good({ part: { kind: 'primary', glob: glob.value }, end: close + 1 });
}

/**
 * `path operator` reads as a condition, so that a forgotten quote is an error and not a glob that never matches. Shell
 * texts that only look alike stay globs: `FOO=bar …` and `cd ~/…`.
 */
function looksNamed(source: string, start: number): boolean {
  const path = readPath(source, start);
  if (path === null) return false;
  const at = skipSpace(source, path.end);
  const operator = operatorAt(source, at);
  if (operator === undefined) return false;
  const after = at + operator.length;
  if (source[skipSpace(source, after)] === '"') return true;
  if (operator === '~') return source[after] !== '/';
  return operator !== '=' || at > path.end || after !== skipSpace(source, after);
}

/** The parenthesis that closes the one at `open`; inner pairs nest, `\(` and `\)` are text. */
function closingParenthesis(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

/** Drops trailing white space, except an escaped one. */
function trimGlob(text: string): string {
  const trimmed = text.trimEnd();
  const slashes = /\\*$/.exec(trimmed)?.[0].length ?? 0;
  return slashes % 2 === 1 ? text.slice(0, trimmed.length + 1) : trimmed;
}
