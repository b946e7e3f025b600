import { expect, test } from 'vitest';
import { interlock } from '../../test/support/cli.ts';
import { ReaderGone } from './io.ts';
import { main } from './main.ts';

const COMMANDS = ['check', 'simulate', 'explain', 'schema', 'verify', 'replay'];

test('without a command the help goes to stderr, and that is a mistake', async () => {
  expect(await interlock([])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('Usage: interlock COMMAND'),
  });
});

test('--help lists every command', async () => {
  const ran = await interlock(['--help']);
  expect(ran.code).toBe(0);
  for (const name of COMMANDS) expect(ran.out).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
});

test.each(COMMANDS)('%s has help with examples', async (name) => {
  const ran = await interlock([name, '--help']);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toMatch(new RegExp(`^interlock ${name}`));
  expect(ran.out).toMatch(/^Examples?:\n {2}/m);
  expect(await interlock(['help', name])).toEqual(ran);
  expect(await interlock([name, '-h'])).toEqual(ran);
});

test('--version says the version of the package', async () => {
  expect((await interlock(['--version'])).out).toMatch(/^interlock \d+\.\d+\.\d+\n$/);
});

test('a command that does not exist is answered with the one that was probably meant', async () => {
  expect(await interlock(['simulte'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean "simulate"?'),
  });
  expect(await interlock(['__proto__'])).toMatchObject({ code: 2 });
});

test.each([
  [['check', '--jsno', 'a'], 'There is no option "--jsno". Did you mean "--json"?'],
  [['check', '-x', 'a'], 'There is no option "-x".'],
  [['check', '--json=yes', 'a'], 'Option "--json" takes no value.'],
  [['replay', 'j', '--machines'], 'Option "--machines" needs a value.'],
  [['replay', 'j', '--machines', '--json'], 'Option "--machines" needs a value.'],
  [['replay', 'j'], 'The machines to try are missing: --machines FILE.'],
  [['replay', '-', '--machines', '-'], 'Standard input cannot be machines and journal at once.'],
  [['simulate', '-', '-'], 'Standard input cannot be machines and trace at once.'],
  [['simulate', 'one.yaml'], 'A trace is missing'],
  [['simulate', 'm', 't', '--ask-timeout', 'soon'], 'Option "--ask-timeout" is "soon", wanted a duration'],
  [['simulate', 'm', 't', '--ask-timeout', '1s', '--ask-timeout', '2s'], 'Option "--ask-timeout" is given twice.'],
  [['explain'], 'A machine file is missing.'],
  [['schema', 'x'], 'takes no arguments'],
  [['verify'], 'Name one journal'],
  [['verify', 'j', '--head', 'x'], 'Option "--head" is "x"'],
])('%j exits with 2 and says what is wrong', async (args, message) => {
  const ran = await interlock(args);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toContain(message);
});

test('what follows -- is a file, even with a dash in front', async () => {
  expect((await interlock(['check', '--', '--json'])).out).toContain('--json:1:1: error unreadable');
});

test('schema prints the schema', async () => {
  const ran = await interlock(['schema']);
  expect(JSON.parse(ran.out)).toMatchObject({ title: 'Interlock machine set', type: 'object' });
});

test('an unexpected failure is one line, not a stack trace', async () => {
  let err = '';
  const sink = { isTerminal: false, paint: (_: string, text: string) => text, flush: async () => undefined };
  const code = await main(['--version'], {
    out: { ...sink, write: () => Promise.reject(new Error('disk full')) },
    err: {
      ...sink,
      write: async (text: string) => {
        err += text;
      },
    },
  } as never);
  expect([code, err]).toEqual([1, 'interlock: this should not happen: disk full\n']);
});

test('a reader that is gone is no failure', async () => {
  const sink = {
    isTerminal: false,
    paint: (_: string, text: string) => text,
    write: () => Promise.reject(new ReaderGone()),
  };
  expect(await main(['--help'], { out: sink, err: sink } as never)).toBe(0);
});
