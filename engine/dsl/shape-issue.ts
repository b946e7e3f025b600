/**
 * One complaint of the shape check → diagnostics a person can act on.
 */
import type { z } from 'zod';
import { either, listed, type Message, msg, quotedList, type Value } from '../say.ts';
import type { DocumentPath, ErrorCode } from './diagnostic.ts';
import { didYouMean } from './did-you-mean.ts';
import { DURATION_HINT } from './duration.ts';
import type { Reporter } from './reporter.ts';
import { homesOf, keysAt } from './shape-keys.ts';
import { shownName, shownPath } from './tree.ts';

type Issue = z.core.$ZodIssue;

/** Reports `issue` and returns the places whose value must be left out of further checks. */
export function reportIssue(issue: Issue, document: unknown, reporter: Reporter): readonly DocumentPath[] {
  const path = shownPath(issue.path);
  const found = valueAt(document, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => reportUnknownKey([...path, shownName(key)], reporter));
    case 'invalid_union':
      return reportUnion(issue, path, found, document, reporter);
    case 'invalid_value':
      if (typeof found === 'string') reportWord(path, found, issue.values, reporter);
      else reportType(path, found, [msg`one of ${quotedList(issue.values)}`], reporter);
      return [path];
    case 'invalid_type':
      reportType(path, found, [issue.expected], reporter);
      return [path];
    case 'too_small':
      if (issue.origin === 'string') reporter.error('empty', path, msg`${nameOf(path)} is empty.`);
      else
        reporter.error(
          'number_range',
          path,
          msg`${nameOf(path)} is ${shown(found)}; the least is ${String(issue.minimum)}.`,
        );
      return [path];
    case 'too_big':
      reporter.error(
        'number_range',
        path,
        msg`${nameOf(path)} is ${shown(found)}; the most is ${String(issue.maximum)}.`,
      );
      return [path];
    case 'invalid_key':
      reporter.error('empty', path, msg`${nameOf(path.slice(0, -1))} has a key without text.`, { at: 'key' });
      return [path];
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_element':
    case 'custom':
      reporter.error('type', path, msg`${nameOf(path)} is not of the right form.`);
      return [path];
  }
}

function reportUnknownKey(path: DocumentPath, reporter: Reporter): DocumentPath {
  const key = String(path.at(-1));
  const hint = reporter.crowded ? undefined : keyHint(key, keysAt(path.slice(0, -1)));
  const message =
    path.length === 1
      ? msg`Key "${key}" is not known at the top of a document.`
      : msg`Key "${key}" is not known in ${nameOf(path.slice(0, -1))}.`;
  reporter.error('unknown_key', path, message, { at: 'key', hint });
  return path;
}

function keyHint(key: string, known: readonly string[]): Message {
  const near = didYouMean(key, known);
  if (near !== undefined) return near;
  const homes = homesOf(key);
  return homes.length > 0 ? msg`It belongs in ${either(homes)}.` : msg`Known here: ${listed(known)}.`;
}

/** A value that may be of several shapes: complains about the one that was meant, or says which there are. */
function reportUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: DocumentPath,
  found: unknown,
  document: unknown,
  reporter: Reporter,
): readonly DocumentPath[] {
  const isMisfit = (inner: Issue): boolean =>
    inner.path.length === 0 &&
    (inner.code === 'invalid_type' || (inner.code === 'invalid_value' && typeof found !== 'string'));
  const meant = issue.errors.find((branch) => !branch.some(isMisfit));
  if (meant !== undefined) {
    return meant.flatMap((inner) =>
      reportIssue({ ...inner, path: [...issue.path, ...inner.path] }, document, reporter),
    );
  }
  const wanted = issue.errors.flat().flatMap((inner): readonly Value[] => {
    if (!isMisfit(inner)) return [];
    return inner.code === 'invalid_value'
      ? [msg`one of ${quotedList(inner.values)}`]
      : inner.code === 'invalid_type'
        ? [inner.expected]
        : [];
  });
  reportType(path, found, wanted, reporter);
  return [path];
}

function reportWord(path: DocumentPath, found: string, words: readonly unknown[], reporter: Reporter): void {
  const names = words.map(String);
  const hint = didYouMean(found, names);
  reporter.error(wordCode(path), path, msg`${nameOf(path)} is "${found}"; it may be ${quotedList(names)}.`, { hint });
}

/** Actions and result statuses have codes of their own. */
function wordCode(path: DocumentPath): ErrorCode {
  const last = path.at(-1);
  if (last === 'action' || last === 'on_violation') return 'action';
  if (last === 'when' || (last === 'status' && path.at(-2) === 'when')) return 'status';
  return 'unknown_enum_word';
}

function reportType(path: DocumentPath, found: unknown, wanted: readonly Value[], reporter: Reporter): void {
  const names = either(
    [...new Set(wanted)].map((name) => (typeof name === 'string' ? (TYPE_NAMES[name] ?? name) : name)),
  );
  if (found === undefined) {
    reporter.error('missing_key', path, msg`Key "${String(path.at(-1))}" is missing; it wants ${names}.`);
    return;
  }
  if (path.at(-1) === 'after' && path.at(-3) === 'expire' && typeof found === 'number') {
    reporter.error('duration', path, msg`"after" is ${found} without a unit.`, { hint: DURATION_HINT });
    return;
  }
  const quotable = wanted.includes('string') && (typeof found === 'number' || typeof found === 'boolean');
  const hint = quotable ? msg`Write it in quotes: "${String(found)}".` : undefined;
  reporter.error('type', path, msg`${nameOf(path)} is ${shown(found)}; it wants ${names}.`, { hint });
}

const TYPE_NAMES: Readonly<Record<string, Value>> = {
  string: msg`text`,
  number: msg`a number`,
  int: msg`a whole number`,
  boolean: msg`true or false`,
  array: msg`a list`,
  object: msg`a mapping`,
  record: msg`a mapping`,
  null: 'null',
};

/** What a reader calls the thing at `path`. */
function nameOf(path: DocumentPath): Value {
  const last = path.at(-1);
  if (last === undefined) return msg`The document`;
  return typeof last === 'number' ? msg`Item ${last + 1} of "${String(path.at(-2))}"` : `"${last}"`;
}

function shown(value: unknown): Value {
  if (value === null) return 'null';
  if (Array.isArray(value)) return msg`a list`;
  if (typeof value === 'object') return msg`a mapping`;
  return typeof value === 'string' ? msg`the text ${JSON.stringify(value.slice(0, 60))}` : String(value);
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
