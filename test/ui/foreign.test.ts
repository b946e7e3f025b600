/**
 * What libraries say about a text, put into Chinese: as they really say it, and no form of theirs that they do not have.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { english } from '../../engine/say.ts';
import { DIAGNOSTICS } from '../../entrypoints/ui/i18n/zh-cn/diagnostics.ts';
import { libraryInChinese, RE2, YAML } from '../../entrypoints/ui/i18n/zh-cn/foreign.ts';
import { saidInChinese } from '../../entrypoints/ui/i18n/zh-cn/said.ts';
import { latinWords } from '../support/latin-words.ts';

test.each([
  'a: b: c',
  'a:\n\t- b',
  'a: [1, 2',
  'a: [1 2: 3',
  'a: {b: 1',
  'a: "b',
  "a: 'b",
  'a: "\\q"',
  'a: @b',
  'a: `b',
  'a: %b',
  'a: - b',
  '- a\n b: c',
  'a: 1\n  b: 2',
  'a: 1\n b',
  'a\nb: 1',
  'a: *',
  'a: &x &y b',
  'a: !x !y b',
  'a: !x b',
  'a: |x\n  b',
  'a: [,]',
  'a: [b,,c]',
  'a: }',
  'a: >\n b\nc',
  '%YAML 9.0\n---\na: 1',
  '%X\n---\na',
  'a: 1#b\n  c',
  '"a" "b"',
  'a: 1\n...\nb: 2\n- c',
  '? a\n? - b\nc',
  'key: [a\nb: c]',
  'a: !<x b',
])('a document that is not YAML is refused in Chinese: %j', (text) => {
  const messages = loadMachines(text).diagnostics.filter(({ code }) => code === 'parse');
  const words = messages
    .filter(({ wording: { message } }) => !Object.hasOwn(DIAGNOSTICS, message.form))
    .map(({ wording: { message } }) => libraryInChinese(english(message)) ?? english(message));
  expect(latinWords(words)).toEqual([]);
});

test.each(['[', '(', 'a{1001}', '*', 'a**', '\\q', '[b-a]', '(?i', '(?P<n>a)(?P<n>b)', '(?P<', 'a)', '\\'])(
  'an expression that does not compile is refused in Chinese: %s',
  (expression) => {
    const text = `machines:\n  - name: a\n    initial: x\n    transitions:\n      - { on: 'T(a =~ "${expression.replaceAll('\\', '\\\\')}")', from: x, to: y }\n`;
    const [found] = loadMachines(text).diagnostics.filter(({ severity }) => severity === 'error');
    const values = found?.wording.message.values ?? [];
    const words = values.flatMap((value) => (typeof value === 'object' ? value.values : []));
    const said = words.map((word) => (typeof word === 'object' ? libraryInChinese(english(word)) : null));
    expect(said.filter((word) => word !== null)).toHaveLength(1);
  },
);

test('every form is one that the library has', () => {
  const sources = globSync(['node_modules/yaml/dist/**/*.js', 'node_modules/re2js/build/index.js'])
    .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"))
    .join('\n');
  const pieces = Object.keys({ ...YAML, ...RE2 }).flatMap((form) => form.replace(/^Flow \w+/, '').split(/:? ?\{\d\}/));
  const missing = pieces.filter((piece) => piece.length > 6 && !sources.includes(piece));
  expect(missing).toEqual([]);
});

test('a sentence of a person is no form of a library', () => {
  expect(saidInChinese('Every file must end with a newline.')).toBe('Every file must end with a newline.');
});
