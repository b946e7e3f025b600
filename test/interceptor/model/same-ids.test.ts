/**
 * Servers that give one id to several calls of one answer. Each call is decided on by itself; results go to them in the order in
 * which the page was handed them, and the model reads them in its own order.
 */
import { expect, test } from 'vitest';
import { addressOf, headersOf, type Kit, openingOf, type Page, pageWith, talk, told } from './kit.ts';
import { KITS, kitNamed } from './kits.ts';

const one = (tool: string, path: string) => ({ call: 'call_0', tool, args: { path } });
const read = (path: string) => one('read', path);
const write = (path: string) => one('write', path);
const text = ({ path }: Record<string, unknown>): string => `text of ${String(path)}`;
const tools = { read: text, write: text };
const only = (path: string) => (gate: { readonly args: unknown }) =>
  JSON.stringify(gate.args).includes(path) ? { deny: `Not ${path}.` } : ('allow' as const);

/** The rules of the vendors allow no such answer; local servers of their protocols know no such rules. */
const lenient = (kit: Kit): Kit => ({
  ...kit,
  model: () => {
    const model = kit.model();
    return { ...model, protocol: { ...model.protocol, check: () => [] } };
  },
});
// Two clients cannot: the eager one takes calls of one id for one call, that of streamed Responses gives up at the second.
const CANNOT = /eager|^Responses, streaming/;
const kits = KITS.filter(({ name }) => !CANNOT.test(name)).map(lenient);
const carried = kits.filter(({ held }) => !held);

function each(those: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of those) test(`${rule}: ${kit.name}`, () => work(kit));
}

const settled = ({ background }: Page): unknown[] => {
  const calls = background.of('gate').map(({ call }) => call);
  return background.of('settle').map(({ call, content }) => [calls.indexOf(call), content]);
};
const resultsIn = (page: Page, at: number): string[] =>
  told(page.asked[at] ?? []).filter((line) => line.startsWith('result'));

each(kits, 'each call is decided on by itself, and settled with its own result', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Well.' }, read('/a'), write('/b'), read('/c')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('gate').map(({ args }) => args)).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }]);
  expect(settled(page)).toEqual([
    [0, 'text of /a'],
    [1, 'text of /b'],
    [2, 'text of /c'],
  ]);
});

for (const [at, path] of ['/a', '/b', '/c'].entries())
  each(kits, `of the refused call number ${at} the model reads at its own place`, async (kit) => {
    const page = pageWith(kit, [[{ text: 'Well.' }, read('/a'), write('/b'), read('/c')], [{ text: 'Done.' }]]);
    page.background.decide = only(path);
    await talk(kit, page, { prompt: 'go', tools });
    expect(page.ran.map(({ args }) => args['path'])).toEqual(['/a', '/b', '/c'].filter((other) => other !== path));
    const texts = ['text of /a', 'text of /b', 'text of /c'].with(at, `Not ${path}.`);
    expect(resultsIn(page, 1)).toEqual(texts.map((result) => `result call_0: ${result}`));
    const calls = page.asked[1]?.flatMap((entry) => entry.calls.map(({ args }) => args)) ?? [];
    if (!kit.held) expect(calls).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }]);
  });

each(kits, 'when all are refused, the model reads a reason for each', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Well.' }, read('/a'), read('/b')], [{ text: 'Done.' }]]);
  page.background.decide = ({ args }) => ({ deny: `Not ${JSON.stringify(args)}.` });
  await talk(kit, page, { prompt: 'go', tools });
  expect(resultsIn(page, 1)).toEqual(['result call_0: Not {"path":"/a"}.', 'result call_0: Not {"path":"/b"}.']);
});

each(carried, 'the history is completed in the same bytes, request by request', async (kit) => {
  const page = pageWith(kit, [
    [{ text: 'Well.' }, read('/a'), write('/b')],
    [{ text: 'More.' }, write('/b'), read('/c'), read('/d')],
    [{ text: 'Done.' }],
    [{ text: 'Yes?' }],
  ]);
  page.background.decide = only('/b');
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'And?', history, tools });
  const asked = page.asked.map((entries) => JSON.stringify(entries.map(({ raw }) => raw)).slice(1, -1));
  const last = asked.at(-1) ?? '';
  expect(asked.map((text) => last.startsWith(text))).toEqual([true, true, true, true]);
  expect(last.split('Not /b.')).toHaveLength(3);
});

each(kits, 'the reminders of each call stand behind the results', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Well.' }, read('/a'), read('/b')], [{ text: 'Done.' }]]);
  page.background.reminders = ['Remember.'];
  await talk(kit, page, { prompt: 'go', tools });
  const entries = page.asked[1] ?? [];
  const results = entries.findIndex(({ speaker }) => speaker === 'results');
  const behind = JSON.stringify(entries.slice(results).map(({ raw }) => raw));
  expect(behind.split('Remember.')).toHaveLength(3);
});

each(
  kits,
  'a call that has to wait is handed over behind the result of the other, and settled with its own',
  async (kit) => {
    const page = pageWith(kit, [[{ text: 'Well.' }, read('/a'), write('/b')], [{ text: 'Done.' }]]);
    page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
    const over = talk(kit, page, { prompt: 'go', tools });
    await page.background.until('gate', 3);
    page.background.resolve(true, 'write');
    await over;
    expect(page.ran.map(({ args }) => args['path'])).toEqual(['/a', '/b']);
    expect(page.background.of('settle').map(({ content }) => content)).toEqual(['text of /a', 'text of /b']);
    expect(resultsIn(page, 1)).toEqual(['result call_0: text of /a', 'result call_0: text of /b']);
  },
);

test('a client that writes the arguments anew has its results settled all the same', async () => {
  const kit = lenient(kitNamed('Chat Completions, JSON'));
  const page = pageWith(kit, [[read('/a'), read('/b')], [{ text: 'Done.' }]]);
  const go = { role: 'user', content: 'go' };
  const calls = ['/a', '/b'].map((path) => ({
    id: 'call_0',
    type: 'function',
    function: { name: 'read', arguments: JSON.stringify({ path, limit: 9 }) },
  }));
  const results = ['one', 'two'].map((content) => ({ role: 'tool', tool_call_id: 'call_0', content }));
  for (const messages of [[go], [go, { role: 'assistant', content: null, tool_calls: calls }, ...results]]) {
    const body = JSON.stringify({ ...openingOf(kit), messages });
    await (await page.fetch(addressOf(kit), { method: 'POST', headers: headersOf(kit), body })).text();
  }
  expect(settled(page)).toEqual([
    [0, 'one'],
    [1, 'two'],
  ]);
});
