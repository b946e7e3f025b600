/**
 * Field conditions: `path operator "value"`, joined by commas. Shared by tool patterns and by `when.json`.
 */

import { msg, type Value } from '../say.ts';
import { compileGlob, matchesEverything } from './glob.ts';
import type { Condition, Operator } from './model.ts';
import { bad, good, type Parsed } from './parsed.ts';
import { type FieldPath, readPath } from './path.ts';
import { compileRegex } from './regex.ts';

/** Longest first, so that `!=~` is not read as `!=`. */
export const OPERATORS: readonly Operator[] = ['!=~', '!~', '!=', '=~', '=', '~'];

export interface Place<T> {
  readonly value: T;
  readonly end: number;
}

/** The first offset at or after `at` that is not white space. */
export function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && /\s/.test(text[end] ?? '')) end++;
  return end;
}

/** The operator at `at`, if there is one. */
export function operatorAt(text: string, at: number): Operator | undefined {
  return OPERATORS.find((operator) => text.startsWith(operator, at));
}

/** What stands at `at`, quoted for a message. */
export function shownAt(text: string, at: number): Value {
  const codePoint = text.codePointAt(at);
  return codePoint === undefined ? msg`the end` : JSON.stringify(String.fromCodePoint(codePoint));
}

/** Reads conditions from `at` up to `close`, or to the end of the text when `close` is null. */
export function readConditions(text: string, at: number, close: ')' | null): Parsed<Place<readonly Condition[]>> {
  const conditions: Condition[] = [];
  let end = at;
  for (;;) {
    const condition = readCondition(text, skipSpace(text, end));
    if (!condition.ok) return condition;
    conditions.push(condition.value.value);
    end = skipSpace(text, condition.value.end);
    if (close === null ? end >= text.length : text[end] === close) return good({ value: conditions, end });
    if (text[end] !== ',') {
      const wrong =
        end >= text.length ? msg`the parenthesis is never closed` : msg`${shownAt(text, end)} after a condition`;
      const message =
        close === null
          ? msg`${wrong}: conditions are joined by ","`
          : msg`${wrong}: conditions are joined by "," and end with ")"`;
      return bad(message, end);
    }
    end++;
  }
}

function readCondition(text: string, at: number): Parsed<Place<Condition>> {
  const path = readPath(text, at);
  if (path === null) return bad(msg`${shownAt(text, at)} where a field name was expected`, at);
  const operatorStart = skipSpace(text, path.end);
  const operator = operatorAt(text, operatorStart);
  if (operator === undefined) {
    const found = shownAt(text, operatorStart);
    return bad(
      msg`${found} where an operator was expected: one of ${[...OPERATORS].reverse().join(' ')}`,
      operatorStart,
    );
  }
  const quote = skipSpace(text, operatorStart + operator.length);
  if (text[quote] !== '"') return bad(msg`${shownAt(text, quote)} where a value in double quotes was expected`, quote);
  const quoted = readQuoted(text, quote);
  if (!quoted.ok) return quoted;
  const { value, offsets, end } = quoted.value;
  const condition = compileCondition(path.path, operator, value);
  if (condition.ok) return good({ value: condition.value, end });
  return bad(condition.error.message, offsets[condition.error.offset] ?? end - 1);
}

interface Quoted {
  readonly value: string;
  /** For each unit of `value`, its place in the text. */
  readonly offsets: readonly number[];
  readonly end: number;
}

/** `\"` and `\\` are escapes; any other backslash stays as it is, so that globs and regexes read naturally. */
function readQuoted(text: string, open: number): Parsed<Quoted> {
  const offsets: number[] = [];
  let value = '';
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '"') return good({ value, offsets, end: at + 1 });
    const escaped = text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\');
    offsets.push(at);
    if (escaped) at++;
    value += text[at] ?? '';
  }
  return bad(msg`the quoted value is never closed`, open);
}

/** Compiles one condition. An error's offset counts within `value`. */
export function compileCondition(path: FieldPath, operator: Operator, value: string): Parsed<Condition> {
  switch (operator) {
    case '=':
      return good({ path, operator, value, accepts: (text) => text === value, acceptsAll: false });
    case '!=':
      return good({ path, operator, value, accepts: (text) => text !== value, acceptsAll: false });
    case '~':
    case '!~': {
      const glob = compileGlob(value);
      if (!glob.ok) return glob;
      const { test } = glob.value;
      if (operator === '!~') return good({ path, operator, value, accepts: (text) => !test(text), acceptsAll: false });
      return good({ path, operator, value, accepts: test, acceptsAll: matchesEverything(glob.value) });
    }
    case '=~':
    case '!=~': {
      const regex = compileRegex(value);
      if (!regex.ok) return regex;
      const { test } = regex.value;
      const accepts = operator === '=~' ? test : (text: string) => !test(text);
      return good({ path, operator, value, accepts, acceptsAll: false });
    }
  }
}
