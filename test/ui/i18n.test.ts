import { effect } from '@preact/signals';
import { afterEach, expect, test } from 'vitest';
import { language, setLanguage, t } from '../../entrypoints/ui/i18n/i18n.ts';
import { languageFor } from '../../entrypoints/ui/i18n/language.ts';
import {
  followLanguage,
  type LanguageStorage,
  storedLanguage,
  storeLanguage,
} from '../../entrypoints/ui/i18n/stored-language.ts';

afterEach(() => setLanguage('en'));

/** Storage that several pages share, as the browser's. */
function storage(items: Record<string, unknown> = {}): LanguageStorage {
  const listeners: Parameters<LanguageStorage['onChanged']['addListener']>[0][] = [];
  return {
    local: {
      get: async (key) => (key in items ? { [key]: items[key] } : {}),
      remove: async (key) => {
        delete items[key];
        for (const listener of listeners) listener({ [key]: {} }, 'local');
      },
      set: async (change) => {
        Object.assign(items, change);
        for (const listener of listeners) {
          listener(Object.fromEntries(Object.entries(change).map(([key, newValue]) => [key, { newValue }])), 'local');
        }
      },
    },
    onChanged: { addListener: (listener) => listeners.push(listener) },
  };
}

/** Resolves when `wanted` is shown. */
function shown(wanted: string): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      if (language.value === wanted) resolve();
    });
  });
}

test('plurals follow the language', async () => {
  expect([t('common.characters', { count: 1 }), t('common.characters', { count: 2 })]).toEqual([
    '1 character',
    '2 characters',
  ]);
  await setLanguage('zh-CN');
  expect(t('common.characters', { count: 2 })).toBe('2 个字符');
});

test('what reads a text is told when the language changes', async () => {
  const seen: string[] = [];
  const stop = effect(() => {
    seen.push(t('common.cancel'));
  });
  await setLanguage('zh-CN');
  stop();
  expect(seen).toEqual(['Cancel', '取消']);
});

test('the language chosen last is shown, whichever was loaded first', async () => {
  await Promise.all([setLanguage('zh-CN'), setLanguage('en')]);
  expect(language.value).toBe('en');
});

test.each([
  [['zh-TW', 'en'], 'zh-CN'],
  [['de-DE', 'zh', 'en'], 'zh-CN'],
  [['en-GB', 'zh-CN'], 'en'],
  [['de', 'fr'], 'en'],
  [[], 'en'],
])('a browser that prefers %j begins with %s', (preferred, begins) => {
  expect(languageFor(preferred)).toBe(begins);
});

test('without a choice the language is that of the browser', async () => {
  await followLanguage(storage(), ['zh-CN'], setLanguage);
  expect(language.value).toBe('zh-CN');
});

test('a stored choice wins over the browser', async () => {
  await followLanguage(storage({ language: 'en' }), ['zh-CN'], setLanguage);
  expect(language.value).toBe('en');
});

test('a stored value that is no language counts as none', async () => {
  await followLanguage(storage({ language: 'xx' }), ['zh-CN'], setLanguage);
  expect(language.value).toBe('zh-CN');
});

test('a choice made in one page is followed in the others', async () => {
  const shared = storage();
  await followLanguage(shared, ['en'], setLanguage);
  await storeLanguage(shared, 'zh-CN');
  await shown('zh-CN');
});

test('the choice can be left to the browser again, and each choice is read back', async () => {
  const shared = storage({ language: 'en' });
  await followLanguage(shared, ['zh-CN'], setLanguage);
  expect(await storedLanguage(shared)).toBe('en');
  await storeLanguage(shared, 'browser');
  await shown('zh-CN');
  expect(await storedLanguage(shared)).toBe('browser');
});

test('storage that cannot be read leaves the language of the browser', async () => {
  const broken = storage();
  const failing = { ...broken, local: { ...broken.local, get: () => Promise.reject(new Error('no disk')) } };
  await followLanguage(failing, ['zh-CN'], setLanguage);
  expect(language.value).toBe('zh-CN');
});
