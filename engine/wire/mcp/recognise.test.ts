/** What the headers of a request say when its body says nothing. */
import { expect, test } from 'vitest';
import { isDeclared } from './recognise.ts';

const declared = (headers: Record<string, string>): boolean => isDeclared((name) => headers[name] ?? null);

test('a header of the protocol declares it, in any version', () => {
  for (const name of ['mcp-session-id', 'mcp-protocol-version', 'mcp-method'])
    expect(declared({ [name]: 'x' })).toBe(true);
});

test('so does taking both kinds of answers, as every client has to', () => {
  expect(declared({ accept: 'text/event-stream, Application/JSON;q=0.9' })).toBe(true);
});

test('taking one kind of answers, or all, declares nothing', () => {
  for (const accept of ['application/json', 'text/event-stream', '*/*', ''])
    expect([accept, declared({ accept })]).toEqual([accept, false]);
  expect(declared({})).toBe(false);
});
