/**
 * A page is loaded anew while calls are out, and goes on with the history that it had stored: the answers it gives then are those
 * to the calls of before.
 */
import { expect, test } from 'vitest';
import { type Kit, type Page, pageWith, type Step, talk, told } from './kit.ts';
import { KITS } from './kits.ts';

const write = (call: string, path = '/w') => ({ call, tool: 'write', args: { path } });
const read = (call: string, path = '/a') => ({ call, tool: 'read', args: { path } });
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));
// Tools that run before the answer is over are gone with the page: no history has that answer.
const kits = KITS.filter(({ name }) => !name.includes('eager'));
const carried = kits.filter(({ held }) => !held);
const lenient = kits.filter(({ protocol }) => protocol === 'openai-chat');

function each(those: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of those) test(`${rule}: ${kit.name}`, () => work(kit));
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The page's client keeps all it has; under it, the page is loaded anew as soon as the tool runs on `path`. */
async function reloadedAt(
  kit: Kit,
  path: string,
  before: Page,
  steps: readonly Step[],
  tool: (args: Record<string, unknown>) => string = (args) => `text of ${String(args['path'])}`,
): Promise<Page> {
  const pages = [before];
  const fetch: Page['fetch'] = (input, init) => (pages.at(-1) ?? before).fetch(input, init);
  const work = async (args: Record<string, unknown>): Promise<string> => {
    await turn();
    if (args['path'] === path && pages.length === 1) pages.push(pageWith(kit, steps, before));
    return tool(args);
  };
  await talk(kit, { ...before, fetch }, { prompt: 'go', tools: { read: work, write: work } });
  const [, after] = pages;
  if (after === undefined) throw new Error('The page was not loaded anew.');
  return after;
}

const settled = ({ background }: Page): unknown[] =>
  background.of('settle').map(({ call, content }) => [call, content]);
const gated = ({ background }: Page, tool = 'read'): string[] =>
  background.of('gate').flatMap((one) => (one.tool === tool ? [one.call] : []));

each(kits, 'each result settles the call of before that it is of, and no call is asked about again', async (kit) => {
  const before = pageWith(kit, [[{ text: 'I begin.' }, write('c1'), read('c2', '/a'), read('c3', '/b')]]);
  before.background.decide = noWrites;
  const after = await reloadedAt(kit, '/a', before, [[{ text: 'Done.' }]]);
  const [first, second] = gated(before);
  expect(settled(after)).toEqual([
    [first, 'text of /a'],
    [second, 'text of /b'],
  ]);
  expect(after.background.of('withdraw')).toEqual([]);
  expect(told(after.asked[0] ?? [])).toEqual(expect.arrayContaining(['result c1: No.', 'result c2: text of /a']));
});

each(lenient, 'where ids repeat in every answer, too, and the refused call stays at its own answer', async (kit) => {
  const before = pageWith(kit, [
    [write('call_0'), read('call_1', '/a')],
    [read('call_0', '/b'), read('call_1', '/c')],
  ]);
  before.background.decide = noWrites;
  const after = await reloadedAt(kit, '/b', before, [[read('call_1', '/d')], [{ text: 'Done.' }]]);
  const [, b, c] = gated(before);
  const [d] = gated(after);
  expect(settled(after)).toEqual([
    [b, 'text of /b'],
    [c, 'text of /c'],
    [d, 'text of /d'],
  ]);
  const asked = [...before.asked, ...after.asked].map((entries) => told(entries));
  const last = asked.at(-1) ?? [];
  expect(last.filter((line) => line === 'call call_0: write')).toHaveLength(1);
  expect(asked.map((lines) => last.slice(0, lines.length))).toEqual(asked);
});

each(carried, 'calls that the stored history goes past are ended', async (kit) => {
  const before = pageWith(kit, [[{ text: 'Hi.' }], [read('c1')]]);
  const tools = { write: () => 'written' };
  const { history } = await talk(kit, before, { prompt: 'hello', tools });
  const leaving = new AbortController();
  const gone = async (): Promise<string> => {
    await turn();
    leaving.abort();
    throw new Error('The page is gone.');
  };
  const left = talk(kit, before, { prompt: 'go', history, tools: { ...tools, read: gone }, signal: leaving.signal });
  await expect(left).rejects.toThrow();
  const after = pageWith(kit, [[{ text: 'Yes?' }]], before);
  await talk(kit, after, { prompt: 'something else', history, tools });
  expect(after.background.of('withdraw').map(({ call }) => call)).toEqual(gated(before));
});

each(kits, 'the model still hears that a person changed the arguments, once, and at the result', async (kit) => {
  const before = pageWith(kit, [[read('c1', '/a')]]);
  before.background.decide = ({ call }) => {
    before.background.reply({ type: 'verdict', call, verdict: 'allow', args: { path: '/safe' } });
    return 'silent';
  };
  const after = await reloadedAt(kit, '/safe', before, [[read('c2', '/b')], [{ text: 'Done.' }]]);
  const lines = after.asked.map((entries) => JSON.stringify(entries.map(({ raw }) => raw)));
  const count = (text: string): number => text.split('It ran with: ').length - 1;
  expect(lines.map(count)).toEqual(kit.held ? [1, 0] : [1, 1]);
  if (!kit.held) expect(lines[1]?.startsWith(lines[0]?.slice(0, -1) ?? '?')).toBe(true);
});

each(kits, 'a call that was kept back is over, and the model is told that it did not run', async (kit) => {
  const before = pageWith(kit, [[read('c1', '/a'), write('c2', '/a')]]);
  before.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
  const after = await reloadedAt(kit, '/a', before, [[{ text: 'Done.' }]]);
  expect(after.complaints).toEqual([]);
  expect(told(after.asked[0] ?? []).join()).toMatch(/result c2: Not run/);
  expect(after.ran).toEqual([]);
});

each(carried, 'a refused call is not put at an answer that is regenerated in its place', async (kit) => {
  const before = pageWith(kit, [[write('call_0'), read('call_1', '/a')]]);
  before.background.decide = noWrites;
  before.background.conversations = { id: { from: 'body', pattern: '"model":"(m)"' } };
  before.background.notice('up');
  await turn();
  const first = reloadedAt(kit, '/a', before, [[{ text: 'Hm.' }]]);
  await first;
  const after = pageWith(kit, [[read('call_1', '/b')], [{ text: 'Done.' }]], before);
  after.background.conversations = before.background.conversations;
  after.background.notice('up');
  await turn();
  await talk(kit, after, { prompt: 'go', tools: { read: () => 'text' } });
  expect(told(after.asked.at(-1) ?? [])).not.toContain('call call_0: write');
});
