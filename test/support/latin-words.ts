/**
 * What a page says to whoever sees or hears it, and the words in Latin letters among it: for tests of the Chinese interface.
 */
import type { Page } from 'puppeteer-core';

/** What a person, a model or a program wrote, as it is: nobody's interface. */
const DATA = '.cm-content, textarea, pre, .value';

/** Names and values, whatever words they are made of. */
const NAMES: readonly RegExp[] = [
  // What is quoted.
  /"(?:[^"\\]|\\.)*"/g,
  /“[^”]*”/g,
  // Addresses, paths, templates, identifiers of more than one word.
  /[\w+*-]*:\/\/[^\s，。；：）]*/g,
  /[^\s（：]*\/[^\s，。；：）]*/g,
  /\{[^{}\s]*[}…]/g,
  /[\p{Script=Latin}\d]+(?:[-_.]+[\p{Script=Latin}\d]+)+…?/gu,
  // Patterns of tools; conditions of a pattern, cut or not.
  /[\w{},-]*\*[\w*{},-]*/g,
  /\([^()]*(?:[~=]|…)[^()]*\)?/g,
  // Ids: of calls, of conversations, of characters; marks of characters.
  /\b[ct]\d+\b/g,
  /\b[0-9a-f]{8}…/g,
  /\b[0-9a-f]{32}\b/g,
  /U\+[0-9A-F]+/g,
  /⟨[A-Z]+⟩/g,
];

/** Words of the interface itself that are Latin in Chinese, too: products, protocols, formats, keys, units. */
const INTERFACE: readonly string[] = [
  ...[
    'Interlock',
    'English',
    'Firefox',
    'MCP',
    'WebMCP',
    'Anthropic Messages',
    'OpenAI Chat Completions',
    'OpenAI Responses',
  ],
  ...['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon', 'Worker', 'WebTransport', 'WebRTC'],
  ...['JSON', 'JSONL', 'YAML', 'ID', 'RE2', 'JavaScript'],
  ...['Alt', 'Ctrl', 'Shift', 'Enter', 'Esc', 'Tab', 'kB', 'MB', 'about:addons'],
];

/** Texts that are seen or read aloud, each once: of elements that are shown, their names and descriptions, and the page's title. */
export function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate((data) => {
    const spoken = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label'];
    const found = new Set([document.title]);
    const isOther = (element: Element): boolean =>
      element.closest(data) !== null ||
      element.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang ||
      !(element.checkVisibility() || element.localName === 'option');
    for (const element of document.body.querySelectorAll('*')) {
      if (isOther(element)) continue;
      for (const attribute of spoken) found.add(element.getAttribute(attribute) ?? '');
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      found.add(own.map(({ textContent }) => textContent).join(''));
    }
    return [...found].map((text) => text.trim()).filter((text) => text !== '');
  }, DATA);
}

/**
 * `text: word, word` for every text with words of more than one letter that are neither names, of the interface, nor `allowed`:
 * words, phrases, or what an expression (with the flag `g`) finds.
 */
export function latinWords(texts: readonly string[], allowed: readonly (string | RegExp)[] = []): readonly string[] {
  const expressions = allowed.filter((one) => typeof one !== 'string');
  const words = [...allowed, ...INTERFACE].filter((one) => typeof one === 'string');
  const isPhrase = (text: string): boolean => text.includes(' ');
  const phrases = words.filter(isPhrase).map(exactly);
  const single = words.filter((word) => !isPhrase(word)).map(exactly);
  return texts.flatMap((text) => {
    const rest = [...expressions, ...phrases, ...NAMES, ...single].reduce(
      (left, one) => left.replaceAll(one, ' '),
      text,
    );
    const found = new Set(rest.match(/\p{Script=Latin}[\p{Script=Latin}\d’']+/gu));
    return found.size === 0 ? [] : [`${text}: ${[...found].join(', ')}`];
  });
}

/** Texts with Chinese characters, but for the language's own name. */
export const chineseTexts = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => /\p{Script=Han}/u.test(text.replaceAll('简体中文', '')));

/** These very words, and no part of another. */
function exactly(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{Script=Latin}\\d_-])${escaped}(?![\\p{Script=Latin}\\d_-])`, 'gu');
}
