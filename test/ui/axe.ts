/**
 * What axe-core finds in a page as it stands, in both themes.
 */
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';
import { mediaOf } from './stage.ts';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** One line a violation: theme, rule and places. Empty = none. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  // A card that has just moved is dimmed, as it takes no click yet.
  await page.waitForFunction(() => document.querySelector('[data-resting]') === null);
  const all: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures(mediaOf(theme));
    const found = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
      return (await checker.run({ runOnly: tags })).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    });
    all.push(...found.map((line) => `${theme} ${line}`));
  }
  return all;
}
