/**
 * What a person does in any view of the options, for the browser tests: goes to a view, gives it a file, chooses the language.
 */
import type { Page } from 'puppeteer-core';
import type { Language } from '../../entrypoints/ui/i18n/language.ts';
import { combobox, link } from './by.ts';

/** What the switch is called in the language that is not chosen yet. */
const SWITCHES_TO: Readonly<Record<Language, string>> = { en: '语言', 'zh-CN': 'Language' };

/** Goes to a view by its name. */
export const openView = (options: Page, name: string): Promise<void> => options.locator(link(name)).click();

/** Gives files to what is called so: a label that opens the browser's file picker. */
export async function chooseFiles(options: Page, label: string, ...paths: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    options.waitForFileChooser(),
    options.locator(`label::-p-text(${label})`).click(),
  ]);
  await chooser.accept([...paths]);
}

/** Chooses the language that is not shown yet. Resolves before the page has changed. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const choice = combobox(SWITCHES_TO[language]);
  await page.waitForSelector(choice);
  await page.select(choice, language);
}
