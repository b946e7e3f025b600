import { expect, test } from 'vitest';
import {
  captureProblem,
  globProblem,
  matchProblem,
  originsOf,
  suggestedMatch,
} from '../../entrypoints/background/site-fields.ts';

test.each([
  ['', 'empty'],
  ['example.org/*', 'scheme'],
  ['ftp://example.org/*', 'scheme'],
  ['https://EXAMPLE.org/*', 'host'],
  ['https:///*', 'host'],
  ['https://exa mple.org/*', 'host'],
  ['https://example.org', 'path'],
  ['https://example.org/*', null],
  ['*://*.example.org:8080/chat/*', null],
])('the pattern %j has the problem %s', (text, problem) => {
  expect(matchProblem(text)).toBe(problem);
});

test.each([
  ['chat.example.org', 'https://chat.example.org/*'],
  ['https://chat.example.org/c/42?x=1', 'https://chat.example.org/*'],
  ['http://Example.org:8080', 'http://example.org:8080/*'],
  ['https://example.org/*', null],
  ['two words', null],
  ['///', null],
])('somebody who types %j may mean %s', (text, suggestion) => {
  expect(suggestedMatch(text)).toBe(suggestion);
});

test.each([
  ['https://example.org:8080/a/*', 'https://example.org/*'],
  ['*://*.example.org/*', '*://*.example.org/*'],
  ['*://*/*', '*://*/*'],
  ['no pattern', null],
])('for %j the browser has to permit %s', (match, origins) => {
  expect(originsOf(match)).toBe(origins);
});

test.each([
  ['', 'empty'],
  ['/c/[^/]+', 'groups'],
  ['/(c)/([^/]+)', 'groups'],
  ['/c/([^/]+', 'syntax'],
  // The one does not know the first, the other the second.
  ['(?i)/c/([^/]+)', 'syntax'],
  ['/c/(?=a)([^/]+)', 'syntax'],
  ['x'.repeat(1_001), 'long'],
  ['/c/([^/]+)', null],
  ['"conversation_id":"([^"]+)"', null],
])('the capture %j has the problem %s', (pattern, problem) => {
  expect(captureProblem(pattern)).toBe(problem);
});

test.each([
  ['', 'empty'],
  ['*error*', null],
  ['[', 'syntax'],
])('the glob %j has the problem %s', (glob, problem) => {
  expect(globProblem(glob)).toBe(problem);
});
