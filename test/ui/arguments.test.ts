import { expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import { shownArguments } from '../../entrypoints/background/shown-arguments.ts';
import { partsOf } from '../../entrypoints/popup/waiting/argument-kind.ts';
import { argumentsFrom } from '../../entrypoints/popup/waiting/edited-arguments.ts';
import { lineDiff } from '../../entrypoints/popup/waiting/line-diff.ts';
import { loadWhole } from '../../entrypoints/popup/waiting/whole.ts';

const kinds = (args: Json): readonly string[] => partsOf(shownArguments(args)).map(({ kind }) => kind);

test.each([
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
])('%s and %s are the two sides of an edit', (before, after) => {
  expect(kinds({ path: 'a', [before]: 'x', [after]: 'y', replace_all: true })).toEqual(['field', 'edit', 'field']);
});

test('one side alone is a field like any other', () => {
  expect(kinds({ old_string: 'x' })).toEqual(['field']);
});

test('a list of edits is shown as edits', () => {
  expect(partsOf(shownArguments({ edits: [{ oldText: 'a', newText: 'b' }] }))).toEqual([
    { kind: 'edits', index: 0, edits: [{ before: 'a', after: 'b' }] },
  ]);
});

test('a list in which an edit holds more than its two sides is shown as it is: nothing hides behind a diff', () => {
  expect(kinds({ edits: [{ oldText: 'a', newText: 'b', alsoRun: 'rm -rf /' }] })).toEqual(['field']);
  expect(kinds({ edits: [{ oldText: 'a', newText: 'b' }, 'c'] })).toEqual(['field']);
});

test('a diff says what goes and what comes, line by line', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc')).toEqual({
    added: 1,
    removed: 1,
    rows: [
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
    ],
  });
});

test('unchanged lines far from a change are folded, and counted', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const diff = lineDiff(lines.join('\n'), [...lines, 'more'].join('\n'));
  expect(diff?.rows.filter(({ kind }) => kind === 'fold')).toHaveLength(1);
  expect(diff?.rows.length).toBeLessThan(9);
});

test('texts without anything in common are not compared without end', () => {
  const text = (seed: number): string => Array.from({ length: 20_000 }, (_, n) => `${(n * seed) % 99_991}`).join('\n');
  expect(lineDiff(text(7919), text(104_729))).toBeNull();
});

test('all of a cut argument is fetched, piece by piece', () => {
  const text = `${'x'.repeat(150_000)}END`;
  const [field] = shownArguments({ content: text });
  if (field === undefined) throw new Error('no field');
  let whole = '';
  const more = (_: string, __: number, from: number, show: (text: string) => void): void =>
    show(text.slice(from, from + 65_536));
  loadWhole({ calls: { more }, ticket: 't', index: 0, field }, (loaded) => {
    whole = loaded;
  });
  expect(whole).toBe(text);
});

test('edited texts become the arguments they stand for', () => {
  const fields = shownArguments({ path: 'a', depth: 3, list: [1] });
  expect(argumentsFrom(fields, ['b', '4', '[1, 2]'])).toEqual({ args: { path: 'b', depth: 4, list: [1, 2] } });
});

test('what is not JSON is said by its name, and nothing is sent', () => {
  const edited = argumentsFrom(shownArguments({ depth: 3 }), ['three']);
  expect(edited.args).toBeUndefined();
  expect(edited.broken?.name).toBe('depth');
});

test('an argument that is a plain text stays one', () => {
  expect(argumentsFrom(shownArguments('run it'), ['run that'])).toEqual({ args: 'run that' });
});

test('a name that objects have of their own is a name like any other', () => {
  const { args } = argumentsFrom(shownArguments(JSON.parse('{"__proto__":"x"}') as Json), ['y']);
  expect(JSON.stringify(args)).toBe('{"__proto__":"y"}');
});
