/**
 * What a person waits for before the popup can draw: its scripts, as they are built.
 */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildExtension } from '../../scripts/extension.ts';
import { firstScripts } from '../bench/popup.ts';

test('the popup loads less than 60 kB of script first, compressed', async () => {
  const folder = await buildExtension('chromium', () => undefined);
  const scripts = await firstScripts(folder);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThan(60_000);
}, 120_000);
