import { expect, test } from 'vitest';
import { defaultSettings, newSite, type Site } from '../../entrypoints/background/settings.ts';
import { covers, parseMatch, siteFor } from '../../entrypoints/background/sites.ts';

const covered = (pattern: string, url: string): boolean => {
  const match = parseMatch(pattern);
  return match !== null && covers(match, new URL(url));
};

test.each([
  ['*://localhost/*', 'http://localhost/'],
  ['*://localhost/*', 'http://localhost:5173/app?x=1#y'],
  ['*://localhost/*', 'https://localhost/'],
  ['*://127.0.0.1/*', 'http://127.0.0.1:6274/api'],
  ['*://[::1]/*', 'http://[::1]:3000/'],
  ['https://*.example.org/*', 'https://a.b.example.org/'],
  ['https://*.example.org/*', 'https://example.org/'],
  ['http://localhost:3000/*', 'http://localhost:3000/'],
  ['https://localhost:443/*', 'https://localhost/'],
  ['https://*/*', 'https://anything.example/'],
  ['*://localhost/a/*', 'http://localhost/a/b'],
  ['*://localhost/a*c', 'http://localhost/a?b/c'],
])('%s covers %s', (pattern, url) => {
  expect(covered(pattern, url)).toBe(true);
});

test.each([
  ['*://localhost/*', 'http://localhost.evil.example/'],
  ['*://localhost/*', 'http://evil.example/localhost/'],
  ['*://localhost/*', 'http://localhost@evil.example/'],
  ['*://localhost/*', 'file:///localhost/x'],
  ['*://localhost/*', 'chrome-extension://localhost/x'],
  ['https://localhost/*', 'http://localhost/'],
  ['https://*.example.org/*', 'https://badexample.org/'],
  ['http://localhost:3000/*', 'http://localhost:3001/'],
  ['*://127.0.0.1/*', 'http://127.0.0.10/'],
  ['*://127.0.0.1/*', 'http://127x0x0x1/'],
  ['*://localhost/a/*', 'http://localhost/b/'],
])('%s does not cover %s', (pattern, url) => {
  expect(covered(pattern, url)).toBe(false);
});

test.each([
  '',
  'localhost',
  'http://',
  'http://localhost',
  'ftp://localhost/*',
  'http://a*b/*',
  'http://LOCALHOST/*',
  '<all_urls>',
  'http://user@localhost/*',
])('%j is no match pattern', (pattern) => {
  expect(parseMatch(pattern)).toBe(null);
});

test('the first entry that covers a page applies', () => {
  const site = (match: string): Site => newSite(match);
  const sites = [site('*://localhost/a/*'), site('*://localhost/*')];
  expect(siteFor(sites, 'http://localhost/a/x')?.match).toBe('*://localhost/a/*');
  expect(siteFor(sites, 'http://localhost/b')?.match).toBe('*://localhost/*');
});

test.each(['https://example.org/', 'about:blank', '', 'not a url'])('by default %j is not guarded', (url) => {
  expect(siteFor(defaultSettings().sites, url)).toBe(null);
});
