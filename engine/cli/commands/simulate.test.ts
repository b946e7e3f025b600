import { expect, test } from 'vitest';
import { folder, interlock, jsonLines } from '../../../test/support/cli.ts';
import { benchOf, CONFIRM_DELETE, READ_BEFORE_WRITE } from '../../../test/support/session.ts';

const CALL = '{"type":"call","id":"c1","tool":"Write","args":{"file_path":"/a"}}';

async function simulate(trace: string | readonly Uint8Array[], ...options: readonly string[]) {
  const path = folder({ 'rbw.yaml': READ_BEFORE_WRITE });
  return interlock(['simulate', `${path}/rbw.yaml`, '-', ...options], { stdin: trace });
}

test('people get an aligned line for each step and the state at the end', async () => {
  const trace = `${CALL}\n{"type":"call","id":"read","tool":"Read","args":{"file_path":"/a"}}\n{"type":"result","id":"read","status":"success"}\n`;
  expect(await simulate(trace)).toEqual({
    code: 0,
    err: '',
    out: [
      '    1  call      c1        Write            deny  rbw[/a]  Read /a before writing.',
      '    2  call      read      Read             allow',
      '    3  result    read      rbw[/a] unread → read',
      '',
      'State',
      '  rbw[/a] = read',
      '  1 denied, 1 transitioned',
      '',
    ].join('\n'),
  });
});

test('a journal is a trace of what it recorded', async () => {
  const { guard, store } = benchOf(CONFIRM_DELETE);
  const asked = await guard.gate('t1', { id: 'c1', tool: 'delete_file', args: { path: '/a' } });
  if (asked.verdict !== 'ask') throw new Error(`The call was not asked about: ${asked.verdict}.`);
  await guard.note('t1', { kind: 'noted', calls: [], text: 'Something else.' });
  await guard.resolve(asked.ticket.id, { approve: true });
  await guard.settle('t1', 'c1', { status: 'success', content: 'ok' });
  const entries = await Array.fromAsync(store.journal());
  const path = folder({ 'cbd.yaml': CONFIRM_DELETE });
  const stdin = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const ran = await interlock(['simulate', `${path}/cbd.yaml`, '-', '--json'], { stdin });
  expect(ran.code).toBe(0);
  expect(jsonLines(ran.out).map((line) => line['verdict'] ?? line['type'])).toEqual([
    'ask',
    'resolved',
    'allow',
    'advance',
    'state',
  ]);
});

test('an empty trace has a state', async () => {
  expect(jsonLines((await simulate('', '--json')).out)).toMatchObject([{ type: 'state', tool_fsm_thread_state: {} }]);
  expect((await simulate('')).out).toBe('\nState\n  nothing recorded\n');
});

test('blank lines, Windows line ends and a byte order mark mean nothing', async () => {
  const ran = await simulate(`\ufeff\r\n  \r\n${CALL}\r\n\r\n`, '--json');
  expect(ran.code).toBe(0);
  expect(jsonLines(ran.out).map((line) => line['type'])).toEqual(['verdict', 'state']);
});

test('a bad line is an error with its number, the rest goes on, and the exit code is 1', async () => {
  const ran = await simulate(`nonsense\n${CALL}\n`, '--json');
  expect(ran.code).toBe(1);
  expect(jsonLines(ran.out)).toMatchObject([{ type: 'error', line: 1 }, { type: 'verdict' }, { type: 'state' }]);
});

test('a line that is not UTF-8 is an error with its number', async () => {
  const bytes = Uint8Array.from([0xff, 0x0a, ...new TextEncoder().encode(CALL)]);
  expect(jsonLines((await simulate([bytes], '--json')).out)).toMatchObject([
    { type: 'error', line: 1, message: expect.stringContaining('UTF-8') },
    { type: 'verdict' },
    { type: 'state' },
  ]);
});

test('a line of several megabytes is simulated', async () => {
  const content = 'x'.repeat(5_000_000);
  const trace = `{"type":"call","id":"c1","tool":"Read","args":{"file_path":"/a"}}\n{"type":"result","id":"c1","status":"success","content":"${content}"}\n`;
  expect(jsonLines((await simulate(trace, '--json')).out)).toMatchObject([
    { verdict: 'allow' },
    { transitions: [{ to: 'read' }] },
    { type: 'state' },
  ]);
});

