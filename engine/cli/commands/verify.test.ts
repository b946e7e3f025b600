import { expect, test } from 'vitest';
import { interlock } from '../../../test/support/cli.ts';
import { call, machinesOf, READ_BEFORE_WRITE, ran, THREAD } from '../../../test/support/session.ts';
import { createGuard } from '../../session.ts';
import { exportJournal } from '../../state/export.ts';
import { createMemoryStore } from '../../state/stores/memory.ts';

async function journal(): Promise<readonly string[]> {
  const store = createMemoryStore();
  const guard = createGuard({ machines: machinesOf(READ_BEFORE_WRITE), store, clock: () => 0 });
  await guard.gate(THREAD, call('w', 'Write', { file_path: '/a' }));
  await ran(guard, 'r', 'Read', { file_path: '/a' });
  return Array.fromAsync(exportJournal(store));
}

const verify = (lines: readonly string[], ...options: readonly string[]) =>
  interlock(['verify', '-', ...options], { stdin: lines.map((line) => `${line}\n`).join('') });

test('a journal that nobody touched is ok, and its newest entry is named', async () => {
  const said = await verify(await journal());
  expect(said).toMatchObject({ code: 0, err: '' });
  expect(said.out).toMatch(/^<stdin>: ok, 3 entries, nothing was changed\n<stdin>: newest entry 2:[0-9a-f]{64}\n$/);
});

test('a line that was changed is named, and the exit code is 1', async () => {
  const lines = (await journal()).map((line, i) => (i === 1 ? line.replace('"allow"', '"denied"') : line));
  const said = await verify(lines);
  expect(said.code).toBe(1);
  expect(said.out).toContain('<stdin>:2: error changed: ');
});

test('a line that is gone from the end shows when the newest entry is known', async () => {
  const lines = await journal();
  const head = /newest entry (\S+)/.exec((await verify(lines)).out)?.[1] ?? '';
  expect((await verify(lines, '--head', head)).code).toBe(0);
  const said = await verify(lines.slice(0, -1), '--head', head);
  expect(said).toMatchObject({ code: 1, out: expect.stringContaining('error truncated: ') });
});

test('--json prints what was found', async () => {
  const [first = '', , third = ''] = await journal();
  const said = await verify([first, third], '--json');
  expect(said.code).toBe(1);
  expect(JSON.parse(said.out)).toMatchObject({ ok: false, lines: 2, findings: [{ code: 'dropped', line: 2 }] });
});

test('a line that is not text is unreadable, not fatal', async () => {
  const [first = '', ...rest] = await journal();
  const stdin = [first, rest.join('\n')].map((text) => new TextEncoder().encode(`${text}\n`));
  const said = await interlock(['verify', '-'], {
    stdin: [...stdin.slice(0, 1), Uint8Array.of(0xff, 0x0a), ...stdin.slice(1)],
  });
  expect(said).toMatchObject({ code: 1, out: expect.stringContaining('<stdin>:2: error unreadable: ') });
});
