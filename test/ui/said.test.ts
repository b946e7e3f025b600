/**
 * English sentences put into Chinese, as the engine, the background and the checks of settings really make them.
 */
import { effect } from '@preact/signals';
import { afterEach, expect, test } from 'vitest';
import { loadMachines } from '../../engine/dsl/load.ts';
import { Simulation } from '../../engine/simulate/simulation.ts';
import { parseTraceLine, type TraceStep } from '../../engine/trace/line.ts';
import { compileText } from '../../entrypoints/background/machine-sets.ts';
import { parsePageRequest } from '../../entrypoints/background/parse-page.ts';
import { defaultSettings, newSite, readSettings, settingsProblems } from '../../entrypoints/background/settings.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import { said } from '../../entrypoints/ui/i18n/said.ts';
import { saidInChinese } from '../../entrypoints/ui/i18n/zh-cn/said.ts';

afterEach(() => setLanguage('en'));

/** English words in a text, but for what stands in quotes and names of the language, of tools and of states. */
const left = (text: string): readonly string[] =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/\b[a-zA-Z]{2,}\b/g) ?? [];

const STRICT = `machines:
  - name: m
    key: "{path}"
    strict: true
    initial: new
    on_unkeyed: deny
    transitions:
      - { on: Read, from: [new, read], to: read }
      - { on: Open, from: new, to: read }
      - { on: Write, from: read, to: read, counters: { tries: { gte: 1, lte: 4 }, runs: { lte: 0 } } }
      - { on: Push, from: read, to: read }
`;

async function reasons(machines: string, steps: readonly TraceStep[]): Promise<readonly string[]> {
  const loaded = loadMachines(machines);
  if (loaded.machines === null) throw new Error(JSON.stringify(loaded.diagnostics));
  const simulation = new Simulation({ machines: loaded.machines, turn: () => Promise.resolve() });
  const texts: string[] = [];
  for (const [index, step] of steps.entries()) {
    for (const { output } of await simulation.feed({ at: null, thread: null, step }, index + 1)) {
      if ('reason' in output && output.reason !== undefined) texts.push(output.reason);
      if ('message' in output && output.message !== undefined) texts.push(output.message);
    }
  }
  return texts;
}

const call = (id: string, tool: string, args = {}): TraceStep => ({ type: 'call', id, tool, args });

test('the reasons of verdicts are put into Chinese with all that stands in them', async () => {
  const texts = await reasons(STRICT, [
    call('c1', 'Push', { path: 'a.txt or b: it is in state "x"' }),
    call('c2', 'Drop', { path: 'a' }),
    call('c3', 'Push', {}),
    call('c4', 'Read', { path: 'a' }),
    { type: 'result', id: 'c4', result: { status: 'success', content: '' } },
    call('c5', 'Write', { path: 'a' }),
  ]);
  expect(texts.map(saidInChinese)).toEqual([
    '"m" 现在不允许对 "a.txt or b: it is in state \\"x\\"" 的工具调用 "Push"：它处于状态 "new"，需要处于 "read"。请先调用：Read 或 Open。',
    '"m" 现在不允许对 "a" 的工具调用 "Drop"：它处于状态 "new"，而该状态机是严格的。现在允许：Read、Open。',
    '"m" 现在不允许工具调用 "Push"：在其参数中找不到键 "{path}"。请发送其中提到的参数。',
    '"m" 现在不允许对 "a" 的工具调用 "Write"：计数器 "tries" 为 0，需要至少为 1 且至多为 4，计数器 "runs" 为 0，需要至多为 0。',
  ]);
});

test('what a person added to a reason stays as it was written', () => {
  expect(saidInChinese('Read a.txt before writing. A person decided against it: a list, or No.')).toBe(
    '写入 a.txt 之前请先读取。已由人决定拒绝：a list, or No.',
  );
});

test('a reason that is written in a machine stays, and what Interlock adds to it is put into Chinese', () => {
  expect(saidInChinese('Ask Bob first. A person decided against it.')).toBe('Ask Bob first.已由人决定拒绝。');
  expect(
    saidInChinese('Ask Bob first. No decision came within 10 min, so the call was not run. It may be made again.'),
  ).toBe('Ask Bob first. 10 分钟内无人作出决定，因此未执行此调用。可以再次发起。');
});

