/**
 * What the browser tests look things up by, and which of it nobody can perceive. Reads sources, runs none; for `tree.test.ts`.
 */
import { parseAst } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Constants by name: what they begin with. */
type Constants = ReadonlyMap<string, Node>;

/** Methods whose first argument is a selector. */
const LOOKING = new Set([
  ...['$', '$$', '$eval', '$$eval', 'waitForSelector', 'locator', 'focus', 'click', 'hover', 'tap', 'select'],
  ...['querySelector', 'querySelectorAll', 'closest', 'matches'],
]);
/** Methods that find by what nobody can perceive, whatever they are given. */
const HIDDEN = /^getElement(ById|sByClassName)$/;

/** A class, an id, an attribute for programs, an example in a field, a place among others; the same in XPath. */
const UNSEEN =
  /\.-?[a-z_]|#[a-z_]|\[\s*(class|id|data-|placeholder|href)|:(nth|first|last|only)-|@(class|id|data-|placeholder|href)\b/i;

/** `file:line: selector` for everything in these sources, by path, that is looked up by what nobody can see or hear. */
export function unseen(sources: ReadonlyMap<string, string>, allowed: readonly string[]): readonly string[] {
  const programs = [...sources].map(([file, source]) => ({ file, source, root: parsed(source) }));
  const everywhere = programs.flatMap(({ root }) => [...constantsIn(root)]);
  return programs.flatMap(({ file, source, root }) => {
    const constants = new Map([...everywhere, ...constantsIn(root)]);
    return selectorsIn(root, constants)
      .filter(({ text }) => UNSEEN.test(bare(allowed.reduce((left, one) => left.replaceAll(one, ''), text))))
      .map(({ at, text }) => `${file}:${source.slice(0, at).split('\n').length}: ${text}`);
  });
}

const parsed = (source: string): Node => parseAst(source, { lang: 'ts' }) as unknown as Node;

/** Without what is quoted from the page: its words and names. */
const bare = (selector: string): string =>
  selector.replaceAll(/"[^"]*"/g, '').replaceAll(/::-p-(text|aria)\([^)]*\)/g, '');

function constantsIn(root: Node): Constants {
  const found = new Map<string, Node>();
  visit(root, (node) => {
    const { name } = (node['id'] ?? {}) as { readonly name?: unknown };
    if (node.type === 'VariableDeclarator' && node['init'] !== null) found.set(String(name), node['init'] as Node);
  });
  return found;
}

function selectorsIn(root: Node, constants: Constants): readonly { readonly at: number; readonly text: string }[] {
  const found: { at: number; text: string }[] = [];
  visit(root, (node) => {
    if (node.type !== 'CallExpression') return;
    const { property } = node['callee'] as { readonly property?: { readonly name?: unknown } };
    const method = String(property?.name);
    const [first] = node['arguments'] as readonly Node[];
    // As the selector that it stands for.
    if (HIDDEN.test(method)) found.push({ at: node.start, text: `#${method}()` });
    if (first !== undefined && LOOKING.has(method)) found.push({ at: first.start, text: textOf(first, constants) });
  });
  return found;
}

/** What is known of the text of an expression; nothing stands for the rest. */
function textOf(node: Node, constants: Constants): string {
  switch (node.type) {
    case 'Literal':
      return String(node['value']);
    case 'TemplateLiteral': {
      const texts = node['quasis'] as readonly { readonly value: { readonly raw: string } }[];
      const between = node['expressions'] as readonly Node[];
      return texts.map(({ value }, n) => value.raw + (between[n] ? textOf(between[n], constants) : '')).join('');
    }
    case 'Identifier': {
      const name = String(node['name']);
      const begun = constants.get(name);
      // Without its own name: a constant may be made of another one that is called the same elsewhere.
      return begun === undefined ? '' : textOf(begun, new Map([...constants].filter(([other]) => other !== name)));
    }
    default:
      return '';
  }
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, look);
    }
  }
}
