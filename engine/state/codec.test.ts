import { expect, test } from 'vitest';
import { chainEntry } from './chain.ts';
import { entryCodec, type Migration, rowCodec, versionedCodec } from './codec.ts';
import { StoreError } from './store.ts';
import { sampleEntry } from './stores/store-suite-samples.ts';

/** A codec whose third layout is the current one, as it might be some day. */
function codecOf(migrations: readonly Migration[]) {
  return versionedCodec<string>({
    what: 'note',
    oldest: 3,
    migrations,
    write: (text) => ({ text }),
    read: ({ text }) => (typeof text === 'string' ? { value: text } : 'its "text" is not text'),
  });
}

const codec = codecOf([
  (stored) => ({ words: String(stored['line']).split(' ') }),
  (stored, where) => ({ text: `${where}: ${(stored['words'] as string[]).join('-')}` }),
]);

function errorOf(work: () => unknown): StoreError {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

test('what was written is read', () => {
  expect(codec.encode('x')).toEqual({ text: 'x', v: 5 });
  expect(codec.decode(codec.encode('x'), 'n/1')).toBe('x');
  expect(rowCodec.decode(rowCodec.encode({ seq: 3, row: false }), 'a')).toEqual({ seq: 3, row: false });
  const entry = chainEntry(null, sampleEntry());
  expect(entryCodec.decode(entryCodec.encode(entry), '0')).toEqual(entry);
});

test('the oldest layout goes through all migrations', () => {
  expect(codec.decode({ v: 3, line: 'a b c' }, 'n/1')).toBe('n/1: a-b-c');
});

test('a later layout goes through those that are left', () => {
  expect(codec.decode({ v: 4, words: ['a', 'b'] }, 'n/1')).toBe('n/1: a-b');
});

test('a migration does not change what it was given', () => {
  const stored = Object.freeze({ v: 3, line: 'a b' });
  expect(codec.decode(stored, 'n/1')).toBe('n/1: a-b');
});

test('a migration that fails makes the record undecodable, with the cause', () => {
  const cause = new Error('no');
  const broken = codecOf([
    () => {
      throw cause;
    },
  ]);
  expect(errorOf(() => broken.decode({ v: 3 }, 'n/1'))).toMatchObject({ code: 'undecodable', cause });
});

test('a migration that leaves a wrong record makes it undecodable', () => {
  expect(errorOf(() => codecOf([() => ({})]).decode({ v: 3 }, 'n/1')).code).toBe('undecodable');
});

test.each([
  undefined,
  null,
  'text',
  7,
  [],
  {},
  { v: null },
  { v: '5', text: 'x' },
  { v: 4.5, text: 'x' },
  { v: 2, text: 'x' },
  { v: 5 },
  { v: 5, text: 7 },
  JSON.parse('{"__proto__":{"v":5,"text":"x"}}') as object,
])('%j is undecodable', (stored) => {
  expect(errorOf(() => codec.decode(stored, 'n/1')).code).toBe('undecodable');
});

test('a newer layout is told from a broken one, and says what to do', () => {
  const { code, message } = errorOf(() => codec.decode({ v: 6, text: 'x' }, 'n/1'));
  expect(code).toBe('newer_version');
  expect(message).toBe(
    'Cannot read stored note "n/1": it has version 6, this Interlock reads up to 5. Nothing was changed. Update Interlock, or reset the stored state.',
  );
});

test('an undecodable record is named, with what is wrong and what to do', () => {
  expect(errorOf(() => rowCodec.decode({ v: 1, seq: 'x', row: 1 }, 'instance/t/m/k')).message).toBe(
    'Cannot read stored row "instance/t/m/k": its "seq" is text, wanted a number. Nothing was changed. Export the journal if you can, then reset the stored state.',
  );
});

test.each(['seq', 'at', 'thread', 'set', 'happening', 'changes', 'prev', 'hash'])(
  'an entry without its "%s" is undecodable',
  (field) => {
    const { [field]: _, ...rest } = chainEntry(null, sampleEntry()) as unknown as Record<string, unknown>;
    expect(errorOf(() => entryCodec.decode(rest, '0')).message).toContain(`its "${field}" is missing`);
  },
);
