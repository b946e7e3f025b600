import { globSync, readFileSync } from 'node:fs';
import { effect } from '@preact/signals';
import { afterEach, expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import { leading, sentences } from '../../entrypoints/ui/i18n/sentences.ts';
import { wholeText } from '../../entrypoints/ui/i18n/wording.ts';

afterEach(() => setLanguage('en'));

/** A text of the interface joined to the next by hand: in a template, or in JSX. */
const BY_HAND = /\} \$\{(?:t|said|worded)\(|\)\}\{' '\}|\)\} \{(?:t|said|worded)\(/;

test('English sentences stand a space apart', () => {
  expect([sentences('One.', 'Two.', 'Three.'), leading('One.')]).toEqual(['One. Two. Three.', 'One. ']);
});

test.each(['已读。', '已读！', '已读？', '已读：', '已读；', '（已读）'])(
  'nothing stands behind the full-width end of %s',
  (text) => {
    expect([sentences(text, '下一句。'), leading(text)]).toEqual([`${text}下一句。`, text]);
  },
);

test('a sentence that stayed English keeps its distance from a Chinese one', () => {
  expect(sentences('未获得权限。', 'Not in a tab.', '请重试。')).toBe('未获得权限。Not in a tab. 请重试。');
});

test('a Chinese diagnostic and its hint stand without a space between them', async () => {
  const found = loadMachines('machines: []\ncontinuatoin: {}\n').diagnostics.find(({ wording }) => wording.hint);
  if (found === undefined) throw new Error('No hint.');
  await setLanguage('zh-CN');
  const text = await new Promise<string>((resolve) => {
    effect(() => {
      const whole = wholeText(found.wording);
      if (whole.includes('文档')) resolve(whole);
    });
  });
  expect(text).toBe('文档顶层没有 "continuatoin" 这个键。是否想写 "continuation"？');
});

test('no view joins its texts by hand', () => {
  const views = globSync('entrypoints/**/*.{ts,tsx}').filter((file) => BY_HAND.test(readFileSync(file, 'utf8')));
  expect(views).toEqual([]);
});
