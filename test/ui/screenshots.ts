/**
 * Takes a picture of every view in both themes: `node test/ui/screenshots.ts [folder] [scene …]`. Needs a Chromium
 * (`INTERLOCK_CHROMIUM`, default /usr/bin/chromium). The pictures are to be looked at; nothing is compared.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { createServer } from 'vite';
import { CONFIGURATIONS, NOW, OVERVIEWS } from './scenes.ts';

const [folder = '.screenshots/ui', ...wanted] = process.argv.slice(2);

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
  (text: string, times = 1) =>
  async (page: Page): Promise<void> => {
    for (let n = 0; n < times; n++) await page.locator(`::-p-xpath(//button[normalize-space()="${text}"])`).click();
  };

const SHOTS: readonly Shot[] = [
  ...Object.keys(OVERVIEWS).map((scene) => ({ name: `popup-${scene}`, scene, ...popup })),
  ...Object.keys(CONFIGURATIONS).map((scene) => ({ name: scene, scene, ...wide })),
  { name: 'options-narrow', scene: 'options-errors', width: 320, height: 900 },
  { name: 'popup-note', scene: 'one', ...popup, act: press('Add a note') },
  { name: 'popup-code-open', scene: 'code', ...popup, act: press('Unfold') },
  { name: 'popup-decided', scene: 'twelve', ...popup, act: decideSome },
];

async function decideSome(page: Page): Promise<void> {
  for (const text of ['Allow once', 'Deny', 'Allow once', 'Deny']) await press(text)(page);
}

await mkdir(folder, { recursive: true });
const server = await createServer({
  configFile: false,
  root: process.cwd(),
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
  optimizeDeps: {
    include: ['preact', 'preact/hooks', 'preact/jsx-dev-runtime', '@preact/signals', 'yaml', 'zod', 're2js'],
  },
});
await server.listen();
const base = server.resolvedUrls?.local[0] ?? '';
const executablePath = process.env['INTERLOCK_CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await launch({ executablePath, args: ['--no-sandbox', '--disable-quic', '--no-first-run'] });
try {
  for (const shot of SHOTS) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    for (const theme of ['light', 'dark']) {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(shot.name, error));
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.setViewport({ width: shot.width, height: shot.height, deviceScaleFactor: 1.5 });
      await page.evaluateOnNewDocument((now) => {
        Date.now = () => now;
      }, NOW);
      await page.goto(`${base}test/ui/harness.html?scene=${shot.scene}`);
      await page.waitForSelector('[data-scene] main[aria-busy="false"], [data-scene] .popup[aria-busy="false"]');
      await page.waitForFunction(
        () =>
          document.querySelector('.card button:disabled') === null || document.querySelectorAll('.card').length === 0,
      );
      await shot.act?.(page);
      await page.screenshot({ path: join(folder, `${shot.name}-${theme}.png`) });
      await page.close();
    }
    console.log(shot.name);
  }
} finally {
  await browser.close();
  await server.close();
}
