/**
 * The truth tables in Chromium: the engine decides in the extension's worker, so its rows have to hold in the browser's JavaScript too.
 */
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { readTable, TABLES } from './run-tables.ts';

/** `check-row.ts` with all it needs, as one script that leaves `tables.checkRow` behind. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('./check-row.ts', import.meta.url)), formats: ['iife'], name: 'tables' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (bundle === undefined || !('output' in bundle)) throw new Error('The bundler gave no output.');
  return bundle.output[0].code;
}

test('every row of the truth tables holds in Chromium', async () => {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('There is no Chromium to test with; npm test installs one.');
  const rows = (await Promise.all(TABLES.map(readTable))).flat();
  const browser = await puppeteer.launch({ executablePath: place.path, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.evaluate(await script());
    const failed = await page.evaluate((text) => {
      const { checkRow } = (
        globalThis as unknown as { tables: { checkRow(row: unknown): { wanted: string; found: string } } }
      ).tables;
      return (JSON.parse(text) as { note: string }[])
        .map((row) => ({ note: row.note, ...checkRow(row) }))
        .filter(({ wanted, found }) => wanted !== found);
    }, JSON.stringify(rows));
    expect(failed).toEqual([]);
    expect(rows.length).toBeGreaterThan(350);
  } finally {
    await browser.close();
  }
});
