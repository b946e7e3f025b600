/**
 * Where in a YAML document a cursor stands: the path of keys and indexes, and what has been typed there. Pure.
 *
 * A mark is put in at the cursor and the text is parsed with it; what the mark ends up in is the place. The parser forgives
 * what is not finished yet, so this works while somebody types.
 */
import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from 'yaml';

export interface Cursor {
  /** Keys and indexes from the root. With `part: 'key'` it is that of the mapping the key stands in. */
  readonly path: readonly (string | number)[];
  readonly part: 'key' | 'value';
  /** What stands between the beginning of the scalar and the cursor, without an opening quote. */
  readonly typed: string;
  /** Where `typed` begins, in UTF-16 code units of the text. */
  readonly from: number;
  /** Whether nothing but blanks stands before it on its line. */
  readonly ownLine: boolean;
  /** How the scalar is written. In quotes, text needs no quotes of its own. */
  readonly style: 'plain' | 'quoted' | 'block';
  /** Keys that the mapping has already. */
  readonly siblings: ReadonlySet<string>;
}

/** Private use: nothing that people write. */
const MARK = '\uE000';

/** A text that is longer is not parsed with every key. */
const LONGEST = 200_000;

/** `null` where nothing can be written that means anything: in a comment, or in a text that is too long. */
export function cursorAt(text: string, offset: number): Cursor | null {
  if (text.length > LONGEST) return null;
  const document = parseDocument(`${text.slice(0, offset)}${MARK}${text.slice(offset)}`, {
    logLevel: 'silent',
    merge: false,
    uniqueKeys: false,
    schema: 'core',
    prettyErrors: false,
  });
  let found: Cursor | null = null;
  visit(document, {
    Scalar(role, node, ancestors) {
      if (typeof node.value !== 'string' || !node.value.includes(MARK)) return undefined;
      const [start = 0] = node.range ?? [];
      const quoted = node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE';
      const block = node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
      const from = quoted ? start + 1 : start;
      found = {
        path: pathOf([...ancestors, node] as readonly Node[], role === 'key'),
        part: role === 'key' ? 'key' : 'value',
        typed: text.slice(from, offset),
        from,
        ownLine: text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trim() === '',
        style: quoted ? 'quoted' : block ? 'block' : 'plain',
        siblings: siblingsOf(ancestors as readonly Node[], role === 'key'),
      };
      return visit.BREAK;
    },
  });
  return found;
}

function pathOf(nodes: readonly (Node | Pair)[], isKey: boolean): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    if (next === undefined) break;
    if (isSeq(node)) path.push(node.items.indexOf(next));
    // The last pair of a key is the one that the key begins.
    else if (isPair(node) && !(isKey && index === nodes.length - 2)) path.push(keyOf(node));
  }
  return path;
}

function siblingsOf(ancestors: readonly (Node | Pair)[], isKey: boolean): ReadonlySet<string> {
  const map = ancestors.findLast((node) => isMap(node));
  if (!isKey || map === undefined || !isMap(map)) return new Set();
  return new Set(map.items.map((pair) => keyOf(pair)).filter((key) => !key.includes(MARK)));
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);
