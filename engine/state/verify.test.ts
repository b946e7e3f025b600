import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { chainEntries, entryHash } from './chain.ts';
import { linesOf, sampleEntry } from './stores/store-suite-samples.ts';
import { type Verification, type VerifyOptions, verifyJournal } from './verify.ts';

const entries = chainEntries(
  null,
  Array.from({ length: 40 }, (_, n) => sampleEntry(n)),
);
const journal = (length = 10): string[] => entries.slice(0, length).map((entry) => canonicalJson(entry));
const verify = (lines: readonly string[], options?: VerifyOptions): Promise<Verification> =>
  verifyJournal(linesOf(lines), options);

/** The findings as `code line seq count`. */
async function found(lines: readonly string[], options?: VerifyOptions): Promise<readonly string[]> {
  const { findings } = await verify(lines, options);
  return findings.map(({ code, line, seq, count }) => `${code} ${line} ${seq} ${count}`);
}

const changed = (line: string): string => line.replace('"run":', '"run":1');

/** A changed line with a hash that fits it. */
function rehashed(line: string, fields: object = { at: 1 }): string {
  const entry = { ...(JSON.parse(line) as object), ...fields };
  return canonicalJson({ ...entry, hash: entryHash(entry) });
}

test('an untouched journal is fine', async () => {
  const { ok, lines, findings, head } = await verify(journal());
  expect({ ok, lines, findings }).toEqual({ ok: true, lines: 10, findings: [] });
  expect(head).toEqual({ seq: 9, hash: entries[9]?.hash });
});

test('an empty journal is fine and has no head', async () => {
  expect(await verify([])).toEqual({ ok: true, lines: 0, head: null, findings: [] });
});

test('blank lines and Windows line ends are not findings', async () => {
  expect(await found(['', ...journal().map((line) => `${line}\r`), '', ''])).toEqual([]);
});

test('the space before lines that do not end a commit is not a finding', async () => {
  expect(await found(journal().map((line, n) => (n % 3 === 0 ? line : ` ${line}`)))).toEqual([]);
});

test.each([0, 4, 9])('a change in line index %i is found there and nowhere else', async (n) => {
  const lines = journal();
  lines[n] = changed(lines[n] ?? '');
  expect(await found(lines)).toEqual([`changed ${n + 1} ${n} 1`]);
});

