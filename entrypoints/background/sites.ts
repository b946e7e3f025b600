/**
 * Which site entry a page belongs to. Match patterns are those of browser extensions, with an optional port:
 * `scheme://host[:port]/path` where scheme is `http`, `https` or `*` (either), host is a name, an address, `*` or
 * `*.name` (the name itself included), and `*` in the path is any text. Pure.
 */
import type { Site } from './settings.ts';

/** A match pattern, taken apart. `null` stands for "any". */
export interface Match {
  readonly scheme: 'http' | 'https' | null;
  readonly host: string | null;
  /** `host` stands for its subdomains, too. */
  readonly subdomains: boolean;
  readonly port: string | null;
  readonly path: RegExp;
}

const FORM = /^(\*|https?):\/\/(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(\/.*)$/;

/** Takes a pattern apart; `null` when it is none. Only lower-case hosts are patterns, as URLs have no others. */
export function parseMatch(pattern: string): Match | null {
  const parts = FORM.exec(pattern);
  if (parts === null) return null;
  const [, scheme, host = '', port, path = ''] = parts;
  const subdomains = host.startsWith('*.');
  return {
    scheme: scheme === 'http' || scheme === 'https' ? scheme : null,
    host: host === '*' ? null : subdomains ? host.slice(2) : host,
    subdomains,
    port: port ?? null,
    path: new RegExp(`^${path.split('*').map(literal).join('.*')}$`, 's'),
  };
}

/** Whether `url` (absolute) is covered by the pattern. Anything but http and https never is. */
export function covers(match: Match, url: URL): boolean {
  const scheme = url.protocol === 'http:' ? 'http' : url.protocol === 'https:' ? 'https' : null;
  if (scheme === null || (match.scheme !== null && match.scheme !== scheme)) return false;
  if (match.port !== null && match.port !== (url.port || (scheme === 'http' ? '80' : '443'))) return false;
  if (match.host !== null && match.host !== url.hostname) {
    if (!match.subdomains || !url.hostname.endsWith(`.${match.host}`)) return false;
  }
  return match.path.test(url.pathname + url.search);
}

/** The first entry of the list that covers `url`; `null` = this page is not guarded. */
export function siteFor(sites: readonly Site[], url: string): Site | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return sites.find(({ match }) => covers(parseMatch(match) ?? NOTHING, parsed)) ?? null;
}

const NOTHING: Match = { scheme: null, host: '', subdomains: false, port: null, path: /(?!)/ };

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
