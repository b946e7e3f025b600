import { expect, test } from 'vitest';
import { folder, interlock } from '../../../test/support/cli.ts';

const GOOD = 'machines: [{ name: m, initial: a, transitions: [{ on: T, from: a, to: b }] }]\n';
const BAD = 'machines:\n  - name: m\n    initial: a\n    transitons: []\n';

test('a good file prints nothing on stdout and exits with 0', async () => {
  expect(await interlock(['check', `${folder({ 'a.yaml': GOOD })}/a.yaml`])).toEqual({
    code: 0,
    out: '',
    err: '1 file checked: no problems\n',
  });
});

test('each mistake is a line with its file, place and code, and the exit code is 1', async () => {
  const ran = await interlock(['check', `${folder({ 'a.yaml': BAD })}/a.yaml`]);
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/^\S+\/a\.yaml:4:5: error unknown_key: .*Did you mean "transitions"\?\n/m);
});

test('warnings alone do not fail', async () => {
  const ran = await interlock(['check', '-'], { stdin: 'machines: []\n' });
  expect(ran).toMatchObject({ code: 0, err: '1 file checked: 1 warning\n' });
  expect(ran.out).toContain('<stdin>:1:11: warning empty_set');
});

test('a file that cannot be read is reported, and the others are checked', async () => {
  const path = folder({ 'a.yaml': BAD });
  const ran = await interlock(['check', `${path}/none.yaml`, path, `${path}/a.yaml`]);
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('none.yaml:1:1: error unreadable: ');
  expect(ran.out).toContain('it is a folder');
  expect(ran.out).toContain('a.yaml:4:5: error unknown_key');
});

test('a file that is not UTF-8 says in which line', async () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode('machines:\n# '), 0xe9, 0x0a]);
  const ran = await interlock(['check', `${folder({ 'a.yaml': bytes })}/a.yaml`]);
  expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('line 2 is not UTF-8') });
});

test('a byte order mark is no mistake', async () => {
  expect((await interlock(['check', '-'], { stdin: `\ufeff${GOOD}` })).code).toBe(0);
});

test('--json prints a list of diagnostics', async () => {
  const ran = await interlock(['check', '--json', '-'], { stdin: BAD });
  expect(JSON.parse(ran.out)).toContainEqual(
    expect.objectContaining({
      file: '<stdin>',
      severity: 'error',
      code: 'unknown_key',
      line: 4,
      column: 5,
      path: ['machines', 0, 'transitons'],
    }),
  );
  expect(ran.err).toBe('');
});

test('the same machine in two files is an error only when they are used together', async () => {
  const path = folder({ 'a.yaml': GOOD, 'b.yaml': GOOD });
  const files = [`${path}/a.yaml`, `${path}/b.yaml`];
  expect((await interlock(['check', ...files])).code).toBe(0);
  const together = await interlock(['check', '--together', ...files]);
  expect(together).toMatchObject({ code: 1, out: expect.stringMatching(/b\.yaml:1:1: error duplicate_machine: /) });
});

test('a quoted glob names files, in order and each once', async () => {
  const path = folder({ 'b.yaml': BAD, 'a.yaml': BAD, 'c.txt': '?' });
  const ran = await interlock(['check', `${path}/*.yaml`, `${path}/a.yaml`]);
  expect(ran.err).toContain('2 files checked');
  expect(ran.out.indexOf('a.yaml')).toBeLessThan(ran.out.indexOf('b.yaml'));
});

test('a glob that matches nothing says so', async () => {
  expect(await interlock(['check', `${folder()}/*.yaml`])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No file matches'),
  });
});

test('a file that is really called like a glob is taken as it is', async () => {
  const path = folder({ 'a[1].yaml': BAD, 'a1.yaml': GOOD });
  const ran = await interlock(['check', `${path}/a[1].yaml`]);
  expect(ran.out).toContain('a[1].yaml:4:5');
  expect(ran.err).toContain('1 file checked');
});

test('without a file it is a mistake in the command line', async () => {
  expect(await interlock(['check'])).toMatchObject({ code: 2, err: expect.stringContaining('interlock check --help') });
});

test('control characters of a name do not reach the terminal', async () => {
  const ran = await interlock(['check', 'x\u001b[2J.yaml']);
  expect(ran.out).toMatch(/^x\\u001b\[2J\.yaml:1:1: error unreadable: /);
  expect(ran.out).not.toContain('\u001b');
});
