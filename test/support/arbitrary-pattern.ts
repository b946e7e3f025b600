/** Random tool-call patterns for property tests: texts that must parse, spelled in all the ways the grammar allows. */
import fc from 'fast-check';

const word = fc.constantFrom(
  'Read',
  'Write',
  'mcp__gh__get',
  'a-b',
  'x.y',
  'fs/read',
  '\\/odd',
  'a\\*b',
  'größe',
  '__proto__',
  'a\\ b',
);
const globName = fc.constantFrom('mcp__*', 'Read?', '[Rr]ead', '*', '{Read,Write}', 'a*\\(b', '[(]x');
const regexName = fc.constantFrom('/^Read$/', '/(gh|gl)__/', '/a\\/b/', '/(?i)x/', '/\\d+\\\\/');
const name = fc.oneof(word, globName, regexName);

const space = fc.constantFrom('', ' ', '\n', '\t ');
const field = fc.constantFrom('a', 'file_path', 'dry-run', '文件', 'constructor', '0', '*');
const step = fc.oneof(
  field.map((text) => `.${text}`),
  fc.constantFrom('[0]', '[12]', '[*]', '[ 3 ]'),
);
const path = fc.tuple(field, fc.array(step, { maxLength: 3 })).map(([first, steps]) => first + steps.join(''));

/** Values per operator: anything is exact text, globs and expressions must be well formed. */
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
const globText = fc.constantFrom('*', 'src/**', '*.{ts,tsx}', '', '[!a]?', 'a\\*', 'say "hi"', '\\\\', 'C:\\\\x');
const regexText = fc.constantFrom('^a', 'b+$', '\\d+', '', '\\\\', '"', '(?i)drop|alter', '\\.env$');
const value = fc.oneof(
  fc.tuple(fc.constantFrom('~', '!~'), globText),
  fc.tuple(fc.constantFrom('=~', '!=~'), regexText),
  fc.tuple(fc.constantFrom('=', '!='), fc.string({ unit: 'grapheme', maxLength: 12 })),
);

const condition = fc
  .tuple(path, space, value, space)
  .map(([where, before, [operator, text], after]) => `${where}${before}${operator}${after}${quoted(text)}`);
const conditions = fc.array(condition, { minLength: 1, maxLength: 3 }).map((list) => list.join(' ,\n'));
const primary = fc.constantFrom(
  '*',
  'npm *',
  'git (push|pull) *',
  'echo \\)',
  'npm\\ ',
  'FOO=bar *',
  'cd ~/*',
  '**',
  '{a,b}',
  '\\{"a":1*',
);

/** The text of a well-formed pattern. */
export const arbitraryPattern: fc.Arbitrary<string> = fc
  .tuple(space, name, space, fc.option(fc.tuple(space, fc.oneof(conditions, primary), space)), space)
  .map(([a, tool, b, args, c]) => `${a}${tool}${b}${args === null ? '' : `(${args.join('')})`}${c}`);

/** The text of well-formed conditions, as in `when.json`. */
export const arbitraryConditions: fc.Arbitrary<string> = conditions;
