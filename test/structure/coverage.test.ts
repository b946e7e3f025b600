/**
 * What the popup says of the ways out of a page is what the interceptor does.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { CHANNELS } from '../../entrypoints/background/coverage.ts';

/** Parts of a source, which are none themselves. */
const PARTS = new Set(['copy', 'peek']);

test('a way out is called guarded exactly if the interceptor has a source of its name', () => {
  const sources = globSync('entrypoints/interceptor.content/sources/*.ts').map((file) => basename(file, '.ts'));
  const guarded = Object.entries(CHANNELS).flatMap(([name, level]) => (level === 'guarded' ? [name] : []));
  expect(guarded.sort()).toEqual(sources.filter((name) => !PARTS.has(name)).sort());
});
