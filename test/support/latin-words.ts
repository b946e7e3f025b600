/**
 * What a page says to whoever sees or hears it, and the words in Latin letters among it: for tests of the Chinese interface.
 */
import type { Page } from 'puppeteer-core';

/** What a person wrote, or what a program reads, as it is: texts in there are nobody's interface. */
const DATA = '.cm-content, textarea, pre, [data-verbatim]';

/** Names and values, whatever words they are made of: quoted texts, addresses, paths, templates, identifiers. */
const NAMES = [
  /"(?:[^"\\]|\\.)*"/g,
  /“[^”]*”/g,
  /[\w+*-]*:\/\/[^\s，。；：）]*/g,
  /\S*\/\S*/g,
  /\{[\w.]+\}/g,
  /[\p{Script=Latin}\d]+(?:[-_.·][\p{Script=Latin}\d]+)+/gu,
];

/** Texts that are seen or read aloud, each once: of elements that are shown, their names and descriptions, and the page's title. */
export function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate((data) => {
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label'];
    const found = new Set([document.title]);
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(data) !== null || !(element.checkVisibility() || element.localName === 'option')) continue;
      for (const attribute of spoken) found.add(element.getAttribute(attribute) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent ?? '');
    }
    return [...found].map((text) => text.trim()).filter((text) => text !== '');
  }, DATA);
}

/** `text: word, word` for every text with words of more than one letter that are neither names nor allowed. */
export function latinWords(texts: readonly string[], allowed: ReadonlySet<string>): readonly string[] {
  return texts.flatMap((text) => {
    const rest = NAMES.reduce((left, name) => left.replaceAll(name, ' '), text);
    const words = (rest.match(/\p{Script=Latin}[\p{Script=Latin}\d’']+/gu) ?? []).filter((word) => !allowed.has(word));
    return words.length === 0 ? [] : [`${text}: ${[...new Set(words)].join(', ')}`];
  });
}
