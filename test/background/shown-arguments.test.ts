import { expect, test } from 'vitest';
import { argumentSlice, shownArguments } from '../../entrypoints/background/shown-arguments.ts';

test('each argument is a field: strings as they are, the rest as indented JSON', () => {
  expect(shownArguments({ path: 'a.txt', options: { deep: [1] }, force: true, none: null })).toEqual([
    { name: 'path', kind: 'text', head: 'a.txt', cut: null, length: 5 },
    { name: 'options', kind: 'json', head: '{\n  "deep": [\n    1\n  ]\n}', cut: null, length: 25 },
    { name: 'force', kind: 'json', head: 'true', cut: null, length: 4 },
    { name: 'none', kind: 'json', head: 'null', cut: null, length: 4 },
  ]);
});

test('free text is one field without a name', () => {
  expect(shownArguments('npm test')).toEqual([{ name: null, kind: 'text', head: 'npm test', cut: null, length: 8 }]);
});

test('no arguments are no fields', () => {
  expect(shownArguments({})).toEqual([]);
});

test('a field called __proto__ is shown', () => {
  expect(shownArguments(JSON.parse('{"__proto__": "x"}')).map((f) => f.name)).toEqual(['__proto__']);
});

test('a huge value is cut in the middle: beginning, end, and how much is missing', () => {
  const text = `${'a'.repeat(100_000)}${'b'.repeat(100_000)}THE END`;
  const [field] = shownArguments({ text });
  expect(field?.length).toBe(text.length);
  expect(field?.cut?.tail.endsWith('THE END')).toBe(true);
  expect((field?.head.length ?? 0) + (field?.cut?.omitted ?? 0) + (field?.cut?.tail.length ?? 0)).toBe(text.length);
});

test('two megabytes make a small message', () => {
  const shown = shownArguments({
    a: 'x'.repeat(2_000_000),
    b: 'y'.repeat(2_000_000),
    c: 'z'.repeat(2_000_000),
    d: 'w'.repeat(2_000_000),
  });
  expect(JSON.stringify(shown).length).toBeLessThan(60_000);
});

test('a thousand long arguments stay bearable', () => {
  const args = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, 'x'.repeat(10_000)]));
  expect(JSON.stringify(shownArguments(args)).length).toBeLessThan(400_000);
});

test('what was cut can be had in slices that join without a gap', () => {
  const text = Array.from({ length: 50_000 }, (_, n) => `${n} `).join('');
  const [field] = shownArguments({ text });
  const head = field?.head ?? '';
  const rest = argumentSlice({ text }, 0, head.length, field?.cut?.omitted ?? 0);
  expect(head + rest + (field?.cut?.tail ?? '')).toBe(text);
});

test('a slice of a field that is not there is empty', () => {
  expect(argumentSlice({ a: 'x' }, 3, 0, 10)).toBe('');
});
