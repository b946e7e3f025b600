/**
 * Every machine in `machines/` plays its scenario: `NAME.jsonl` is what happens in a console, `NAME.expected.jsonl` what the guard says
 * to it. After a change, look at what the first test shows, and if it is meant, write it down with
 * `npm run -s interlock -- simulate machines/NAME.yaml test/scenarios/NAME.jsonl --json > test/scenarios/NAME.expected.jsonl`.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { type Mutants, withOtherAnswer, withoutSetting, withoutStart, withoutTransition } from './mutants.ts';
import { play } from './play.ts';

const names = globSync('machines/*.yaml').map((file) => basename(file, '.yaml'));
const document = (name: string): string => readFileSync(`machines/${name}.yaml`, 'utf8');
const trace = (name: string): string => readFileSync(`test/scenarios/${name}.jsonl`, 'utf8');
const expected = (name: string): readonly string[] =>
  readFileSync(`test/scenarios/${name}.expected.jsonl`, 'utf8').trimEnd().split('\n');

/** Milliseconds for tests that play a scenario of hundreds of steps dozens of times. */
const PATIENCE = 300_000;

/** Whether the scenario tells `mutant` from the machine it was made of. */
async function notices(name: string, mutant: string): Promise<boolean> {
  const right = expected(name);
  let at = 0;
  for await (const line of play(mutant, trace(name))) if (line !== right[at++]) return true;
  return at !== right.length;
}

async function unnoticed(name: string, mutants: Mutants): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const [description, mutant] of mutants) if (!(await notices(name, mutant))) missed.push(description);
  return missed;
}

test.each(names)('%s answers its scenario as it is written down', async (name) => {
  expect(await Array.fromAsync(play(document(name), trace(name)))).toEqual(expected(name));
});

test.each(names)('no line of the scenario of %s goes wrong', (name) => {
  expect(expected(name).filter((line) => line.startsWith('{"type":"error"'))).toEqual([]);
});

test.each(names)('the scenario of %s speaks to Claude-style tools, the filesystem server and GitHub', (name) => {
  const families = [/"tool":"[A-Z]\w+"/, /"tool":"mcp__filesystem__/, /"tool":"mcp__github__/];
  expect(families.filter((family) => !family.test(trace(name)))).toEqual([]);
});

test.each(names)('the scenario of %s has a failed call', (name) => {
  expect(trace(name)).toMatch(/"status":"error"/);
});

test.each(names)('the scenario of %s has a path in another spelling', (name) => {
  expect(trace(name)).toMatch(/path":"(?:\.\/|[^"]*(?:\.\.\/|\/\/|\\u0301|file:))/);
});

test.each(names)('the scenario of %s has calls that run side by side', (name) => {
  const isCall = (line: string | undefined): boolean => line?.startsWith('{"type":"call"') === true;
  const lines = trace(name).trimEnd().split('\n');
  expect(lines.some((line, at) => isCall(line) && isCall(lines[at + 1]))).toBe(true);
});

test.each(names)(
  'without any one of its transitions %s would answer otherwise',
  { timeout: PATIENCE },
  async (name) => {
    expect(await unnoticed(name, withoutTransition(document(name)))).toEqual([]);
  },
);

test.each(names)(
  'without any one of the states it starts from %s would answer otherwise',
  { timeout: PATIENCE },
  async (name) => {
    expect(await unnoticed(name, withoutStart(document(name)))).toEqual([]);
  },
);

test.each(names)('without any one of its settings %s would answer otherwise', { timeout: PATIENCE }, async (name) => {
  expect(await unnoticed(name, withoutSetting(document(name)))).toEqual([]);
});

test.each(names)(
  'with any other answer to a violation %s would answer otherwise',
  { timeout: PATIENCE },
  async (name) => {
    expect(await unnoticed(name, withOtherAnswer(document(name)))).toEqual([]);
  },
);
