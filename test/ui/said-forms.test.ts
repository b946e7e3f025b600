/**
 * The forms by which English sentences are found and put into Chinese: none missing, none left over, none that says less.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { emptyMachineSet } from '../../engine/dsl/machine-set.ts';
import { BUNDLED } from '../../entrypoints/ui/i18n/zh-cn/said/bundled.ts';
import { ZOD, ZOD_PARTS } from '../../entrypoints/ui/i18n/zh-cn/said/settings.ts';
import { PARTS, SENTENCES, saidInChinese } from '../../entrypoints/ui/i18n/zh-cn/said.ts';
import { textsIn } from '../support/engine-forms.ts';
import { UNSAID } from './unsaid.ts';

/** Files whose sentences a person may come to read in the popup, the options or the journal. */
const SHOWN = [
  'engine/*.ts',
  'engine/{evaluate,key,simulate,state,trace}/**/*.ts',
  'entrypoints/background/**/*.ts',
  'entrypoints/interceptor.content/{answer,hold,model}/**/*.ts',
  'entrypoints/interceptor.content/way.ts',
];

/** Files among them that say nothing to a person in the extension: tests, and what only the command line has. */
const ELSEWHERE = [
  /\.test\.ts$/,
  /^engine\/(cli|say)\.ts$/,
  /^engine\/state\/(stores\/(jsonl|memory|store-suite)[\w-]*|verify-[\w-]+)\.ts$/,
];

const TEXTS = new Set(
  SHOWN.flatMap((pattern) => globSync(pattern))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ELSEWHERE.some((of) => of.test(file)))
    .flatMap((file) => textsIn(file)),
);
const KNOWN = { ...SENTENCES, ...PARTS };

/** More than one word. */
const isSentence = (text: string): boolean => /[\p{L}}] \p{L}{2}|\p{L} \{/u.test(text);

/** The reasons in the machines that come with Interlock, their placeholders numbered. */
function bundledReasons(): readonly string[] {
  const found = new Set([numbered(emptyMachineSet.continuation.message)]);
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('reason' in value && typeof value.reason === 'string') found.add(numbered(value.reason));
    for (const inside of Object.values(value)) gather(inside);
  };
  for (const file of globSync('machines/*.yaml')) gather(parse(readFileSync(file, 'utf8')));
  return [...found].sort();
}

function numbered(template: string): string {
  let places = 0;
  return template.replaceAll(/\{[^{}]*\}/g, () => `{${places++}}`);
}

test('every sentence in the sources has a form in Chinese, or is known to be shown to nobody', () => {
  const missing = [...TEXTS].filter((text) => isSentence(text) && !Object.hasOwn(KNOWN, text) && !UNSAID.has(text));
  expect(missing).toEqual([]);
});

test('no form and no exception is without a text in the sources', () => {
  expect([...Object.keys(KNOWN), ...UNSAID].filter((form) => !TEXTS.has(form))).toEqual([]);
});

test('no sentence has two translations', () => {
  const twice = Object.keys(SENTENCES).filter((form) => Object.hasOwn(PARTS, form) || UNSAID.has(form));
  expect(twice).toEqual([]);
});

test('every reason of a bundled machine has a form in Chinese, and no form there is without a reason', () => {
  expect(Object.keys(BUNDLED).sort()).toEqual(bundledReasons());
});

test('a Chinese form has every place of the English one, once', () => {
  const places = (form: string): string =>
    [...form.matchAll(/\{(\d+)(?::\w+)?\}/g)]
      .map(([, n]) => n)
      .sort()
      .join();
  const all = { ...KNOWN, ...BUNDLED, ...ZOD, ...ZOD_PARTS };
  expect(Object.entries(all).filter(([form, chinese]) => places(form) !== places(chinese))).toEqual([]);
});

test('every sentence is found by its own form when names are filled in', () => {
  const filled = (form: string): string => form.replaceAll(/\{(\d+)(?::\w+)?\}/g, 'name$1');
  const wrong = Object.entries({ ...SENTENCES, ...BUNDLED, ...ZOD })
    .filter(([, chinese]) => !chinese.includes(':known'))
    .filter(([form, chinese]) => saidInChinese(filled(form)) !== filled(chinese));
  expect(wrong).toEqual([]);
});

test('nothing is made of an empty text, and a text that is no sentence of Interlock stays as it is', () => {
  const texts = ['', 'Ask first. Then write it, or leave it.', 'a list', 'On second thoughts: no.', 'approved'];
  expect(texts.map(saidInChinese)).toEqual(texts);
});
