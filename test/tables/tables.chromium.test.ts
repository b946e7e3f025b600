/**
 * The truth tables in Chromium: the engine decides in the extension's worker, so its rows have to hold in the browser's JavaScript too.
 */
import puppeteer from 'puppeteer-core';
import { expect, test } from 'vitest';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { bundled } from '../support/bundled.ts';
import { readTable, TABLES } from './run-tables.ts';

test('every row of the truth tables holds in Chromium', async () => {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('There is no Chromium to test with; npm test installs one.');
  const rows = (await Promise.all(TABLES.map(readTable))).flat();
  const browser = await puppeteer.launch({ executablePath: place.path, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.evaluate(await bundled(new URL('./check-row.ts', import.meta.url), 'tables'));
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