test('the notes of a simulation are put into Chinese', async () => {
  const texts = await reasons('machines: []', [
    call('c1', 'Read'),
    call('c1', 'Read'),
    { type: 'approve', id: 'c1', note: null },
    { type: 'reject', id: 'c9', note: null },
    { type: 'result', id: 'c1', result: { status: 'success', content: '' } },
    { type: 'result', id: 'c1', result: { status: 'success', content: '' } },
    { type: 'result', id: 'c9', result: { status: 'success', content: '' } },
  ]);
  expect(texts.length).toBeGreaterThan(4);
  expect(texts.map(saidInChinese).flatMap(left)).toEqual([]);
});

test.each([
  'nothing',
  '[1]',
  '{"type": }',
  '{"type": 1}',
  '{"type": "cal"}',
  '{"type": "xyz"}',
  '{"type": "call", "tool": "Read"}',
  '{"type": "call", "id": "c1", "tool": 4}',
  '{"type": "call", "id": "c1", "toool": "Read"}',
  '{"type": "result", "id": "c1", "status": "no"}',
  '{"type": "step", "at": "noon"}',
])('what is wrong with the line %s of a trace is put into Chinese', (line) => {
  const parsed = parseTraceLine(line);
  if (!('error' in parsed)) throw new Error('Nothing is wrong.');
  const words = left(saidInChinese(parsed.error));
  expect(words.filter((word) => !/^(JSON|ISO|call|result|approve|reject|event|step|run_\w+)$/.test(word))).toEqual([]);
});

test.each([
  'machines: []\ncontinuatoin: {}\n',
  'machines:\n  - name: ""\n',
  'machines:\n  - name: a\n    initial: x\n    transitions:\n      - { on: "Read(", from: x, to: y }\n',
])('what the loader finds in a set is put into Chinese where the background reports it', (text) => {
  const compiled = compileText(text);
  if (compiled.ok) throw new Error('It compiles.');
  const report = `The machines for this site cannot be used, so no tool call is run here. The set "my set" does not compile. ${compiled.reason}`;
  expect(left(saidInChinese(report))).toEqual([]);
});

const site = newSite('*://a.test/*');

test.each([
  [{ ...site, match: 'here' }],
  [{ ...site, mode: 'sometimes' }],
  [{ ...site, sets: [{ from: 'own', name: 3 }] }],
  [{ ...site, sets: 'all' }],
  [{ ...site, thread: { identity: 'tab', capture: '(' } }],
  [{ ...site, failed: '[' }],
  [{ ...site, askTimeoutMs: 0 }],
  [{ ...site, askTimeoutMs: 1e15 }],
  [{ ...site, settleTimeoutMs: 1.5 }],
  [{ ...site, more: 1, most: 2 }],
  [{ match: site.match }],
  [site, site],
])('what is wrong with the sites %j is put into Chinese, for a backup and as a problem', (...sites) => {
  const stored = { ...defaultSettings(), sites };
  const state = readSettings(stored);
  if (state.ok) throw new Error('Nothing is wrong.');
  const messages = [state.reason, ...settingsProblems(stored).map(({ message }) => message)];
  expect(messages.map(saidInChinese).flatMap(left)).toEqual([]);
});

test.each([
  [null],
  [{ ...defaultSettings(), version: 999 }],
  [{ ...defaultSettings(), version: 'one' }],
  [{ ...defaultSettings(), sets: [{ name: '', text: 1, savedAt: 'now' }] }],
  [{ ...defaultSettings(), sets: [{ name: 'x'.repeat(81), text: '', savedAt: 1 }] }],
])('what is wrong with the settings %# is put into Chinese', (stored) => {
  const state = readSettings(stored);
  if (state.ok) throw new Error('Nothing is wrong.');
  const words = left(saidInChinese(state.reason));
  expect(words.filter((word) => word !== 'Interlock')).toEqual([]);
});

test('a message of a page that cannot be read is reported in Chinese', () => {
  const parsed = parsePageRequest({ type: 'gate', call: 'c1', tool: 5 });
  if (parsed.ok) throw new Error('It can be read.');
  const report = saidInChinese(`A message of http://a.test could not be read: ${parsed.reason}`);
  expect(left(report).filter((word) => !/^(http|test|Interlock)$/.test(word))).toEqual([]);
});

test('a text follows the language as soon as its forms are there, and stays English in English', async () => {
  const text = 'Nobody waits for this call any more.';
  expect(said(text)).toBe(text);
  await setLanguage('zh-CN');
  await new Promise<void>((resolve) => {
    effect(() => {
      if (said(text) !== text) resolve();
    });
  });
  expect(said(text)).toBe('已没有人在等待此调用。');
  await setLanguage('en');
  expect(said(text)).toBe(text);
});