test('a change of the hash itself is a change of the line', async () => {
  const lines = journal();
  lines[4] = (lines[4] ?? '').replace(/"hash":"../, '"hash":"zz');
  expect(await found(lines)).toEqual(['changed 5 4 1']);
});

test.each([0, 4, 8])('a changed line index %i with a fitting hash is found by the line behind it', async (n) => {
  const lines = journal();
  lines[n] = rehashed(lines[n] ?? '');
  expect(await found(lines)).toEqual([`changed ${n + 1} ${n} 1`]);
});

test('a changed line that fits neither side is blamed alone', async () => {
  const lines = journal();
  lines[4] = rehashed(lines[4] ?? '', { prev: 'a'.repeat(64) });
  expect(await found(lines)).toEqual(['changed 5 4 1']);
});

test('a first line that does not start a journal is changed', async () => {
  const lines = journal();
  lines[0] = rehashed(lines[0] ?? '', { prev: 'a'.repeat(64) });
  expect(await found(lines)).toEqual(['changed 1 0 1']);
});

test('two changes next to each other are two findings', async () => {
  const lines = journal();
  lines[4] = changed(lines[4] ?? '');
  lines[5] = changed(lines[5] ?? '');
  expect(await found(lines)).toEqual(['changed 5 4 1', 'changed 6 5 1']);
});

test('a changed last line with a fitting hash shows when the head is known', async () => {
  const lines = journal();
  lines[9] = rehashed(lines[9] ?? '');
  expect(await found(lines)).toEqual([]);
  expect(await found(lines, { head: { seq: 9, hash: entries[9]?.hash ?? '' } })).toEqual(['changed 10 9 1']);
});

test('a line that is not JSON is unreadable and stands for its entry', async () => {
  const lines = journal();
  lines[4] = 'oops';
  expect(await found(lines)).toEqual(['unreadable 5 null 1']);
});

test('a line that is JSON and no entry is a change', async () => {
  const lines = journal();
  lines[4] = '{"seq":4}';
  expect(await found(lines)).toEqual(['changed 5 4 1']);
});

test('a number beyond what JSON can store is a change, not a crash', async () => {
  const lines = journal();
  lines[4] = (lines[4] ?? '').replace(/"at":\d+/, '"at":1e999');
  expect(await found(lines)).toEqual(['changed 5 4 1']);
});

test('a line nested too deep to be stored is a change, not a crash', async () => {
  const lines = journal();
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  lines[4] = (lines[4] ?? '').replace(/"at":\d+/, `"at":${deep}`);
  expect(await found(lines)).toEqual(['changed 5 4 1']);
});

test('a newer version is said to be one', async () => {
  const lines = journal();
  lines[4] = rehashed(lines[4] ?? '', { v: 2 });
  expect(await found(lines)).toEqual(['newer_version 5 null 1']);
});

test('a line that was formatted anew is told from one that was changed', async () => {
  const lines = journal();
  lines[4] = JSON.stringify(JSON.parse(lines[4] ?? ''), null, ' ').replaceAll('\n', '');
  expect(await found(lines)).toEqual(['rewritten 5 4 1']);
});

test('a field given twice, the second time as it was, is not overlooked', async () => {
  const lines = journal();
  lines[4] = (lines[4] ?? '').replace('{', '{"thread":"other",');
  expect(await found(lines)).toEqual(['rewritten 5 4 1']);
});

test('a dropped line is missed at its place', async () => {
  expect(await found(journal().toSpliced(4, 1))).toEqual(['dropped 5 4 1']);
});

test('several dropped lines are one finding', async () => {
  expect(await found(journal().toSpliced(4, 3))).toEqual(['dropped 5 4 3']);
});

test('dropped first lines are missed before line 1', async () => {
  expect(await found(journal().toSpliced(0, 2))).toEqual(['dropped 1 0 2']);
});

test('a change and a drop behind it are two findings', async () => {
  const lines = journal();
  lines[4] = changed(lines[4] ?? '');
  expect(await found(lines.toSpliced(5, 1))).toEqual(['changed 5 4 1', 'dropped 6 5 1']);
});

test('dropped last lines cannot be known from the lines alone', async () => {
  expect(await found(journal(8))).toEqual([]);
});

test('dropped last lines show when the head is known', async () => {
  const head = { seq: 9, hash: entries[9]?.hash ?? '' };
  expect(await found(journal(8), { head })).toEqual(['truncated 9 8 2']);
});

test('a journal that was emptied shows when the head is known', async () => {
  expect(await found([], { head: { seq: 9, hash: '' } })).toEqual(['truncated 1 0 10']);
});

test('a last line that breaks off is cut short, not changed', async () => {
  const lines = journal();
  lines[9] = (lines[9] ?? '').slice(0, 50);
  expect(await found(lines)).toEqual(['truncated 10 null 0']);
});

test('a line moved down is found where it is', async () => {
  const lines = journal();
  const [line = ''] = lines.splice(2, 1);
  lines.splice(6, 0, line);
  expect(await found(lines)).toEqual(['moved 7 2 1']);
});

test('a line moved up is found where it is', async () => {
  const lines = journal();
  const [line = ''] = lines.splice(6, 1);
  lines.splice(2, 0, line);
  expect(await found(lines)).toEqual(['moved 3 6 1']);
});

test('lines moved together are one finding', async () => {
  const lines = journal();
  lines.push(...lines.splice(2, 3));
  const { findings } = await verify(lines);
  expect(findings.map((f) => [f.code, f.line, f.seq, f.count])).toEqual([['moved', 8, 2, 3]]);
  expect(findings[0]?.message).toBe('Lines 8 to 10 (entries 2 to 4) were moved: they belong behind line 2.');
});

test('two lines that changed places far apart are two findings', async () => {
  const lines = journal();
  [lines[2], lines[7]] = [lines[7] ?? '', lines[2] ?? ''];
  expect(await found(lines)).toEqual(['moved 3 7 1', 'moved 8 2 1']);
});

test('two neighbours that changed places are one finding', async () => {
  const lines = journal();
  [lines[2], lines[3]] = [lines[3] ?? '', lines[2] ?? ''];
  expect((await verify(lines)).findings.map((f) => f.code)).toEqual(['moved']);
});

test('the first line moved to the end is found there', async () => {
  const lines = journal();
  lines.push(...lines.splice(0, 1));
  const { findings } = await verify(lines);
  expect(findings.map((f) => f.message)).toEqual(['Line 10 (entry 0) was moved: it belongs at the start.']);
});

test('a line given twice in a row is repeated the second time', async () => {
  const lines = journal();
  expect(await found(lines.toSpliced(4, 0, lines[4] ?? ''))).toEqual(['repeated 6 4 1']);
});

test('a line given again further down is repeated there', async () => {
  const lines = journal();
  expect(await found(lines.toSpliced(8, 0, lines[4] ?? ''))).toEqual(['repeated 9 4 1']);
});

test('lines given again together are one finding', async () => {
  const lines = journal();
  expect(await found(lines.toSpliced(8, 0, ...lines.slice(2, 5)))).toEqual(['repeated 9 2 3']);
});

test('a forged line before the true one is the one that is blamed', async () => {
  const lines = journal();
  expect(await found(lines.toSpliced(4, 0, rehashed(lines[4] ?? '')))).toEqual(['repeated 5 4 1']);
});

test('a line of another journal does not belong', async () => {
  const lines = journal();
  const foreign = rehashed(lines[4] ?? '', { seq: 77, prev: 'b'.repeat(64) });
  expect(await found(lines.toSpliced(4, 0, foreign))).toEqual(['inserted 5 77 1']);
});

test('a forged line that claims an early place behind the last line is the one that is blamed', async () => {
  const lines = journal();
  const forged = rehashed(lines[1] ?? '', { prev: entries[9]?.hash });
  expect(await found([...lines, forged])).toEqual(['repeated 11 1 1']);
});

test('a moved line between two dropped ones is moved', async () => {
  const lines = journal();
  const [line = ''] = lines.splice(4, 1);
  lines.splice(3, 2); // Entries 3 and 5.
  expect(await found([...lines, line])).toEqual(['dropped 4 3 1', 'dropped 4 5 1', 'moved 8 4 1']);
});

test('an unreadable line accounts for one missing entry and not for two', async () => {
  const [a = '', , c = '', , e = '', , g = ''] = journal();
  const { findings } = await verify([a, e, 'oops', c, g]);
  const missing = findings.filter((f) => f.code === 'dropped').reduce((sum, f) => sum + f.count, 0);
  expect(missing).toBe(2); // Entries 1, 3 and 5 are gone, and one of them is what line 3 was.
});

test('text between the lines is unreadable and nothing is missing', async () => {
  expect(await found(journal().toSpliced(4, 0, 'oops'))).toEqual(['unreadable 5 null 1']);
});

test('checking goes on behind a finding', async () => {
  const lines = journal(20);
  lines[2] = changed(lines[2] ?? '');
  lines[15] = 'oops';
  const touched = lines.toSpliced(8, 1);
  touched.push(...touched.splice(10, 1));
  expect(await found(touched)).toEqual(['changed 3 2 1', 'dropped 9 8 1', 'unreadable 14 null 1', 'moved 19 11 1']);
});

const lineIndex = fc.integer({ min: 0, max: 38 });

test('any one line moved anywhere is found as one move of one line', async () => {
  await fc.assert(
    fc.asyncProperty(lineIndex, lineIndex, async (from, to) => {
      fc.pre(from !== to);
      const lines = journal(39);
      const [line = ''] = lines.splice(from, 1);
      lines.splice(to, 0, line);
      const { findings } = await verify(lines);
      expect(findings.map((f) => [f.code, f.count])).toEqual([['moved', 1]]);
      if (Math.abs(from - to) > 1) expect(findings[0]).toMatchObject({ line: to + 1, seq: from });
    }),
  );
});

test('any lines dropped are found as what is missing where', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(lineIndex, { minLength: 1, maxLength: 20 }), async (dropped) => {
      const lines = journal(40).filter((_, n) => !dropped.includes(n)); // The last entry stays: its loss would not show.
      const { findings } = await verify(lines);
      expect(findings.every((f) => f.code === 'dropped')).toBe(true);
      const missing = findings.flatMap((f) => Array.from({ length: f.count }, (_, n) => (f.seq ?? 0) + n));
      expect(missing).toEqual(dropped.toSorted((a, b) => a - b));
    }),
  );
});

test('any lines changed are found one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(lineIndex, { minLength: 1, maxLength: 38 }), async (touched) => {
      const { findings } = await verify(journal(40).map((line, n) => (touched.includes(n) ? changed(line) : line)));
      expect(findings.map((f) => `${f.code} ${f.seq}`)).toEqual(
        touched.toSorted((a, b) => a - b).map((n) => `changed ${n}`),
      );
    }),
  );
});

test('whatever is done to the lines, it is found and never crashes', async () => {
  const shuffled = fc.shuffledSubarray([...journal(12), ...journal(12), 'oops', '{}', '[]', 'null', ''], {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async (lines) => {
      const entriesOnly = lines.filter((line) => line !== '');
      const untouched = entriesOnly.every((line, n) => line === journal(12)[n]);
      expect((await verify(lines)).ok).toBe(untouched);
    }),
  );
});
