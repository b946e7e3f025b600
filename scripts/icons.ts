/**
 * Draws the toolbar icons from `public/icon.svg`: node scripts/icons.ts [path to a Chromium]. For the maintainer, after the drawing has changed;
 * the PNG files are part of the repository.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { launch } from 'puppeteer-core';

const SIZES = [16, 32, 48, 128];
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const svg = await readFile('public/icon.svg', 'utf8');
await mkdir('public/icon', { recursive: true });
const browser = await launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const size of SIZES) {
    await page.setViewport({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    await page.screenshot({ path: `public/icon/${size}.png`, omitBackground: true });
  }
} finally {
  await browser.close();
}
