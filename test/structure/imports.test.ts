/**
 * The import rules of the tree. A rule that lives only in prose is broken by the third person who comes along.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const isSource = (file: string): boolean => !/\.(test|bench)\.ts$|\.d\.ts$/.test(file) && !file.includes('store-suite');
const sources = globSync(['engine/**/*.ts', 'entrypoints/**/*.{ts,tsx}'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter(isSource);

/** What each file imports from the project: the paths of the files, by the file that imports them. */
const imports = new Map(
  sources.map((file) => {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
    return [file, specifiers.map((s) => normalize(join(dirname(file), s.replace(/\?\w+$/, ''))).replaceAll('\\', '/'))];
  }),
);

/** `file imports target` for every import of a file that `from` matches and whose target `allowed` does not. */
function breaches(from: RegExp, allowed: RegExp): readonly string[] {
  return [...imports]
    .filter(([file]) => from.test(file))
    .flatMap(([file, targets]) => targets.filter((t) => !allowed.test(t)).map((t) => `${file} imports ${t}`));
}

test('the engine imports nothing outside itself', () => {
  expect(breaches(/^engine\//, /^engine\//)).toEqual([]);
});

test('the pipeline does not know the protocols or the command line', () => {
  expect(
    breaches(
      /^engine\/(dsl|pattern|key|evaluate|state|session|line|guard)/,
      /^engine\/(dsl|pattern|key|evaluate|state)\/|^engine\/(session|overdue|decisions|repeats|line|guard|say|tool-call)\.ts$/,
    ),
  ).toEqual([]);
});

test('protocol adapters know the neutral tool call and each other, nothing else', () => {
  expect(breaches(/^engine\/wire\//, /^engine\/(wire\/|tool-call\.ts$)/)).toEqual([]);
});

test('the page realm takes no part of the extension but its contracts', () => {
  expect(
    breaches(
      /^entrypoints\/interceptor\.content\//,
      /^engine\/(wire\/|tool-call\.ts$)|^entrypoints\/(interceptor\.content\/|background\/page-messages\.ts$|channel\/)/,
    ),
  ).toEqual([]);
});

test('shells never import the private files of another shell', () => {
  const shell = (file: string): string => file.split('/')[1] ?? '';
  const shared = new Set(['ui', 'channel']);
  const found = [...imports]
    .filter(([file]) => file.startsWith('entrypoints/'))
    .flatMap(([file, targets]) =>
      targets
        .filter((t) => t.startsWith('entrypoints/') && shell(t) !== shell(file) && !shared.has(shell(t)))
        .filter((t) => !/^entrypoints\/background\/(page-messages|ui-messages|instance-messages|settings)\.ts$/.test(t))
        .map((t) => `${file} imports ${t}`),
    );
  expect(found).toEqual([]);
});

test('relative imports name a file that exists, with its ending', () => {
  const known = new Set(
    [...globSync(['engine/**/*.ts', 'entrypoints/**/*.{ts,tsx,css,svg}', 'machines/*', 'public/**/*'])].map((f) =>
      f.replaceAll('\\', '/'),
    ),
  );
  const broken = [...imports].flatMap(([file, targets]) =>
    targets.filter((t) => !known.has(t)).map((t) => `${file} imports ${t}`),
  );
  expect(broken).toEqual([]);
});

test('no import goes round in a circle, types aside', () => {
  const graph = new Map(
    sources.map((file) => {
      const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const values = [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm)]
        .filter((match) => !/^(?:import|export)\s*\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\}/.test(match[0]))
        .map((match) => normalize(join(dirname(file), match[1] ?? '')).replaceAll('\\', '/'));
      return [file, values];
    }),
  );
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ');
    if (done.has(file)) return null;
    for (const target of graph.get(file) ?? []) {
      const circle = visit(target, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  expect(sources.map((file) => visit(file, [])).filter((circle) => circle !== null)).toEqual([]);
});
