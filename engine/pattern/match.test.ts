/** Matching of whole calls, against conditions evaluated the plain way. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../tool-call.ts';
import { holdsAll, matchesCall, matchesTool, type Pattern, parseConditions, parsePattern } from './pattern.ts';

function pattern(source: string): Pattern {
  const parsed = parsePattern(source);
  if (!parsed.ok) throw new Error(`${source}: ${parsed.error.message.form}`);
  return parsed.value;
}
const call = (tool: string, args: Json) => ({ id: 'c1', tool, args });

const field = fc.constantFrom('a', 'b', 'c', '__proto__');
const text = fc.constantFrom('', 'x', 'xy', 'yx', 'x\ny', '7', 'true');
const value = fc.oneof(text, fc.constantFrom<Json>(null, true, 7, [1], { x: 'y' }));
const args = fc.array(fc.tuple(field, value), { maxLength: 4 }).map((entries) => {
  const fields = entries.map(([key, found]) => `${JSON.stringify(key)}:${JSON.stringify(found)}`);
  return JSON.parse(`{${fields.join()}}`) as Json;
});
/** Operator, operand and what it means. */
const test = fc.constantFrom<readonly [string, string, (text: string) => boolean]>(
  ['=', 'x', (found) => found === 'x'],
  ['!=', 'x', (found) => found !== 'x'],
  ['=', '', (found) => found === ''],
  ['~', 'x*', (found) => found.startsWith('x')],
  ['!~', 'x*', (found) => !found.startsWith('x')],
  ['~', '*', () => true],
  ['!~', '*', () => false],
  ['=~', 'y$', (found) => found.endsWith('y')],
  ['!=~', 'y$', (found) => !found.endsWith('y')],
  ['=~', '^[0-9]+$', (found) => /^[0-9]+$/.test(found)],
);

function asText(found: Json): string {
  if (found === null) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}

it('holds conditions as they are written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(field, test), { minLength: 1, maxLength: 3 }), args, (conditions, given) => {
      const source = conditions.map(([name, [operator, operand]]) => `${name} ${operator} "${operand}"`).join(', ');
      const expected = conditions.every(([name, [, , means]]) => {
        const found = Object.entries(given as object).find(([key]) => key === name);
        return found !== undefined && means(asText(found[1] as Json));
      });
      expect(matchesCall(pattern(`T(${source})`), call('T', given))).toBe(expected);
      const parsed = parseConditions(source);
      expect(parsed.ok && holdsAll(parsed.value, given)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

it('never matches a call to a tool that it does not name', () => {
  const names = fc.constantFrom('Read', 'R*', '[RW]*', '/^Re/', '{Read,Write}', 'W?ite');
  const rest = fc.constantFrom('', '(*)', '(x*)', '(a = "x")', '(a !~ "x")');
  fc.assert(
    fc.property(names, rest, fc.constantFrom('Read', 'Write', 'Edit', ''), args, (name, more, tool, given) => {
      const parsed = pattern(name + more);
      if (!matchesTool(parsed, tool)) expect(matchesCall(parsed, call(tool, given))).toBe(false);
      if (more === '' || more === '(*)') expect(matchesCall(parsed, call(tool, given))).toBe(matchesTool(parsed, tool));
    }),
  );
});

it('matches fewer calls with each condition that is added', () => {
  fc.assert(
    fc.property(test, test, args, ([first, x], [second, y], given) => {
      const one = pattern(`T(a ${first} "${x}")`);
      const both = pattern(`T(a ${first} "${x}", b ${second} "${y}")`);
      if (matchesCall(both, call('T', given))) expect(matchesCall(one, call('T', given))).toBe(true);
    }),
  );
});

it('holds no condition of free text, of a list or of nothing, unless it asks for an element', () => {
  for (const given of ['a', null, 7, ['a'], [{ a: 'x' }]])
    expect(matchesCall(pattern('T(a ~ "*")'), call('T', given))).toBe(false);
  expect(matchesCall(pattern('T([*].a ~ "*")'), call('T', [{ a: 'x' }]))).toBe(true);
});

it('asks a value of any depth without failing', () => {
  const deep = JSON.parse(`${'{"a":['.repeat(20_000)}${']}'.repeat(20_000)}`) as Json;
  expect(matchesCall(pattern('T(x !~ "y")'), call('T', { x: deep }))).toBe(true);
  expect(matchesCall(pattern('T(*"b"*)'), call('T', { x: deep }))).toBe(false);
  expect(matchesCall(pattern('T(\\{"a":[[]*)'), call('T', { x: deep }))).toBe(true);
});
