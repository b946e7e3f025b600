/**
 * Holds a document to its shape. Reports all that does not fit, takes it out, and hands on the rest, so that what is left
 * can be checked in the same pass.
 */

import { msg } from '../say.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { Reporter } from './reporter.ts';
import { type DocumentShape, documentShape } from './schema.ts';
import { reportIssue } from './shape-issue.ts';
import { plainName, plainValue, type Tree } from './tree.ts';

/** A value of shape `T` from which whatever did not fit was taken out. */
export type Draft<T> = T extends readonly (infer E)[]
  ? readonly (Draft<E> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Draft<T[K]> | undefined }
    : T;

/** A document in which everything that is there has the right shape; what is missing was reported. */
export type DocumentDraft = Draft<DocumentShape>;

/** Reports what in `tree` does not fit; null when the root itself does not. */
export function validate(tree: Tree, reporter: Reporter): DocumentDraft | null {
  const plain = plainValue(tree);
  const parsed = check(plain);
  if (parsed === null) {
    reporter.error('limit', [], msg`There are too many mistakes in this document to list them.`);
    return null;
  }
  // SAFETY: zod has just said that `plain` is of this shape; the output would lack fields called `__proto__`.
  if (parsed.success) return plain as DocumentDraft;
  const misfits: DocumentPath[] = [];
  for (const issue of parsed.error.issues) {
    for (const path of reportIssue(issue, plain, reporter)) misfits.push(path);
  }
  // SAFETY: all that zod complained of is gone; what remains is what it accepted, with fields missing, which `Draft` says.
  return (without(plain, misfits, 0) ?? null) as DocumentDraft | null;
}

/** Null when there are so many issues that gathering them overflows the stack. */
function check(plain: unknown): ReturnType<typeof documentShape.safeParse> | null {
  try {
    // Messages are made from the issues themselves; zod's own stumble over objects without a prototype.
    return documentShape.safeParse(plain, { error: () => '' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A copy of `value` without what is at `paths`; shares the rest. Elements of lists become undefined, so that indexes stay. */
function without(value: unknown, paths: readonly DocumentPath[], at: number): unknown {
  if (paths.some((path) => path.length <= at)) return undefined;
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? [...value]
    : Object.assign(Object.create(null), value);
  for (const [step, under] of Map.groupBy(paths, (path) => path[at])) {
    const name = typeof step === 'number' ? step : plainName(String(step));
    if (Object.hasOwn(copy, name)) Object.assign(copy, { [name]: without(Reflect.get(copy, name), under, at + 1) });
  }
  return copy;
}
