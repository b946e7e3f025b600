/**
 * What a crash, a full disk and other hands leave behind, and what opening makes of it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, open as openFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { afterEach, expect, test, vi } from 'vitest';
import { verifyJournal } from '../verify.ts';
import { openJsonlStore, type Torn } from './jsonl.ts';
import { type JsonlStorage, newJsonlStorage } from './store-suite-jsonl.ts';
import { entryPutting, linesOf, put, suiteFold } from './store-suite-samples.ts';

const storages: JsonlStorage[] = [];

async function newStorage(): Promise<JsonlStorage> {
  const storage = await newJsonlStorage();
  storages.push(storage);
  return storage;
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const storage of storages.splice(0)) await storage.dispose();
});

/** A storage with one commit of one entry and one commit of three. */
async function filled(): Promise<JsonlStorage & { readonly whole: string }> {
  const storage = await newStorage();
  const store = await storage.open();
  await put(store, ['a', 1]);
  await store.commit(
    [1, 2, 3].map((n) => entryPutting([[`b${n}`, 'ü']])),
    new Map(),
  );
  await store.close();
  return { ...storage, whole: await storage.text() };
}

/** What is in the storage when it is opened again, and what was cut off. */
async function reopened({ open }: JsonlStorage) {
  const torn: Torn[] = [];
  const store = await open({ onTorn: (what) => torn.push(what) });
  const keys = (await Array.fromAsync(store.scan(''))).map(([key]) => key);
  const entries = (await Array.fromAsync(store.journal())).length;
  await store.close();
  return { keys, entries, torn: torn.map(({ line, bytes }) => ({ line, bytes })) };
}

test('the file holds one entry a line, and verifies', async () => {
  const { whole } = await filled();
  const lines = whole.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([0, 1, 2, 3]);
  expect((await verifyJournal(linesOf(lines))).findings).toEqual([]);
});