test('all files but the last are machines, and are used as one set', async () => {
  const path = folder({ 'a.yaml': READ_BEFORE_WRITE, 'b.yaml': CONFIRM_DELETE, 't.jsonl': CALL });
  const ran = await interlock(['simulate', `${path}/a.yaml`, `${path}/b.yaml`, `${path}/t.jsonl`, '--json']);
  expect(jsonLines(ran.out)[0]).toMatchObject({ verdict: 'deny', machine: 'rbw' });
  const globbed = await interlock(['simulate', `${path}/*.yaml`, `${path}/t.jsonl`, '--json']);
  expect(globbed).toEqual(ran);
});

test('machines with errors are reported like in check, and nothing is simulated', async () => {
  const path = folder({ 'a.yaml': 'machines: [{}]\n' });
  const ran = await interlock(['simulate', `${path}/a.yaml`, '-'], { stdin: CALL });
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/a\.yaml:1:12: error missing_key/) });
});

test('a machine that two files declare is an error', async () => {
  const path = folder({ 'a.yaml': READ_BEFORE_WRITE, 'b.yaml': READ_BEFORE_WRITE });
  const ran = await interlock(['simulate', `${path}/a.yaml`, `${path}/b.yaml`, '-'], { stdin: CALL });
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('error duplicate_machine') });
});

test('the time-outs can be set on the command line', async () => {
  const path = folder({ 'm.yaml': CONFIRM_DELETE });
  const trace = [
    '{"type":"call","id":"d","tool":"delete_file","args":{"path":"/a"},"at":0}',
    '{"type":"approve","id":"d","at":30000}',
  ].join('\n');
  const args = ['simulate', `${path}/m.yaml`, '-', '--json'];
  expect((await interlock([...args, '--ask-timeout', '30s'], { stdin: trace })).out).toContain('"outcome":"refused"');
  expect((await interlock([...args, '--ask-timeout', '31s'], { stdin: trace })).out).toContain('"outcome":"approved"');
});

test('remarks go to stderr, the first of them', async () => {
  const results = '{"type":"result","id":"c1","status":"success"}\n'.repeat(25);
  const ran = await simulate(`${CALL}\n${results}`, '--json');
  expect(ran.code).toBe(0);
  expect(ran.err.split('\n').slice(0, -1)).toHaveLength(21);
  expect(ran.err).toContain('line 2: The result of call "c1" changes nothing: the call was denied.');
  expect(ran.err).toContain('and 5 more remarks');
});

test('progress is shown when it is asked for', async () => {
  const steps = '{"type":"step"}\n'.repeat(6_000);
  expect((await simulate(steps, '--progress')).err).toMatch(/^simulate: [\d,]+ lines in .* s\n/);
  expect((await simulate(steps)).err).toBe('');
});

test('progress is shown where only stderr is a terminal, and taken off again', async () => {
  const path = folder({ 'rbw.yaml': READ_BEFORE_WRITE });
  const args = ['simulate', `${path}/rbw.yaml`, '-'];
  const stdin = '{"type":"step"}\n'.repeat(6_000);
  const ran = await interlock(args, { stdin, terminal: 'err' });
  expect(ran.err.startsWith('\r\u001b[Ksimulate: 500 lines')).toBe(true);
  expect(ran.err.endsWith('\r\u001b[K')).toBe(true);
  expect((await interlock(args, { stdin, terminal: 'both' })).err).toBe('');
});

test('a terminal gets colours', async () => {
  const path = folder({ 'rbw.yaml': READ_BEFORE_WRITE });
  const ran = await interlock(['simulate', `${path}/rbw.yaml`, '-'], { stdin: CALL, terminal: 'out' });
  expect(ran.out).toContain('\u001b[31mdeny');
});

test('nothing that a model wrote commands the terminal', async () => {
  const trace = JSON.stringify({ type: 'call', id: '\u001b[2J', tool: 'Write\n', args: { file_path: '\u009b31m' } });
  const ran = await simulate(trace);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there.
  expect(ran.out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u0080-\u009f]/);
});
