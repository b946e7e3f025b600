/**
 * Syntax nodes → tree: follows aliases, applies merge keys, and refuses duplicate keys and documents that unfold without
 * end. Aliases are resolved here, in one walk: the library would look through the whole document for each.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { english, type Message, msg } from '../say.ts';
import type { DocumentPath } from './diagnostic.ts';
import { MAX_DEPTH, MAX_VALUES } from './limits.ts';
import type { Reporter } from './reporter.ts';
import type { Span, Tree, TreeMap } from './tree.ts';

/** Thrown inside this module when a limit is reached; `buildTree` reports it. */
class TooLarge extends Error {
  readonly why: Message;
  readonly span: Span;

  constructor(why: Message, span: Span) {
    super(english(why));
    this.why = why;
    this.span = span;
  }
}

/** The tree of a document, or null when a limit is reached; says so to `reporter`. An empty document is an empty mapping. */
export function buildTree(contents: Node | null, reporter: Reporter): Tree | null {
  const empty: TreeMap = { kind: 'map', entries: new Map(), start: 0, end: 0, values: 1 };
  if (contents === null || (isScalar(contents) && contents.value === null && contents.source === '')) return empty;
  try {
    return new Builder(reporter).build(contents, [], 0);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    reporter.errorAt('limit', error.span, error.why);
    return null;
  }
}

class Builder {
  readonly #reporter: Reporter;
  /** The latest branch under each anchor; null while it is being built, that is inside itself. */
  readonly #anchors = new Map<string, Tree | null>();

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  build(node: unknown, path: DocumentPath, depth: number): Tree {
    const span = spanOf(node);
    if (depth > MAX_DEPTH) throw new TooLarge(msg`More than ${MAX_DEPTH} levels inside one another.`, span);
    if (isAlias(node)) return this.#alias(node.source, span, path);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, null);
    const tree = this.#content(node, span, path, depth);
    if (tree.values > MAX_VALUES) throw new TooLarge(msg`More than ${MAX_VALUES} values, aliases written out.`, span);
    if (anchor !== undefined) this.#anchors.set(anchor, tree);
    return tree;
  }

  #content(node: unknown, span: Span, path: DocumentPath, depth: number): Tree {
    if (isMap(node)) return this.#map(node, span, path, depth);
    if (isSeq(node)) return this.#list(node, span, path, depth);
    if (isScalar(node)) return { kind: 'scalar', ...span, ...scalarValue(node), values: 1 };
    return { kind: 'scalar', ...span, value: null, style: undefined, values: 1 };
  }

  #alias(name: string, span: Span, path: DocumentPath): Tree {
    const target = this.#anchors.get(name);
    if (target !== undefined && target !== null) return target;
    const message =
      target === null
        ? msg`The alias "*${name}" stands inside its own anchor.`
        : msg`No anchor "&${name}" before this alias.`;
    this.#reporter.errorAt(target === null ? 'limit' : 'parse', span, message, undefined, path);
    return { kind: 'scalar', ...span, value: null, style: undefined, values: 1 };
  }

  #list(node: YAMLSeq, span: Span, path: DocumentPath, depth: number): Tree {
    const items = node.items.map((item, i) => this.build(item, [...path, i], depth + 1));
    return { kind: 'list', ...span, items, values: items.reduce((sum, item) => sum + item.values, 1) };
  }

  #map(node: YAMLMap, span: Span, path: DocumentPath, depth: number): Tree {
    const own: TreeMap['entries'] & Map<string, { key: Span; value: Tree }> = new Map();
    const merged = new Map<string, { key: Span; value: Tree }>();
    let values = 1;
    for (const pair of node.items) {
      const name = this.#name(pair, path);
      const value = this.build(pair.value, name === null ? path : [...path, name], depth + 1);
      values += value.values;
      if (name === null) continue;
      if (isMergeKey(pair)) {
        this.#merge(value, merged, path);
      } else if (own.has(name)) {
        const hint = msg`A key may be written only once in a mapping.`;
        this.#reporter.errorAt('duplicate_key', spanOf(pair.key), msg`Key "${name}" is written twice.`, hint, [
          ...path,
          name,
        ]);
      } else {
        own.set(name, { key: spanOf(pair.key), value });
      }
    }
    const entries = merged.size === 0 ? own : new Map([...merged, ...own]);
    return { kind: 'map', ...span, entries, values };
  }

  /** The name a pair is under; null (and a report) when its key is not one. */
  #name(pair: Pair, path: DocumentPath): string | null {
    const { key } = pair;
    if (isScalar(key)) {
      // As written: `on`, `1` and `yes` are names, whatever YAML takes them for.
      const text = typeof key.value === 'string' ? key.value : (key.source ?? '');
      if (text !== '') return text;
    }
    const span = key === null ? spanOf(pair.value) : spanOf(key);
    this.#reporter.errorAt('type', span, msg`A key must be text.`, undefined, path);
    return null;
  }

  /** `<<: *base` or `<<: [*a, *b]`: keys that are not written in the mapping itself; the first that has one wins. */
  #merge(value: Tree, into: Map<string, { key: Span; value: Tree }>, path: DocumentPath): void {
    const sources = value.kind === 'list' ? value.items : [value];
    for (const source of sources) {
      if (source.kind !== 'map') {
        this.#reporter.errorAt('type', source, msg`Only mappings can be merged with "<<".`, undefined, [...path, '<<']);
        continue;
      }
      for (const [name, entry] of source.entries) if (!into.has(name)) into.set(name, entry);
    }
  }
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

function spanOf(node: unknown): Span {
  const range = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range : null;
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}

function scalarValue({ value, source, type }: Scalar): {
  value: string | number | boolean | null;
  style: Scalar.Type | undefined;
} {
  const style = type as Scalar.Type | undefined;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { value, style };
  // A value of a schema that this language does not use (a date, a big number): what was written.
  return { value: source ?? '', style };
}
