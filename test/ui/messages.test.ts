/**
 * The texts of the interface: nothing missing, nothing left over, nothing untranslated, nothing said past them.
 */
import { expect, test } from 'vitest';
import * as english from '../../entrypoints/ui/i18n/en/mod.ts';
import * as chinese from '../../entrypoints/ui/i18n/zh-cn/mod.ts';
import { literals, parts, SOURCES } from './messages.ts';

type Texts = ReadonlyMap<string, string>;

const textsOf = (catalog: object): Texts =>
  new Map(
    Object.entries(catalog).flatMap(([area, texts]) =>
      Object.entries(texts as Record<string, string>).map(([name, text]) => [`${area}.${name}`, text] as const),
    ),
  );

const en = textsOf(english);
const zh = textsOf(chinese);
const everything = [...SOURCES.values()].join('\n');

/** Texts that are the same in both languages: names. */
const SAME = new Set(['popup.pageTitle']);

/** Words in views that have no translation: a name, a command, examples of what is typed. */
const NAMES = /^(Interlock|npm start|my-machines|https:\/\/chat\.example\.com\/\*)$/;

test('every language has the same texts', () => {
  expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
});

test('every text is used', () => {
  expect([...en.keys()].filter((key) => !everything.includes(`'${key}'`))).toEqual([]);
});

test('every text that is asked for exists', () => {
  const asked = [...everything.matchAll(/\b(?:t|rich)\(\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  expect(asked.filter((key) => !en.has(key))).toEqual([]);
});

test('no text is left in English', () => {
  const left = [...en].filter(([key, text]) => zh.get(key) === text && /\p{Letter}{2}/u.test(text) && !SAME.has(key));
  expect(left.map(([key]) => key)).toEqual([]);
});

test('every text has the same placeholders and elements in every language', () => {
  const differ = [...en].filter(
    ([key, text]) => String(parts(text, 'en')) !== String(parts(zh.get(key) ?? '', 'zh-CN')),
  );
  expect(differ.map(([key]) => key)).toEqual([]);
});

test('no text has blanks around it', () => {
  expect([...en, ...zh].filter(([, text]) => text !== text.trim()).map(([key]) => key)).toEqual([]);
});

test('no view says anything that is not among the texts', () => {
  const found = [...SOURCES]
    .filter(([file]) => file.endsWith('.tsx'))
    .flatMap(([file, source]) => literals(source, file));
  expect(found.filter((line) => !NAMES.test(line.replace(/^\S+ /, '')))).toEqual([]);
});

test.each([
  '<p>Some words</p>',
  '<button title="Some words" />',
  '<p aria-label={on ? "Some words" : ""} />',
  '<p>{on && "Some words"}</p>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template within the source that is looked at.
  '<p>{`${n} words`}</p>',
])('words in a view are found in %s', (source) => {
  expect(literals(source, 'view.tsx')).toHaveLength(1);
});

test('signs, class names and what is handed to a function are no words', () => {
  expect(literals("<p class='some-words' title={t('common.close')}>⋯ {show('some words')}</p>", 'view.tsx')).toEqual(
    [],
  );
});
