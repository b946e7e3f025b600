/** What the documents say about protocols is shown by tests that exist, and every adapter is spoken of. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelAdapters } from '../../engine/wire/model-adapters.ts';
import { VARIANTS } from '../model-clients/variants.ts';

const rows = readFileSync('docs/protocols.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, what, rule, file] = /^\| ([a-z ]+) \| (.+) \| `(test\/[^`]+)` \|$/.exec(line) ?? [];
    return what === undefined || rule === undefined || file === undefined ? [] : [{ what, rule, file }];
  });

test('every test that the documents name exists', () => {
  const missing = rows.filter(({ rule, file }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(rule));
  expect(missing).toEqual([]);
});

test('every column of the table of protocols has a test', () => {
  expect([...new Set(rows.map(({ what }) => what))]).toEqual(
    expect.arrayContaining(['gate', 'deny', 'ask', 'reminders', 'run', 'run end', 'thread', 'both levels']),
  );
});

test('every model-level adapter is talked to by an official client, streaming and not', () => {
  const talked = modelAdapters.map(({ protocol }) => [
    VARIANTS.some((variant) => variant.protocol === protocol && variant.stream),
    VARIANTS.some((variant) => variant.protocol === protocol && !variant.stream),
  ]);
  expect(talked).toEqual(modelAdapters.map(() => [true, true]));
});
