/**
 * Traces with what `interlock simulate --json` has to print for them, byte for byte, on both runtimes. Each case is three files in
 * `test/fixtures/traces/`: machines, trace, expected lines.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { interlock, interlockOn } from '../support/cli.ts';

const cases = globSync('test/fixtures/traces/*.expected.jsonl').map((file) => file.replace(/\.expected\.jsonl$/, ''));
const lineOf = (path: string) => ['simulate', `${path}.yaml`, `${path}.jsonl`, '--json'];
const expected = (path: string): string => readFileSync(`${path}.expected.jsonl`, 'utf8');

test('there are traces to play', () => {
  expect(cases.length).toBeGreaterThan(4);
});

test.each(cases)('%s prints the expected lines', async (path) => {
  const ran = await interlock(lineOf(path));
  expect(ran.out).toBe(expected(path));
  expect(ran.code).toBe(/"type":"error"/.test(ran.out) ? 1 : 0);
});

test.each(cases)('%s prints the same on Deno', { timeout: 60_000 }, async (path) => {
  const ran = await interlockOn('deno', lineOf(path));
  expect(ran.out).toBe(expected(path));
  expect(ran.code).toBe(/"type":"error"/.test(ran.out) ? 1 : 0);
});
