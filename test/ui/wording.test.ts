import { effect } from '@preact/signals';
import { afterEach, expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { machineSchema } from '../../engine/dsl/schema.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import { worded } from '../../entrypoints/ui/i18n/wording.ts';
import { DIAGNOSTICS } from '../../entrypoints/ui/i18n/zh-cn/diagnostics.ts';
import { SCHEMA } from '../../entrypoints/ui/i18n/zh-cn/schema.ts';
import { formsIn } from '../support/engine-forms.ts';

afterEach(() => setLanguage('en'));

const FORMS = formsIn('engine');
const places = (form: string): readonly string[] => [...form.matchAll(/\{\d+\}/g)].map(([place]) => place).sort();

test('every sentence of the loader has a form in Chinese, and no form there is without a sentence', () => {
  expect([...FORMS.keys()].sort()).toEqual(Object.keys(DIAGNOSTICS).sort());
});

test('a Chinese form has the places of the English one', () => {
  const wrong = Object.entries(DIAGNOSTICS).filter(([form, chinese]) => `${places(form)}` !== `${places(chinese)}`);
  expect(wrong).toEqual([]);
});

test('every description of the schema has one in Chinese, and none there is without one in the schema', () => {
  const descriptions = new Set<string>();
  JSON.stringify(machineSchema(), (key, value: unknown) => {
    if (key === 'description') descriptions.add(String(value));
    return value;
  });
  expect(Object.keys(SCHEMA).sort()).toEqual([...descriptions].sort());
});

test('a diagnostic is said in Chinese with its values, and in English again', async () => {
  const [found] = loadMachines('machines: []\ncontinuatoin: {}\n').diagnostics.filter((d) => d.severity === 'error');
  if (found?.wording.hint === undefined) throw new Error('No hint.');
  const { message } = found.wording;
  await setLanguage('zh-CN');
  await new Promise<void>((resolve) => {
    effect(() => {
      if (worded(message) !== found.message) resolve();
    });
  });
  expect([worded(message), worded(found.wording.hint)]).toEqual([
    '文档顶层没有 "continuatoin" 这个键。',
    '是否想写 "continuation"？',
  ]);
  await setLanguage('en');
  expect(worded(message)).toBe(found.message);
});
