/**
 * Takes a picture of every view in both themes: `node test/ui/screenshots.ts [folder] [picture …]`. The pictures are to be
 * looked at; nothing is compared.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { CONFIGURATIONS, OVERVIEWS } from './scenes.ts';
import { startStage } from './stage.ts';

interface Shot {
  readonly name: string;
  readonly scene: string;
  readonly width: number;
  readonly height: number;
  readonly act?: (page: Page) => Promise<void>;
}

const popup = { width: 400, height: 600 };
const wide = { width: 1180, height: 860 };

const press =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.locator(`::-p-xpath(//button[normalize-space()="${text}"])`).click();

async function decideSome(page: Page): Promise<void> {
  for (const text of ['Allow once', 'Deny', 'Allow once', 'Deny']) await press(text)(page);
}

const SHOTS: readonly Shot[] = [
  ...Object.keys(OVERVIEWS).map((scene) => ({ name: `popup-${scene}`, scene, ...popup })),
  ...Object.keys(CONFIGURATIONS).map((scene) => ({ name: scene, scene, ...wide })),
  { name: 'options-narrow', scene: 'options-errors', width: 320, height: 900 },
  { name: 'popup-note', scene: 'one', ...popup, act: press('Add a note') },
  { name: 'popup-code-open', scene: 'code', ...popup, act: press('Unfold') },
  { name: 'popup-decided', scene: 'twelve', ...popup, act: decideSome },
];

const [folder = '.screenshots/ui', ...wanted] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await using stage = await startStage();
for (const { name, act, ...shot } of SHOTS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const theme of ['light', 'dark'] as const) {
    const page = await stage.open({ ...shot, theme, scale: 1.5 });
    await act?.(page);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
    await page.close();
  }
  console.log(name);
}
