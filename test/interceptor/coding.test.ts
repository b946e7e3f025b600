/** Undoing the coding of a body. */
import { expect, test } from 'vitest';
import { codingOf, DECODED_MOST, decoded } from '../../entrypoints/interceptor.content/body/coding.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';
import { gzipped } from './packed.ts';

const natives = captureNatives(globalThis);

test('knows the codings in any case and with spaces, and takes identity for none', () => {
  const named = (value: string): string | null => codingOf(natives, new Headers({ 'content-encoding': value }));
  expect([' GZip', 'identity', 'identity,gzip', 'gzip, br', ''].map(named)).toEqual([
    'gzip',
    null,
    'gzip',
    'gzip, br',
    null,
  ]);
  expect(codingOf(natives, new Headers())).toBeNull();
});

test('reads no more than its bound of what a body becomes, and says so', async () => {
  const bytes = gzipped(`{${' '.repeat(DECODED_MOST)}}`);
  const { text, unread } = await decoded(natives, bytes, 'gzip');
  expect(unread).toMatch(/more than 64 MiB/);
  expect(text.length).toBeLessThan(DECODED_MOST + 1_000_000);
});

test('a body that is no JSON is given up at its first byte', async () => {
  let read = 0;
  const counting = {
    ...natives,
    reader: {
      ...natives.reader,
      read: (reader: ReadableStreamDefaultReader<Uint8Array>) => {
        read += 1;
        return natives.reader.read(reader);
      },
    },
  };
  expect(await decoded(counting, gzipped('x'.repeat(10_000_000)), 'gzip')).toEqual({ text: '', unread: null });
  expect(read).toBe(1);
});

test('white space before the JSON, however much, does not hide it', async () => {
  const text = `${' '.repeat(500_000)}{"a":1}`;
  const said = await decoded(natives, gzipped(text), 'gzip');
  expect([said.text.trim(), said.unread]).toEqual(['{"a":1}', null]);
});

test('a coding that begins as JSON does is undone all the same', async () => {
  const bytes = new Uint8Array([0x5b, 1, 2]);
  expect((await decoded(natives, bytes, 'br')).unread).not.toBeNull();
});

test('a browser that does not know the format says so', async () => {
  const without = { ...natives, decompression: () => null };
  expect(await decoded(without, gzipped('{}'), 'br')).toEqual({ text: '', unread: expect.stringMatching(/"br"/) });
});

test('names that objects have by themselves are no codings', async () => {
  expect((await decoded(natives, gzipped('{}'), 'constructor')).unread).toMatch(/cannot undo/);
});
