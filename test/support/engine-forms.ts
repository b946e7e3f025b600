/**
 * The forms of sentences in the sources: of those that are made with `msg`, and of all texts.
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

/**
 * Every text that a file holds, as a form: templates with their places numbered, texts that are added to each other in one. Left out:
 * what only a console says, what is made with `msg`, names of modules and types.
 */
export function textsIn(file: string): readonly string[] {
  const texts: string[] = [];
  gather(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as Node, texts);
  return texts;
}

function gather(node: Node, texts: string[]): void {
  if (isUnsaid(node)) return;
  const parts = partsOf(node);
  if (parts !== null) {
    let places = 0;
    texts.push(parts.map((part) => part ?? `{${places++}}`).join(''));
    if (node.type === 'Literal') return;
  }
  // The texts within what was added up have been said; what is filled in has not.
  for (const inside of parts === null ? childrenOf(node) : filledInto(node)) gather(inside, texts);
}

function isUnsaid(node: Node): boolean {
  const { type, tag, callee } = node;
  if (type === 'ImportDeclaration' || (type.startsWith('TS') && node['expression'] === undefined)) return true;
  if (type === 'TaggedTemplateExpression') return isNode(tag) && tag['name'] === 'msg';
  const object = isNode(callee) ? callee['object'] : undefined;
  return isNode(object) && object['name'] === 'console';
}

/** The texts of a node and `null` for each place between them; `null` when it is no text. */
function partsOf(node: Node): readonly (string | null)[] | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null;
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
    return quasis.flatMap(({ value }, i) => (i === 0 ? [value.cooked] : [null, value.cooked]));
  }
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null;
  const [left, right] = [node['left'], node['right']].map((side) => (isNode(side) ? partsOf(side) : null));
  return left && right ? [...left, ...right] : null;
}

/** The expressions in the places of a text. */
function filledInto(node: Node): readonly Node[] {
  if (node.type === 'TemplateLiteral') return (node['expressions'] as readonly unknown[]).filter(isNode);
  return [node['left'], node['right']].filter(isNode).flatMap(filledInto);
}

/** Calls `see` with every node. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const inside of childrenOf(node)) visit(inside, see);
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
