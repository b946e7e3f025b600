/**
 * One complaint of the shape check → diagnostics a person can act on.
 */
import type { z } from 'zod';
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
      else reportType(path, found, [`one of ${listed(issue.values)}`], reporter);
      return [path];
    case 'invalid_type':
      reportType(path, found, [issue.expected], reporter);
      return [path];
    case 'too_small':
      if (issue.origin === 'string') reporter.error('empty', path, `${nameOf(path)} is empty.`);
      else reporter.error('number_range', path, `${nameOf(path)} is ${shown(found)}; the least is ${issue.minimum}.`);
      return [path];
    case 'too_big':
      reporter.error('number_range', path, `${nameOf(path)} is ${shown(found)}; the most is ${issue.maximum}.`);
      return [path];
    case 'invalid_key':
      reporter.error('empty', path, `${nameOf(path.slice(0, -1))} has a key without text.`, { at: 'key' });
      return [path];
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_element':
    case 'custom':
      reporter.error('type', path, `${nameOf(path)} is not of the right form.`);
      return [path];
  }
}

function reportUnknownKey(path: DocumentPath, reporter: Reporter): DocumentPath {
  const key = String(path.at(-1));
  const hint = reporter.crowded ? undefined : keyHint(key, keysAt(path.slice(0, -1)));
  const inside = path.length === 1 ? 'at the top of a document' : `in ${nameOf(path.slice(0, -1))}`;
  reporter.error('unknown_key', path, `Key "${key}" is not known ${inside}.`, { at: 'key', hint });
  return path;
}

function keyHint(key: string, known: readonly string[]): string {
  const near = didYouMean(key, known);
  if (near !== undefined) return near;
  const homes = homesOf(key);
  return homes.length > 0 ? `It belongs in ${homes.join(' or ')}.` : `Known here: ${known.join(', ')}.`;
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
  const wanted = issue.errors.flat().flatMap((inner) => {
    if (!isMisfit(inner)) return [];
    return inner.code === 'invalid_value'
      ? [`one of ${listed(inner.values)}`]
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
  reporter.error(wordCode(path), path, `${nameOf(path)} is "${found}"; it may be ${listed(names)}.`, { hint });
}

/** Actions and result statuses have codes of their own. */
function wordCode(path: DocumentPath): ErrorCode {
  const last = path.at(-1);
  if (last === 'action' || last === 'on_violation') return 'action';
  if (last === 'when' || (last === 'status' && path.at(-2) === 'when')) return 'status';
  return 'unknown_enum_word';
}

function reportType(path: DocumentPath, found: unknown, wanted: readonly string[], reporter: Reporter): void {
  const names = [...new Set(wanted)].map((name) => TYPE_NAMES[name] ?? name).join(' or ');
  if (found === undefined) {
    reporter.error('missing_key', path, `Key "${String(path.at(-1))}" is missing; it wants ${names}.`);
    return;
  }
  if (path.at(-1) === 'after' && path.at(-3) === 'expire' && typeof found === 'number') {
    reporter.error('duration', path, `"after" is ${found} without a unit.`, { hint: DURATION_HINT });
    return;
  }
  const quotable = wanted.includes('string') && (typeof found === 'number' || typeof found === 'boolean');
  const hint = quotable ? `Write it in quotes: "${String(found)}".` : undefined;
  reporter.error('type', path, `${nameOf(path)} is ${shown(found)}; it wants ${names}.`, { hint });
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
};

/** What a reader calls the thing at `path`. */
function nameOf(path: DocumentPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  return typeof last === 'number' ? `Item ${last + 1} of "${String(path.at(-2))}"` : `"${last}"`;
}

function shown(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? `the text ${JSON.stringify(value.slice(0, 60))}` : String(value);
}

const listed = (words: readonly unknown[]): string => words.map((word) => `"${String(word)}"`).join(', ');

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
