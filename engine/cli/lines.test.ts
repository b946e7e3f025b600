import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Line, linesOf } from './lines.ts';

const utf8 = new TextEncoder();

async function read(chunks: readonly Uint8Array[], longest?: number): Promise<readonly Line[]> {
  const batches = await Array.fromAsync(
    linesOf(
      (async function* () {
        yield* chunks;
      })(),
      longest,
    ),
  );
  return batches.flat();
}

/** The bytes in chunks of one size. */
function cut(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

test('lines are numbered from 1, and the last one needs no line break', async () => {
  expect(await read([utf8.encode('a\n\nb')])).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: '' },
    { number: 3, text: 'b' },
  ]);
});

test('nothing is no line', async () => {
  expect(await read([])).toEqual([]);
  expect(await read([new Uint8Array()])).toEqual([]);
});

test('a byte order mark is not part of the first line', async () => {
  expect(await read([utf8.encode('\ufeffa\nb\n')])).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: 'b' },
  ]);
});

test('however the bytes are cut, the lines are the same', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).filter((s) => !/[\n\ufeff]/.test(s))),
      fc.integer({ min: 1, max: 9 }),
      async (texts, size) => {
        const bytes = utf8.encode(texts.map((text) => `${text}\n`).join(''));
        expect(await read(cut(bytes, size))).toEqual(texts.map((text, i) => ({ number: i + 1, text })));
      },
    ),
  ));

test('a line that is not UTF-8 is reported by its number, and the others are read', async () => {
  const bytes = Uint8Array.from([...utf8.encode('x\na\n'), 0xff, 0xfe, ...utf8.encode('\nb\nc')]);
  expect(await read([bytes])).toMatchObject([
    { text: 'x' },
    { text: 'a' },
    { number: 3, error: expect.stringContaining('not UTF-8') },
    { text: 'b' },
    { text: 'c' },
  ]);
});

test('a line of several megabytes comes through whole', async () => {
  const long = 'é'.repeat(3_000_000);
  expect(await read(cut(utf8.encode(`a\n${long}\nb\n`), 65_536))).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: long },
    { number: 3, text: 'b' },
  ]);
});

test('a line that is too long is skipped and reported, and the next one is read', async () => {
  expect(await read(cut(utf8.encode(`a\n${'x'.repeat(100)}\nb\n`), 7), 50)).toEqual([
    { number: 1, text: 'a' },
    { number: 2, error: 'The line is 100 bytes long; lines of up to 50 bytes are read.' },
    { number: 3, text: 'b' },
  ]);
});

test('memory that is used again for the next chunk changes no line', async () => {
  const memory = new Uint8Array(4);
  async function* reused(): AsyncGenerator<Uint8Array> {
    for (const text of ['abcd', 'efgh', 'ij\nk']) {
      memory.set(utf8.encode(text));
      yield memory;
    }
  }
  expect((await Array.fromAsync(linesOf(reused()))).flat()).toEqual([
    { number: 1, text: 'abcdefghij' },
    { number: 2, text: 'k' },
  ]);
});
