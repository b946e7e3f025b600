/** The console's server over real HTTP, with the real tools and both client libraries. */
import { existsSync } from 'node:fs';
import { readFile, stat, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connect, type Era } from './page/mcp/toolbox.ts';
import { type Console, startConsole } from './start.ts';

let site: Console;
beforeAll(async () => {
  site = await startConsole();
}, 60_000);
beforeEach(() => site.reset());
afterAll(() => site.close());

const patiently = { signal: new AbortController().signal, onProgress: () => undefined };
const file = (name: string) => readFile(join(site.scratch, name), 'utf8');
const eras: Era[] = ['legacy', 'modern'];

it.each(eras)('writes and reads through the filesystem server (%s)', async (era) => {
  const server = await connect('filesystem', era, site.url);
  const written = await server.call('write_file', { path: 'notes.txt', content: 'new' }, patiently);
  expect(written.isError).toBe(false);
  expect(await file('notes.txt')).toBe('new');
  expect(await server.call('read_text_file', { path: 'notes.txt' }, patiently)).toEqual({
    text: 'new',
    isError: false,
  });
});

it.each(eras)('deletes for real (%s)', async (era) => {
  const server = await connect('workshop', era, site.url);
  expect(await server.call('delete_file', { path: 'draft-1.txt' }, patiently)).toEqual({
    text: 'Deleted draft-1.txt.',
    isError: false,
  });
  expect(existsSync(join(site.scratch, 'draft-1.txt'))).toBe(false);
});

it.each(eras)('publishes for real, and a dry run changes nothing (%s)', async (era) => {
  const server = await connect('workshop', era, site.url);
  const rehearsed = await server.call('publish', { path: 'report.md', dry_run: true }, patiently);
  expect(rehearsed.text).toContain('would publish report.md');
  expect(existsSync(join(site.scratch, 'published'))).toBe(false);
  await server.call('publish', { path: 'report.md' }, patiently);
  expect(await file('published/report.md')).toBe(await file('report.md'));
});

it('gives the model an error for a path outside the folder', async () => {
  await symlink(tmpdir(), join(site.scratch, 'out'));
  const server = await connect('workshop', 'legacy', site.url);
  for (const path of ['../x', '/etc/hosts', '.', 'out/x']) {
    expect(await server.call('delete_file', { path }, patiently)).toEqual({
      text: `"${path}" is not inside the folder.`,
      isError: true,
    });
  }
});

it('does not know a session it has not opened', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-session-id': 'unknown',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const response = await fetch(`${site.url}/mcp/workshop`, { method: 'POST', headers, body });
  expect(response.status).toBe(404);
});

it('opens a stream for unasked messages only where it is wanted', async () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const opened = await fetch(`${site.url}/mcp/workshop`, { method: 'POST', headers, body });
  await opened.body?.cancel();
  const session = { accept: 'text/event-stream', 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  expect((await fetch(`${site.url}/mcp/workshop`, { headers: session })).status).toBe(405);
  const stream = await fetch(`${site.url}/mcp/workshop?listen`, { headers: session });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  await stream.body?.cancel();
});

it('ends the sessions that nobody has used for longest when there are too many', async () => {
  const first = await connect('workshop', 'legacy', site.url);
  for (let opened = 0; opened < 16; opened += 1) await connect('workshop', 'legacy', site.url);
  await expect(first.call('delete_file', { path: 'draft-1.txt' }, patiently)).rejects.toThrow('Session not found');
});

it('carries a result of several megabytes', async () => {
  const server = await connect('filesystem', 'legacy', site.url);
  const content = 'x'.repeat(5_000_000);
  expect((await server.call('write_file', { path: 'big.txt', content }, patiently)).isError).toBe(false);
  expect((await server.call('read_text_file', { path: 'big.txt' }, patiently)).text).toHaveLength(content.length);
});

/** Like `fetch`, but with headers that fetch does not let its callers set. */
function ask(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${site.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

it('answers to its loopback names', async () => {
  const port = new URL(site.url).port;
  expect(await ask('/', { host: `localhost:${port}` })).toBe(200);
  expect(await ask('/api/info', { origin: site.url })).toBe(200);
});

it.each([
  ['a host name of somebody else', { host: 'evil.example' }],
  ['its own name with another port', { host: '127.0.0.1:1' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['a cross-site request without an origin', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('refuses %s', async (_name, headers) => {
  expect(await ask('/api/files', headers)).toBe(403);
});

it.each(['/../package.json', '/%2e%2e/package.json', '/assets/../../start.ts', '//etc/passwd'])(
  'has nothing at %s',
  async (path) => {
    expect(await ask(path, {})).toBe(404);
  },
);

it('removes its scratch folder when it closes', async () => {
  const other = await startConsole();
  expect((await stat(other.scratch)).isDirectory()).toBe(true);
  await other.close();
  expect(existsSync(other.scratch)).toBe(false);
});
