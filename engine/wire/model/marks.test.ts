/** Marks: what makes two histories alike, and what does not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../model-adapter.ts';
import { argsMark, markBehind, marksOf } from './marks.ts';

const said = (speaker: Entry['speaker'], text: string): Entry => ({
  speaker,
  raw: [{ role: speaker, content: text }],
  text,
  calls: [],
  results: [],
});
const entry = fc
  .tuple(fc.constantFrom<Entry['speaker']>('system', 'user', 'assistant'), fc.string({ maxLength: 4 }))
  .map(([speaker, text]) => said(speaker, text));
const spoken = (entries: readonly Entry[]): string =>
  JSON.stringify(entries.flatMap(({ speaker, text }) => (speaker === 'system' ? [] : [[speaker, text]])));

test('two histories have the same marks just as far as they are alike', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), fc.array(entry), (start, one, other) => {
      const [a, b] = [
        [...start, ...one],
        [...start, ...other],
      ];
      const [ours, theirs] = [marksOf(a), marksOf(b)];
      for (let at = 0; at < Math.min(a.length, b.length); at += 1)
        expect(ours[at] === theirs[at]).toBe(spoken(a.slice(0, at + 1)) === spoken(b.slice(0, at + 1)));
    }),
    { seed: 7 },
  );
});

test('what the system says, and how a message is written, do not count', () => {
  const plain = [said('user', 'go')];
  const dressed = [said('system', 'It is noon.'), { ...said('user', 'go'), raw: [{ cache_control: {} }] }];
  expect(marksOf(dressed).at(-1)).toBe(marksOf(plain).at(-1));
});

test('arguments with the same names in another order have the same mark', () => {
  expect(argsMark({ args: { a: 1, b: { c: 2, d: [3, 4] } } })).toBe(
    argsMark({ args: { b: { d: [3, 4], c: 2 }, a: 1 } }),
  );
});

test('arguments that differ in a value, or in the order of a list, have other marks', () => {
  const marks = [{ a: [1, 2] }, { a: [2, 1] }, { a: '1,2' }, {}].map((args) => argsMark({ args }));
  expect(new Set(marks).size).toBe(4);
});

test('what stands directly before a place is known whatever stands before that', () => {
  const entries = [said('user', 'one'), said('assistant', 'two'), said('system', 'three'), said('user', 'four')];
  expect(markBehind(entries.slice(1), 2)).toBe(markBehind(entries, 3));
  expect(markBehind(entries, 3)).not.toBe(markBehind(entries, 1));
});
