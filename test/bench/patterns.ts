/**
 * Patterns: adversarial globs and expressions on a megabyte beside one native `includes` scan of the same value, and ordinary
 * patterns on ordinary calls beside the libraries that could have decided instead.
 */
import picomatch from 'picomatch';
import { RE2JS } from 're2js';
import { parseTemplate, resolveKeys } from '../../engine/key/template.ts';
import { compileGlob, compileRegex, matchesCall, type Parsed, parsePattern } from '../../engine/pattern/pattern.ts';
import { english } from '../../engine/say.ts';
import { type Measured, table, timed } from './measure.ts';

const MEGABYTE = 1 << 20;
/** What the named patterns may cost, in scans. */
const LIMIT = 100;

function parsed<T>(result: Parsed<T>): T {
  if (!result.ok) throw new Error(english(result.error.message));
  return result.value;
}

const glob = (source: string) => parsed(compileGlob(source)).test;
const regex = (source: string) => parsed(compileRegex(source)).test;

/** Values on which a backtracking matcher does not come back. */
const VALUES = {
  'a…ac': `${'a'.repeat(MEGABYTE - 1)}c`,
  'abab…c': `${'ab'.repeat(MEGABYTE / 2 - 1)}ac`,
} as const;

/** Held to the limit. */
const NAMED = { 'glob *a*a*a*a*b*': glob('*a*a*a*a*b*'), 'regex (a+)+$': regex('(a+)+$') };
/** For the whole picture. */
const OTHERS = {
  'glob *aab*': glob('*aab*'),
  'glob *a?a*[xyz]*': glob('*a?a*[xyz]*'),
  'glob {a,b}*{a,c}*{x,d}*': glob('{a,b}*{a,c}*{x,d}*'),
  'regex ^(a+)+$': regex('^(a+)+$'),
  'regex (x+x+)+y': regex('(x+x+)+y'),
  'regex ([a-z]+)*@': regex('([a-z]+)*@'),
  'regex (?i)foo|bar\\b': regex('(?i)foo|bar\\b'),
  'regex (a|b)*a(a|b){5}x': regex('(a|b)*a(a|b){5}x'),
  're2js alone (a+)+$': (text: string) => RE2JS.compile('(a+)+$').test(text),
};

async function benchAdversarial(print: (text: string) => void): Promise<void> {
  for (const [name, value] of Object.entries(VALUES)) {
    const scan = await timed('one includes scan', () => value.includes('!'));
    const rows: Measured[] = [scan];
    for (const [what, test] of Object.entries({ ...NAMED, ...OTHERS })) {
      rows.push(await timed(what, () => test(value)));
    }
    print(table(`One megabyte of ${name}`, rows, scan.name));
    for (const { name: what, micros } of rows) {
      if (what in NAMED && micros > LIMIT * scan.micros) {
        print(`TOO SLOW: ${what} takes more than ${LIMIT} scans\n`);
        process.exitCode = 1;
      }
    }
  }
}

async function benchOrdinary(print: (text: string) => void): Promise<void> {
  const path = '/srv/project/src/parser/index.test.ts';
  const command = 'cd /srv/project && npm run test -- --watch=false';
  const write = { id: 'c', tool: 'Write', args: { file_path: path, content: 'x' } };
  const bash = { id: 'c', tool: 'Bash', args: { command } };
  const calls = (source: string, call: typeof write | typeof bash) => {
    const pattern = parsed(parsePattern(source));
    return timed(source, () => matchesCall(pattern, call));
  };
  const key = parsed(parseTemplate('{file_path|path}'));
  const options = { normalizer: 'path', keyRoot: '/srv/project' } as const;
  const re2 = RE2JS.compile('(rm|mv) +-rf?');
  const pico = picomatch('**/src/**/*.{ts,tsx}', { bash: true, dot: true });
  const first = await calls('Write(file_path ~ "*")', write);
  const rows = [
    first,
    await calls('Write(file_path ~ "**/src/**/*.{ts,tsx}")', write),
    await calls('Write(file_path =~ "\\.env$")', write),
    await calls('Bash(command =~ "(rm|mv) +-rf?")', bash),
    await calls('Bash(* npm *)', bash),
    await timed('key {file_path|path}, normalised, under a root', () => resolveKeys(key, write.args, options)),
    await timed('picomatch alone: **/src/**/*.{ts,tsx}', () => pico(path)),
    await timed('re2js alone: (rm|mv) +-rf?', () => re2.test(command)),
  ];
  print(table('One call', rows, first.name));
}

/** Prints both tables; sets the exit code when a named pattern passes its limit. */
export async function benchPatterns(print: (text: string) => void): Promise<void> {
  await benchAdversarial(print);
  await benchOrdinary(print);
}
