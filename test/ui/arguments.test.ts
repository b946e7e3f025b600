import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { shownArguments } from '../../entrypoints/background/shown-arguments.ts';
import { partsOf } from '../../entrypoints/popup/waiting/argument-kind.ts';
import { argumentsFrom, type Draft, draftOf, wholeOf } from '../../entrypoints/popup/waiting/edited-arguments.ts';
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

test('all of a cut argument is fetched, piece by piece', async () => {
  const text = `${'x'.repeat(150_000)}END`;
  const [field] = shownArguments({ content: text });
  if (field === undefined) throw new Error('no field');
  const more = async (_: string, __: number, from: number): Promise<string> => text.slice(from, from + 65_536);
  expect(await loadWhole({ calls: { more }, ticket: 't', index: 0, field })).toBe(text);
});

test('a long text of which a piece cannot be had is none', async () => {
  const [field] = shownArguments({ content: 'x'.repeat(150_000) });
  if (field === undefined) throw new Error('no field');
  const more = (): Promise<string> => Promise.reject(new Error('The disk is full.'));
  await expect(loadWhole({ calls: { more }, ticket: 't', index: 0, field })).rejects.toThrow('The disk is full.');
});

const fieldsWith = (args: JsonObject, texts: readonly string[]): Draft => {
  const draft = draftOf(args);
  if (draft.kind !== 'fields') throw new Error('no fields');
  return { kind: 'fields', fields: draft.fields.map((field, index) => ({ ...field, text: texts[index] ?? '' })) };
};

test('edited texts become the arguments they stand for', () => {
  const draft = fieldsWith({ path: 'a', depth: 3, list: [1] }, ['b', '4', '[1, 2]']);
  expect(argumentsFrom(draft)).toEqual({ args: { path: 'b', depth: 4, list: [1, 2] } });
});

test('what is not JSON is said by its name, line and column, and nothing is sent', () => {
  const edited = argumentsFrom(fieldsWith({ path: 'a', list: [1] }, ['a', '[1,\n 2 3]']));
  expect(edited.args).toBeUndefined();
  expect(edited.fault).toMatchObject({ kind: 'syntax', name: 'list', line: 2, column: 4 });
});

test('an argument that is a plain text stays one', () => {
  const draft: Draft = { kind: 'fields', fields: [{ name: null, kind: 'text', text: 'run that' }] };
  expect(argumentsFrom(draft)).toEqual({ args: 'run that' });
});

test('a name that objects have of their own is a name like any other', () => {
  const { args } = argumentsFrom(fieldsWith(JSON.parse('{"__proto__":"x"}') as JsonObject, ['y']));
  expect(JSON.stringify(args)).toBe('{"__proto__":"y"}');
});

test('a call without arguments is edited as one JSON object', () => {
  expect(draftOf({})).toEqual({ kind: 'whole', text: '{}' });
});

test('as one JSON text, arguments can be added and taken away', () => {
  expect(argumentsFrom({ kind: 'whole', text: '{"path": "b", "force": true}' })).toEqual({
    args: { path: 'b', force: true },
  });
});

test('a JSON text that is no object is no arguments', () => {
  expect(argumentsFrom({ kind: 'whole', text: '["a"]' })).toEqual({ fault: { kind: 'no_object' } });
});

test('turned from one way of editing to the other and back, arguments stay as they are', () => {
  const args = { path: 'a\nb', depth: 3, nested: { list: [null, 'x'] } };
  expect(argumentsFrom(wholeOf(args))).toEqual({ args });
  expect(argumentsFrom(draftOf(args))).toEqual({ args });
});
