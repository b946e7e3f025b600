/**
 * Key normalizers: two spellings of one thing become one key. Lexical only: a browser knows neither symbolic links nor
 * whether the disk tells cases apart.
 */
import type { KeyNormalizer } from '../dsl/machine.ts';
import { normalizePath, underRoot } from './path-normalizer.ts';

/**
 * The canonical form of a rendered key.
 * @param keyRoot with `path`: an absolute path; keys under it become relative to it (the root itself is `.`).
 */
export function normalizeKey(text: string, normalizer: KeyNormalizer, keyRoot: string | null): string {
  switch (normalizer) {
    case 'none':
      return text;
    case 'trim':
      return text.trim();
    case 'lowercase':
      return text.toLowerCase();
    case 'path':
      return keyRoot === null ? normalizePath(text) : underRoot(text, keyRoot);
    case 'url':
      return normalizeUrl(text);
  }
}

function normalizeUrl(text: string): string {
  try {
    const { href } = new URL(text);
    const fragment = href.indexOf('#');
    return fragment < 0 ? href : href.slice(0, fragment);
  } catch {
    return text.trim(); // Not a URL: the text itself names the instance.
  }
}
