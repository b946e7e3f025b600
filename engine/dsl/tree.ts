/**
 * A parsed document with the place of everything in it. What an alias repeats is one shared branch, so a document is never
 * larger in memory than its text; `values` says how large it would be written out.
 */
import type { Scalar } from 'yaml';
import type { DocumentPath } from './diagnostic.ts';

/** Offsets into the text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Sized extends Span {
  /** Values in this branch with all aliases written out, itself included. */
  readonly values: number;
}

export interface TreeMap extends Sized {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, { readonly key: Span; readonly value: Tree }>;
}

export interface TreeList extends Sized {
  readonly kind: 'list';
  readonly items: readonly Tree[];
}

export interface TreeScalar extends Sized {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** Where the text of a string begins and how it is quoted; absent where no scalar is written. */
  readonly style: Scalar.Type | undefined;
}

export type Tree = TreeMap | TreeList | TreeScalar;

/** A field name as a key of a plain object: `__proto__` cannot be one. `shownName` undoes it. */
export function plainName(name: string): string {
  return name === '__proto__' || name.startsWith('\0') ? `\0${name}` : name;
}

/** The field name that was written, for a key of a plain object. */
export function shownName(key: string): string {
  return key.startsWith('\0') ? key.slice(1) : key;
}

/** A place in plain values as a place in the document. */
export function shownPath(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : shownName(String(step))));
}

/** The document as plain values, shared where it is shared; objects have no prototype, keys are `plainName`s. */
export function plainValue(tree: Tree, known = new Map<Tree, unknown>()): unknown {
  if (tree.kind === 'scalar') return tree.value;
  const done = known.get(tree);
  if (done !== undefined) return done;
  const value = tree.kind === 'list' ? tree.items.map((item) => plainValue(item, known)) : plainObject(tree, known);
  known.set(tree, value);
  return value;
}

function plainObject(tree: TreeMap, known: Map<Tree, unknown>): object {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, { value }] of tree.entries) object[plainName(name)] = plainValue(value, known);
  return object;
}

/** What is at `path`, as far as it exists, with the key it is under. */
export interface Found {
  readonly tree: Tree;
  readonly key: Span | null;
  /** Whether all of `path` exists; otherwise `tree` is the innermost branch that does. */
  readonly whole: boolean;
}

export function find(root: Tree, path: DocumentPath): Found {
  let found: Found = { tree: root, key: null, whole: true };
  for (const step of path) {
    const { tree }: Found = found;
    let next: Found | null = null;
    if (tree.kind === 'list' && typeof step === 'number') {
      const item = tree.items[step];
      if (item !== undefined) next = { tree: item, key: null, whole: true };
    } else if (tree.kind === 'map') {
      const entry = tree.entries.get(String(step));
      if (entry !== undefined) next = { tree: entry.value, key: entry.key, whole: true };
    }
    if (next === null) return { ...found, whole: false };
    found = next;
  }
  return found;
}
