/**
 * What the texts of the interface consist of, and what is said in the views without them. Reads sources; for `messages.test.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { parseAst } from 'vite';

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Sources that may show something to a person, by path. */
export const SOURCES: ReadonlyMap<string, string> = new Map(
  globSync('entrypoints/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\/(interceptor\.content|bridge\.content|i18n\/(en|zh-cn))\//.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Names of the placeholders and tags of a message, each once, sorted. */
export function parts(text: string, language: string): readonly string[] {
  return [...new Set(namesIn(new IntlMessageFormat(text, language).getAst()))].sort();
}

function namesIn(elements: readonly MessageElement[]): string[] {
  return elements.flatMap((element) => {
    // 0 is literal text and 7 the `#` of a plural: neither has a name.
    if (element.type === 0 || element.type === 7) return [];
    const inside =
      'options' in element
        ? Object.values(element.options).flatMap((option) => namesIn(option.value))
        : 'children' in element
          ? namesIn(element.children)
          : [];
    return [element.value, ...inside];
  });
}

/** Attributes whose value a person reads or hears. */
const READ = new Set([
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'alt',
  'label',
]);

/** `line: text` for every text with letters that stands in a view instead of in the catalog. */
export function literals(source: string, file: string): readonly string[] {
  const found: string[] = [];
  const say = (node: Node, text: string): void => {
    if (/\p{Letter}{2}/u.test(text))
      found.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${text.trim()}`);
  };
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node, (node) => {
    if (node.type === 'JSXText') say(node, String(node['value']));
    if (node.type === 'JSXAttribute') {
      const { name } = node['name'] as { readonly name: unknown };
      if (READ.has(String(name))) said(node['value'] as Node | null, say);
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node['children'] as readonly Node[]) said(child, say);
    }
  });
  return found;
}

/** Texts among the values that an expression may have. What is handed to a function is not looked at. */
function said(node: Node | null, say: (node: Node, text: string) => void): void {
  switch (node?.type) {
    case 'JSXExpressionContainer':
      said(node['expression'] as Node, say);
      break;
    case 'Literal':
      if (typeof node['value'] === 'string') say(node, node['value']);
      break;
    case 'TemplateLiteral':
      for (const quasi of node['quasis'] as readonly { readonly value: { readonly raw: string } }[])
        say(node, quasi.value.raw);
      break;
    case 'ConditionalExpression':
      said(node['consequent'] as Node, say);
      said(node['alternate'] as Node, say);
      break;
    case 'LogicalExpression':
      if (node['operator'] !== '&&') said(node['left'] as Node, say);
      said(node['right'] as Node, say);
      break;
    case 'BinaryExpression':
      if (node['operator'] !== '+') break;
      said(node['left'] as Node, say);
      said(node['right'] as Node, say);
      break;
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
