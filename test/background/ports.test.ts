import { expect, test } from 'vitest';
import { isOwnPage, placeOf } from '../../entrypoints/background/ports.ts';

const ID = 'abcdefgh';
const BASE = 'chrome-extension://abcdefgh/';
const OWN = { id: ID, base: BASE };

test.each([`${BASE}popup.html`, `${BASE}options.html#sites`])('%s may decide', (url) => {
  expect(isOwnPage({ id: ID, url }, OWN)).toBe(true);
  expect(isOwnPage({ id: ID, url, frameId: 0, tab: { id: 3 } }, OWN)).toBe(true);
});

test.each([
  { id: ID, url: 'http://localhost:5173/' },
  { id: ID, url: 'http://localhost:5173/chrome-extension://abcdefgh/' },
  { id: ID, url: 'chrome-extension://other/popup.html' },
  { id: 'other', url: `${BASE}popup.html` },
  { id: ID, url: `${BASE}popup.html`, frameId: 4 },
  { id: ID },
  undefined,
])('%j may not decide', (sender) => {
  expect(isOwnPage(sender, OWN)).toBe(false);
});

test('a frame without an address belongs to the origin that made it', () => {
  expect(placeOf({ url: 'about:blank', origin: 'http://localhost:1', frameId: 2, tab: { id: 3 } })).toEqual({
    tab: 3,
    frame: 2,
    url: 'http://localhost:1/',
    origin: 'http://localhost:1',
    document: null,
  });
});

test('a sandboxed frame belongs to the page that holds it', () => {
  const sender = { url: 'about:srcdoc', origin: 'null', frameId: 2, tab: { id: 3, url: 'http://localhost:1/app' } };
  expect(placeOf(sender)).toMatchObject({ url: 'http://localhost:1/app', origin: 'http://localhost:1' });
});

test('a frame with an address of its own does not belong to the page that holds it', () => {
  const sender = {
    url: 'http://localhost:2/',
    origin: 'http://localhost:2',
    tab: { id: 3, url: 'http://localhost:1/' },
  };
  expect(placeOf(sender)?.origin).toBe('http://localhost:2');
});

test.each([undefined, {}, { url: 'http://localhost/' }, { tab: { id: 3 } }, { url: 'nonsense', tab: { id: 3 } }])(
  '%j is no place',
  (sender) => {
    expect(placeOf(sender)).toBe(null);
  },
);