test('only its owner can read the file', async () => {
  const { file } = await filled();
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('a commit that was cut short anywhere is dropped whole, and said to be', async () => {
  const storage = await filled();
  const bytes = Buffer.from(storage.whole);
  const first = bytes.indexOf('\n') + 1;
  for (let size = first + 1; size < bytes.length - 1; size += 13) {
    await writeFile(storage.file, bytes.subarray(0, size));
    expect(await reopened(storage)).toEqual({ keys: ['a'], entries: 1, torn: [{ line: 2, bytes: size - first }] });
    expect((await stat(storage.file)).size).toBe(first);
  }
});

test('a commit that was cut between two of its lines is dropped whole', async () => {
  const storage = await filled();
  const lines = storage.whole.split('\n');
  await writeFile(storage.file, `${lines.slice(0, 3).join('\n')}\n`);
  expect(await reopened(storage)).toMatchObject({ keys: ['a'], entries: 1, torn: [{ line: 2 }] });
});

test('a commit of which only the last newline is missing is kept and ended', async () => {
  const storage = await filled();
  await truncate(storage.file, Buffer.byteLength(storage.whole) - 1);
  expect(await reopened(storage)).toEqual({ keys: ['a', 'b1', 'b2', 'b3'], entries: 4, torn: [] });
  expect(await storage.text()).toBe(storage.whole);
});

test('zeros that a crashed disk left at the end are dropped', async () => {
  const storage = await filled();
  await appendFile(storage.file, new Uint8Array(100));
  expect(await reopened(storage)).toMatchObject({ entries: 4, torn: [{ line: 5, bytes: 100 }] });
});

test('a character that was cut in two is dropped with its line', async () => {
  const storage = await filled();
  await appendFile(storage.file, Buffer.from('{"ü').subarray(0, 3));
  expect(await reopened(storage)).toMatchObject({ entries: 4, torn: [{ line: 5, bytes: 3 }] });
});

test('a first commit that was cut short leaves an empty journal', async () => {
  const storage = await newStorage();
  await writeFile(storage.file, '{"at":1');
  expect(await reopened(storage)).toEqual({ keys: [], entries: 0, torn: [{ line: 1, bytes: 7 }] });
});

test('the journal goes on behind what was cut off', async () => {
  const storage = await filled();
  await truncate(storage.file, Buffer.byteLength(storage.whole) - 20);
  const store = await storage.open();
  await put(store, ['c', 1]);
  await store.close();
  expect(await reopened(storage)).toEqual({ keys: ['a', 'c'], entries: 2, torn: [] });
});

test.each([
  ['text in a whole last line', (text: string) => `${text}oops\n`],
  ['an empty line', (text: string) => text.replace('\n', '\n\n')],
  ['a changed line', (text: string) => text.replace('"a",1', '"a",2')],
  ['a dropped line', (text: string) => text.replace(/\n.*\n/, '\n')],
  ['a repeated line', (text: string) => text.replace(/^.*\n/, '$&$&')],
  ['a byte order mark', (text: string) => `\ufeff${text}`],
])('%s is an error, and the file stays as it is', async (_, spoil) => {
  const storage = await filled();
  const spoilt = spoil(storage.whole);
  await writeFile(storage.file, spoilt);
  await expect(storage.open()).rejects.toMatchObject({ name: 'StoreError', code: 'undecodable' });
  expect(await storage.text()).toBe(spoilt);
});

test('bytes that are no UTF-8 are an error', async () => {
  const storage = await filled();
  await appendFile(storage.file, new Uint8Array([0x22, 0xff, 0x22, 0x0a]));
  await expect(storage.open()).rejects.toMatchObject({ code: 'undecodable' });
});

test('a second opening is refused until the first one is closed', async () => {
  const storage = await newStorage();
  const first = await storage.open();
  await expect(storage.open()).rejects.toMatchObject({ name: 'StoreError', code: 'conflict' });
  await first.close();
  await (await storage.open()).close();
});

test('a failed opening leaves no lock', async () => {
  const storage = await filled();
  await writeFile(storage.file, 'oops\n');
  await expect(storage.open()).rejects.toMatchObject({ code: 'undecodable' });
  await writeFile(storage.file, storage.whole);
  await storage.open();
});

test('the lock of a process that is gone is taken over', async () => {
  const storage = await newStorage();
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  await writeFile(`${storage.file}.lock`, `${gone.pid} x\n`);
  await storage.open();
  await expect(storage.open()).rejects.toMatchObject({ code: 'conflict' });
});

test('a lock that names no process is respected', async () => {
  const storage = await newStorage();
  await writeFile(`${storage.file}.lock`, '');
  await expect(storage.open()).rejects.toMatchObject({ code: 'conflict' });
  await rm(`${storage.file}.lock`);
});

test('a lock that another process has taken since is not released', async () => {
  const storage = await newStorage();
  const store = await storage.open();
  await writeFile(`${storage.file}.lock`, `${process.pid} other\n`);
  await store.close();
  await expect(storage.open()).rejects.toMatchObject({ code: 'conflict' });
  await rm(`${storage.file}.lock`);
});

test.each([
  ['was written to', (file: string) => appendFile(file, '{}\n')],
  ['was removed', (file: string) => rm(file)],
  ['was replaced', (file: string) => rename(file, `${file}.old`).then(() => copyFile(`${file}.old`, file))],
])('a file that %s by somebody else is not written', async (what, meddle) => {
  const { file, open } = await newStorage();
  const store = await open();
  await put(store, ['a', 1]);
  await meddle(file);
  await expect(put(store, ['a', 2])).rejects.toThrow(what);
  expect((await store.read(['a'])).get('a')).toBe(1);
});

test('a folder that is not there is an error', async () => {
  await expect(openJsonlStore({ file: '/no/such/folder/j.jsonl', fold: suiteFold })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'unavailable',
  });
});

/** The class of open files, so that a disk can be made to fail. */
async function fileHandle(): Promise<{
  write: (...args: never[]) => unknown;
  datasync: () => unknown;
  truncate: () => unknown;
}> {
  const handle = await openFile('/dev/null');
  await handle.close();
  return Object.getPrototypeOf(handle);
}

const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

test('a write that fails half way leaves the file as it was', async () => {
  const storage = await filled();
  const store = await storage.open();
  const handles = await fileHandle();
  const write = handles.write;
  vi.spyOn(handles, 'write')
    .mockImplementationOnce(function (this: unknown, bytes: never, offset: never, _: never, at: never) {
      return write.call(this, bytes, offset, 50 as never, at);
    })
    .mockRejectedValueOnce(full());
  await expect(put(store, ['c', 1])).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  expect(await storage.text()).toBe(storage.whole);
  expect((await store.read(['c'])).size).toBe(0);
  expect((await put(store, ['c', 2]))[0]?.seq).toBe(4);
});

test('a write in small pieces is a whole one', async () => {
  const storage = await filled();
  const store = await storage.open();
  const handles = await fileHandle();
  const write = handles.write;
  vi.spyOn(handles, 'write').mockImplementation(function (
    this: unknown,
    bytes: never,
    offset: never,
    length: number,
    at: never,
  ) {
    return write.call(this, bytes, offset, Math.min(7, length) as never, at);
  });
  await put(store, ['c', 1]);
  vi.restoreAllMocks();
  await store.close();
  expect(await reopened(storage)).toMatchObject({ entries: 5, torn: [] });
});

test('a commit that did not reach the disk is not answered', async () => {
  const storage = await filled();
  const store = await storage.open();
  const handles = await fileHandle();
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(full());
  await expect(put(store, ['c', 1])).rejects.toMatchObject({ code: 'unavailable' });
  expect(await storage.text()).toBe(storage.whole);
});

test('a store that cannot undo a failed write does not go on', async () => {
  const storage = await filled();
  const store = await storage.open();
  const handles = await fileHandle();
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(full());
  vi.spyOn(handles, 'truncate').mockRejectedValueOnce(full());
  await expect(put(store, ['c', 1])).rejects.toMatchObject({ code: 'unavailable' });
  await expect(put(store, ['c', 2])).rejects.toThrow(/Open it again/);
});

test('what a killed process was told is stored is there afterwards', async () => {
  const storage = await newStorage();
  const script = `
    import { openJsonlStore } from ${JSON.stringify(new URL('./jsonl.ts', import.meta.url).href)};
    import { put, suiteFold } from ${JSON.stringify(new URL('./store-suite-samples.ts', import.meta.url).href)};
    const store = await openJsonlStore({ file: process.argv[1], fold: suiteFold });
    for (let n = 0; ; n++) {
      await put(store, ['n', n], ['at/' + n, n]);
      console.log(n);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, storage.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its output ends before it is gone for the system; until then its lock holds.
  const gone = once(child, 'exit');
  let told = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line);
    if (told === 40) child.kill('SIGKILL');
  }
  await gone;
  expect(told).toBeGreaterThanOrEqual(40);
  const store = await storage.open();
  const n = (await store.read(['n'])).get('n') as number;
  expect(n - told === 0 || n - told === 1).toBe(true); // One more may have reached the disk and not the reader.
  expect((await Array.fromAsync(store.scan('at/'))).length).toBe(n + 1);
});
