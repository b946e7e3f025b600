/**
 * The forms of all sentences that are made with `msg`, read from the sources.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Form → file, of every sentence under the given folders. */
export function formsIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`)).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as Node, (node) => {
      const form = formOf(node);
      if (form !== null) forms.set(form, file);
    });
  }
  return forms;
}

/** Of a template that carries one of the two tags; null for all else. */
function formOf({ type, tag, quasi }: Node): string | null {
  if (type !== 'TaggedTemplateExpression' || !isNode(tag) || !isNode(quasi)) return null;
  if (tag['name'] !== 'msg') return null;
  return templateForm(quasi);
}

/** The form of a template or of a plain text; null for other nodes. */
export function templateForm(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  const parts = node['quasis'].map(({ value }: { readonly value: { readonly cooked: string } }) => value.cooked);
  return parts.reduce((before, part, i) => `${before}{${i - 1}}${part}`);
}

/** Calls `see` with every node. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const inside of Array.isArray(value) ? value : [value]) if (isNode(inside)) visit(inside, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
