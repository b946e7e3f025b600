/** The tools that run in the page: they answer as the real ones do, so that machines can tell a failure. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import { toolbox } from './page/mcp/toolbox.ts';
import { pageTools } from './page/tools/page-tools.ts';

const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

function kit() {
  const own = pageTools();
  const tools = toolbox([own]);
  return { own, call: (tool: string, args: JsonObject) => tools.call(tool, args, quiet) };
}

it('reads what it wrote, however the path is spelled', async () => {
  const { call } = kit();
  await call('write_file', { path: './new.txt', content: 'hello' });
  expect(await call('read_text_file', { path: 'new.txt' })).toEqual({ text: 'hello', isError: false });
});

it('says of a file that is not there what the disk says', async () => {
  expect(await kit().call('read_text_file', { path: 'none' })).toEqual({
    text: "ENOENT: no such file or directory, open 'none'",
    isError: true,
  });
});

it('deletes a file once', async () => {
  const { call, own } = kit();
  expect(await call('delete_file', { path: 'draft-1.txt' })).toMatchObject({ isError: false });
  expect(own.files().map(({ path }) => path)).not.toContain('draft-1.txt');
  expect(await call('delete_file', { path: 'draft-1.txt' })).toMatchObject({ isError: true });
});

it('publishes nothing in a dry run', async () => {
  const { call, own } = kit();
  expect(await call('publish', { path: 'report.md', dry_run: true })).toMatchObject({ isError: false });
  expect(own.files()).toHaveLength(4);
  await call('publish', { path: 'report.md' });
  expect(own.files().map(({ path }) => path)).toContain('published/report.md');
});

it('refuses arguments that are no text', async () => {
  expect(await kit().call('write_file', { path: 'a' })).toEqual({
    text: 'The argument "content" must be text.',
    isError: true,
  });
});

it('puts the sample files back', async () => {
  const { call, own } = kit();
  await call('delete_file', { path: 'notes.txt' });
  await call('write_file', { path: 'new.txt', content: '' });
  own.reset();
  expect(own.files().map(({ path }) => path)).toEqual(['draft-1.txt', 'draft-2.txt', 'notes.txt', 'report.md']);
});

it('runs nothing for a task that was stopped', async () => {
  const { own } = kit();
  const stopped = { ...quiet, signal: AbortSignal.abort() };
  expect(await toolbox([own]).call('delete_file', { path: 'notes.txt' }, stopped)).toMatchObject({ isError: true });
  expect(own.files()).toHaveLength(4);
});
