/**
 * What is wrong with a field of a site entry, as a code that views put into words. Pure. Used by the settings, which refuse
 * what is wrong, and by the options page while it is typed.
 */
import { RE2JS, RE2JSException } from 're2js';
import { compileGlob } from '../../engine/pattern/glob.ts';
import { parseMatch } from './sites.ts';

/** Local addresses: the extension may read them from the start. The manifest has the same. */
export const LOCAL_MATCHES: readonly string[] = ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'];

export type MatchProblem =
  | 'empty'
  /** No `http://`, `https://` or `*://` at the beginning. */
  | 'scheme'
  | 'host'
  /** No `/` after the host. */
  | 'path';

/** Why a text is no match pattern; `null` when it is one. */
export function matchProblem(text: string): MatchProblem | null {
  if (text === '') return 'empty';
  if (parseMatch(text) !== null) return null;
  const [, rest] = /^(?:\*|https?):\/\/(.*)$/s.exec(text) ?? [];
  if (rest === undefined) return 'scheme';
  return rest.includes('/') || parseMatch(`${text}/`) === null ? 'host' : 'path';
}

/** The pattern that somebody may have meant who typed an address or a host; `null` when nothing comes to mind. */
export function suggestedMatch(text: string): string | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) return null;
  const address = /^[a-z*]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const [, scheme = '', host = ''] = /^(\*|https?):\/\/([^/?#\s]+)/i.exec(address) ?? [];
  const pattern = `${scheme}://${host}/*`.toLowerCase();
  return parseMatch(pattern) !== null && pattern !== text ? pattern : null;
}

/** The origins a browser has to permit for a pattern: it knows neither ports nor paths there. `null` for no pattern. */
export function originsOf(match: string): string | null {
  const parsed = parseMatch(match);
  if (parsed === null) return null;
  const host = parsed.host === null ? '*' : parsed.subdomains ? `*.${parsed.host}` : parsed.host;
  return `${parsed.scheme ?? '*'}://${host}/*`;
}

export type CaptureProblem = 'empty' | 'long' | 'syntax' | 'groups';

const LONGEST = 1_000;

/** Why a text is no regular expression with exactly one group; `null` when it is one. */
export function captureProblem(pattern: string): CaptureProblem | null {
  if (pattern === '') return 'empty';
  if (pattern.length > LONGEST) return 'long';
  try {
    // Linear by the first, and what the page looks with by the second: neither takes all of the other's syntax.
    const groups = RE2JS.compile(pattern).groupCount();
    new RegExp(pattern, 'u');
    return groups === 1 ? null : 'groups';
  } catch (error) {
    if (error instanceof RE2JSException || error instanceof SyntaxError) return 'syntax';
    throw error;
  }
}

/** Why a text is no glob; `null` when it is one. */
export function globProblem(glob: string): 'empty' | 'long' | 'syntax' | null {
  if (glob === '') return 'empty';
  if (glob.length > LONGEST) return 'long';
  return compileGlob(glob).ok ? null : 'syntax';
}
