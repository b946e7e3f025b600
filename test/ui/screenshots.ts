/**
 * `npm run screenshots [-- --to=FOLDER] [NAME …]`: a picture of every scene of every view, in both themes, both languages and
 * on displays of one and two pixels a point. The pictures are to be looked at; nothing is compared. A NAME is a shot, or the
 * beginning of one. With `--readme` it writes the pictures of the README instead, into `docs/images`; shrink those with
 * `pngquant --ext .png --force docs/images/*.png` before they are committed.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../../entrypoints/ui/i18n/i18n.ts';
import { README_SHOTS, SHOTS, type Shot } from './shots.ts';
import { startStage } from './stage.ts';

const {
  values: { to: folder, readme },
  positionals: wanted,
} = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', default: '.screenshots/views' }, readme: { type: 'boolean', default: false } },
});
const unknown = wanted.find((name) => !SHOTS.some((shot) => shot.name.startsWith(name)));
if (unknown !== undefined)
  throw new Error(`No shot is called "${unknown}". There are: ${SHOTS.map(({ name }) => name).join(', ')}.`);
const isWanted = ({ name }: Shot): boolean => wanted.length === 0 || wanted.some((w) => name.startsWith(w));

await using stage = await startStage();
if (readme) await photographReadme();
else await photographAll();

async function photographReadme(): Promise<void> {
  for (const { file, theme, ...shot } of README_SHOTS) {
    const page = await stage.open({ ...shot, theme, scale: 2 });
    await shot.act?.(page);
    await page.screenshot({ path: join('docs/images', file) });
    await page.close();
    console.log(file);
  }
}

async function photographAll(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const shot of SHOTS.filter(isWanted)) {
    for (const [language] of LANGUAGES) {
      for (const theme of ['light', 'dark'] as const) {
        for (const scale of [1, 2]) {
          const page = await stage.open({ ...shot, theme, language, scale });
          await shot.act?.(page);
          await page.screenshot({ path: join(folder, `${shot.name}-${language}-${theme}@${scale}x.png`) });
          await page.close();
        }
      }
    }
    console.log(shot.name);
  }
}
