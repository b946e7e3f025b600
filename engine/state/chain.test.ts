import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { chainEntries, chainEntry, entryHash, follows, GENESIS, isWhole } from './chain.ts';
import type { NewEntry } from './journal.ts';
import { entryWith, sampleEntry } from './stores/store-suite-samples.ts';

const first = chainEntry(null, sampleEntry(1));
const second = chainEntry(first, sampleEntry(2));

test('the first entry is number 0 and follows 64 zeros', () => {
  expect([first.v, first.seq, first.prev]).toEqual([1, 0, '0'.repeat(64)]);
  expect(first.prev).toBe(GENESIS);
});

test('an entry follows the one before it by number and hash', () => {
  expect([second.seq, second.prev]).toEqual([1, first.hash]);
});

test('the hash is the SHA-256 of the other fields, as another implementation has it', () => {
  const { hash, ...rest } = second;
  expect(createHash('sha256').update(canonicalJson(rest)).digest('hex')).toBe(hash);
});

test('the hash of a known entry never changes', () => {
  expect(first.hash).toBe('dfd636f95ac065a81f0f4da7c231c82f98ba7e0d7cdf4e35ef7ac6b8a04eb68e');
});

test('each field counts', () => {
  const hashes = Object.keys(second)
    .filter((field) => field !== 'hash')
    .map((field) => entryHash({ ...second, [field]: 'other' }));
  expect(new Set([...hashes, second.hash]).size).toBe(9);
});

test('an entry is a frozen copy without what entries do not have', () => {
  const entry = { ...entryWith(['a']), hash: 'mine', extra: 1 };
  const stored = chainEntry(null, entry as NewEntry);
  expect(Object.isFrozen(stored.changes)).toBe(true);
  expect(Object.keys(stored).toSorted()).toEqual(Object.keys(first).toSorted());
  expect(isWhole(stored)).toBe(true);
});

test('several entries are chained one behind the other', () => {
  expect(chainEntries(null, [sampleEntry(1), sampleEntry(2)])).toEqual([first, second]);
  expect(chainEntries(second, [])).toEqual([]);
});

test('an entry follows only the one it was written after', () => {
  expect([follows(null, first), follows(first, second)]).toEqual([true, true]);
  expect([follows(null, second), follows(second, second), follows(second, first)]).toEqual([false, false, false]);
  expect(follows({ seq: 0, hash: GENESIS }, second)).toBe(false);
});

test('an entry that was changed follows nothing', () => {
  expect(follows(first, { ...second, at: 1 })).toBe(false);
  expect(follows(first, { ...second, at: Number.POSITIVE_INFINITY })).toBe(false);
  expect(isWhole({})).toBe(false);
});

test('an entry of another layout is checked as it was written', () => {
  const body = { v: 9, seq: 2, prev: second.hash, what: ['ever'] };
  expect(follows(second, { ...body, hash: entryHash(body) })).toBe(true);
});
