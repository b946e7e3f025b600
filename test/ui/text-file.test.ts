import { expect, test } from 'vitest';
import { openFiles } from '../../entrypoints/options/machines/open-files.ts';
import type { Draft } from '../../entrypoints/options/model.ts';
import { readTextFile, type TextSource } from '../../entrypoints/options/text-file.ts';
import '../../entrypoints/ui/i18n/options-texts.ts';

const file = (name: string, content: string | Uint8Array<ArrayBuffer>): TextSource => new File([content], name);
const unreadable: TextSource = {
  name: 'gone.yaml',
  size: 4096,
  arrayBuffer: () => Promise.reject(new DOMException('It is not there.', 'NotFoundError')),
};
/** The text, or in words why there is none. */
async function read(source: TextSource, most = 1_000): Promise<string> {
  const found = await readTextFile(source, most);
  return found.ok ? found.text : found.why.value;
}

test('a text is read as it stands, with its ends of lines', async () => {
  expect(await read(file('a.yaml', 'one\r\ntwo\n状态'))).toBe('one\r\ntwo\n状态');
});

test('a byte order mark is no part of the text', async () => {
  expect(await read(file('a.yaml', '\uFEFFmachines: []'))).toBe('machines: []');
});

test('a file of just the most bytes is read, one more is refused with both sizes', async () => {
  expect(await read(file('a.yaml', 'x'.repeat(1_000)))).toBe('x'.repeat(1_000));
  expect(await read(file('a.yaml', 'x'.repeat(1_001)))).toMatch(/^“a\.yaml” was not opened: it has 1,001 bytes.*1,000/);
});

test.each([
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['text in UTF-16', new Uint8Array([0xff, 0xfe, 0x6d, 0x00])],
  ['text in UTF-16 without a mark', new Uint8Array([0x6d, 0x00, 0x61, 0x00])],
])('%s is refused as no text in UTF-8', async (_, bytes) => {
  expect(await read(file('photo.png', bytes))).toMatch(
    /^“photo\.png” was not opened: it is not text in UTF-8\. Choose/,
  );
});

test('what cannot be read says why, and what to do', async () => {
  expect(await read(unreadable, 5_000)).toMatch(/^“gone\.yaml” was not opened: .*\(It is not there\.\)\. Choose/);
});

test('each of several files begins a set of its own, in their order, and the others say why not', async () => {
  const begun: Draft[] = [];
  const model = { begin: (draft: Draft) => begun.push(draft) };
  const files = [file('b.yaml', 'b'), unreadable, file('a.b.JSON', '{}'), file('c.yml', 'c\0')];
  const { done, refused } = await openFiles(files, model);
  expect(begun).toEqual([
    { name: 'b', text: 'b' },
    { name: 'a.b', text: '{}' },
  ]);
  expect(done?.value).toBe('2 files were opened as new sets, which are not saved.');
  expect(refused.map(({ value }) => value.slice(0, 12))).toEqual(['“gone.yaml” ', '“c.yml” was ']);
});

test('a name longer than a set may have is cut', async () => {
  const begun: Draft[] = [];
  await openFiles([file(`${'n'.repeat(200)}.yaml`, '')], { begin: (draft) => begun.push(draft) });
  expect(begun.map(({ name }) => name.length)).toEqual([80]);
});
