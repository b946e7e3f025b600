/**
 * Serves the harness and opens scenes in a browser: for pictures and for tests of the views. Needs no extension.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type MediaFeature, type Page } from 'puppeteer-core';
import { build, preview } from 'vite';
import type { Language } from '../../entrypoints/ui/i18n/language.ts';
import { findBrowser } from '../../scripts/start/find-browser.ts';
import { NOW } from './scenes.ts';

export type Theme = 'light' | 'dark';

export interface Opening {
  readonly scene: string;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  readonly language?: Language;
}

export interface Stage extends AsyncDisposable {
  /** A page that shows the scene, at rest: its buttons take clicks. */
  open(opening: Opening): Promise<Page>;
}

/** Without motion: nothing is looked at half way. */
export const mediaOf = (theme: Theme): MediaFeature[] => [
  { name: 'prefers-color-scheme', value: theme },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

export async function startStage(): Promise<Stage> {
  const place = await findBrowser(['chromium']);
  if (place === undefined) throw new Error('There is no Chromium to look at views with; npm test installs one.');
  const outDir = await mkdtemp(join(tmpdir(), 'interlock-views-'));
  const config = { configFile: false, root: process.cwd(), logLevel: 'error' } as const;
  await build({
    ...config,
    build: { outDir, minify: false, rolldownOptions: { input: 'test/ui/harness.html' } },
  });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const base = server.resolvedUrls?.local[0] ?? '';
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'];
  const browser = await launch({ executablePath: place.path, args });
  return {
    async open({ scene, theme, width, height, scale = 1, language = 'en' }) {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(scene, error));
      await page.emulateMediaFeatures(mediaOf(theme));
      await page.setViewport({ width, height, deviceScaleFactor: scale });
      await page.evaluateOnNewDocument((now) => {
        Date.now = () => now;
      }, NOW);
      await page.goto(`${base}test/ui/harness.html?scene=${scene}&language=${language}`);
      await page.waitForSelector(
        '[data-scene^="first-run"] main, [data-scene] main[aria-busy="false"], [data-scene] .popup[aria-busy="false"]',
      );
      await page.waitForFunction(() => document.querySelector('.editor[aria-busy="true"]') === null);
      await page.waitForFunction(() => document.querySelector('.decision button:disabled') === null);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
