/**
 * The interface's texts in the language a person reads. Runs in every extension page and in the background; touches no
 * browser API (see `stored-language.ts` for where the choice is kept).
 *
 * `t` reads a signal: a component that calls it while rendering is drawn anew when the language changes.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { IntlMessageFormat } from 'intl-messageformat';
import type { ComponentChild } from 'preact';
import * as english from './en/core.ts';
import type { Language } from './language.ts';
import type { Catalog, Key, Params, RichParams } from './message-types.ts';

export type { Key, PlainKey } from './message-types.ts';

/** Languages with their own names, in the order of the switch. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['zh-CN', '简体中文'],
];

/** What means something in an ICU message; a text without it means what it says. */
const SYNTAX = /[{}<']/;

interface Texts {
  readonly language: Language;
  readonly catalog: Partial<Catalog>;
  /** Parsed messages, by key. */
  readonly parsed: Map<string, IntlMessageFormat>;
}

/** Some of the areas: English at hand, the others loaded when they are wanted. */
export interface Part {
  readonly en: Partial<Catalog>;
  readonly 'zh-CN': () => Promise<Partial<Catalog>>;
}

const parts: Part[] = [{ en: english, 'zh-CN': () => import('./zh-cn/core.ts') }];
const texts = signal<Texts>({ language: 'en', catalog: english, parsed: new Map() });
const current = signal<Language>('en');

/** The language that is shown. */
export const language: ReadonlySignal<Language> = current;

let wanted: Language = 'en';

/** Shows everything in `next`, as soon as its texts are loaded. The latest call counts. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  const catalog = await load(next);
  if (wanted !== next || texts.peek().language === next) return;
  texts.value = { language: next, catalog, parsed: new Map() };
  current.value = next;
}

/** Adds areas, so that a page loads no others than its own. */
export function addTexts(part: Part): void {
  parts.push(part);
  const { language: shown, catalog } = texts.peek();
  if (shown === 'en') texts.value = { language: shown, catalog: { ...catalog, ...part.en }, parsed: new Map() };
}

/** The text of `key` (`area.name`), its placeholders filled in. */
export function t<K extends Key>(key: K, ...[params]: Params<K>): string {
  // Most texts of a view are only text; to parse them is what takes time.
  const text = textOf(key);
  return SYNTAX.test(text) ? String(parsed(key).format(params)) : text;
}

/** The same with elements among the text: placeholders may be elements, `<tag>…</tag>` calls the function named `tag`. */
export function rich<K extends Key>(key: K, params: RichParams): ComponentChild {
  // What comes out is text, what was put in, or a list of both: all of it can be drawn.
  return parsed(key).format(params as never) as ComponentChild;
}

/** A text that is kept: whatever draws it shows it in the language that is shown then. */
export type Phrase = ReadonlySignal<string>;

/** What `say` makes of `t` and its like, made anew when the language changes. */
export const phrase = (say: () => string): Phrase => computed(say);

function parsed(key: Key): IntlMessageFormat {
  const { language: of, parsed: known } = texts.value;
  const message = known.get(key) ?? new IntlMessageFormat(textOf(key), of);
  known.set(key, message);
  return message;
}

function textOf(key: Key): string {
  const { language: of, catalog } = texts.value;
  const [area, name] = key.split('.', 2) as [keyof Catalog, string];
  const text = (catalog[area] as Readonly<Record<string, string>> | undefined)?.[name];
  if (text === undefined) throw new Error(`There is no text "${key}" in ${of}.`);
  return text;
}

async function load(of: Language): Promise<Partial<Catalog>> {
  const loaded = await Promise.all(parts.map((part) => (of === 'en' ? part.en : part[of]())));
  return Object.assign({}, ...loaded);
}
