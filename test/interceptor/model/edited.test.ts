/** A person changes the arguments of a call while it waits: what the page runs, and what the model is told of it, where, for ever. */
import { expect, test } from 'vitest';
import type { Entry } from '../../../engine/wire/model-adapter.ts';
import { call, ENDPOINT, post } from '../rig.ts';
import { type Kit, type Page, pageWith, talk } from './kit.ts';
import { KITS } from './kits.ts';

const read = (call: string, path: string) => ({ call, tool: 'read', args: { path } });
const tools = { read: ({ path }: Record<string, unknown>) => `text of ${String(path)}` };
const carried = KITS.filter(({ held }) => !held);
const lenient = carried.filter(({ protocol }) => protocol === 'openai-chat');
const NOTE = 'A person changed the arguments of the call';

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

/** The calls of these numbers, from 0, are let run on another path. */
function edits(page: Page, changes: Readonly<Record<number, string>>): void {
  let count = 0;
  page.background.decide = ({ call }) => {
    const path = changes[count];
    count += 1;
    if (path === undefined) return 'allow';
    page.background.reply({ type: 'verdict', call, verdict: 'allow', args: { path } });
    return 'silent';
  };
}

const raw = (entries: readonly Entry[] | undefined): string => JSON.stringify((entries ?? []).map((one) => one.raw));
const count = (text: string): number => text.split(NOTE).length - 1;

/** Each request begins as the one before it, to the byte. */
function stable({ asked }: Page): void {
  const texts = asked.map((entries) => raw(entries).slice(0, -1));
  expect(texts.map((text, at) => text.startsWith(texts[at - 1] ?? ''))).toEqual(texts.map(() => true));
}

each(KITS, 'the background may let a person change it, and is told that the model hears of it', async (kit) => {
  const page = pageWith(kit, [[read('c1', '/a'), read('c2', '/b')], [{ text: 'Done.' }]]);
  edits(page, { 0: '/safe' });
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('gate').map(({ editable }) => editable)).toEqual([true, true]);
  expect(page.background.of('settle').map(({ content, told }) => [content, told])).toEqual([
    ['text of /safe', true],
    ['text of /b', undefined],
  ]);
});

each(KITS, 'where the page carries it to a tool server, too, the model hears of it once', async (kit) => {
  const page = pageWith(kit, [[read('c1', '/a'), read('c2', '/b')], [{ text: 'Done.' }]]);
  edits(page, { 0: '/safe' });
  const carry = async (args: Record<string, unknown>): Promise<string> => {
    await page.fetch(ENDPOINT, post(call(1, { name: 'read', args })));
    return 'the text';
  };
  await talk(kit, page, { prompt: 'go', tools: { read: carry } });
  expect(page.background.of('gate')).toHaveLength(2);
  expect(page.background.of('settle').map(({ told }) => told)).toEqual([true, undefined]);
});

each(carried, 'the model reads its own call, the result, and behind it what it ran with', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Well.' }, read('c1', '/a'), read('c2', '/b')], [{ text: 'Done.' }]]);
  edits(page, { 1: '/safe' });
  await talk(kit, page, { prompt: 'go', tools });
  const entries = page.asked[1] ?? [];
  const answer = entries.findIndex(({ calls }) => calls.length > 0);
  expect(entries[answer]?.calls.map(({ args }) => args)).toEqual([{ path: '/a' }, { path: '/b' }]);
  expect(entries[answer + 1]?.results.map(({ content }) => content)).toEqual(['text of /a', 'text of /safe']);
  const note = JSON.stringify(`${NOTE} c2 of read before it ran. It ran with: {"path":"/safe"}`).slice(1, -1);
  expect(raw(entries.slice(answer + 1))).toContain(note);
  expect(raw(entries.slice(0, answer + 1))).not.toContain(NOTE);
});

each(carried, 'it stands there in each later request, in the same bytes, and nowhere else', async (kit) => {
  const page = pageWith(kit, [
    [{ text: 'Well.' }, read('c1', '/a')],
    [{ text: 'Again.' }, read('c2', '/a')],
    [{ text: 'Done.' }],
    [{ text: 'Yes?' }],
  ]);
  edits(page, { 0: '/safe' });
  page.background.reminders = ['Remember.'];
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'And?', history, tools });
  expect(page.asked.map((entries) => count(raw(entries)))).toEqual([0, 1, 1, 1]);
  stable(page);
});

each(carried, 'after a reload it stands there still', async (kit) => {
  const before = pageWith(kit, [[{ text: 'Well.' }, read('c1', '/a')], [{ text: 'Done.' }]]);
  edits(before, { 0: '/safe' });
  const { history } = await talk(kit, before, { prompt: 'go', tools });
  const page = pageWith(kit, [[{ text: 'Yes?' }]], before);
  await talk(kit, page, { prompt: 'And?', history, tools });
  stable({ ...page, asked: [...before.asked, ...page.asked] });
  expect(count(raw(page.asked[0]))).toBe(1);
});

each(
  lenient,
  'where ids repeat, it stays at the call that was changed, though the next is just the same',
  async (kit) => {
    const page = pageWith(kit, [
      [read('call_0', '/a')],
      [read('call_0', '/a')],
      [read('call_0', '/a')],
      [{ text: 'Done.' }],
    ]);
    edits(page, { 1: '/safe' });
    await talk(kit, page, { prompt: 'go', tools });
    expect(page.ran.map(({ args }) => args['path'])).toEqual(['/a', '/safe', '/a']);
    expect(page.asked.map((entries) => count(raw(entries)))).toEqual([0, 0, 1, 1]);
    stable(page);
  },
);

each(
  KITS.filter(({ held }) => held),
  'a server that holds the history is told once',
  async (kit) => {
    const page = pageWith(kit, [[{ text: 'Well.' }, read('c1', '/a')], [read('c2', '/b')], [{ text: 'Done.' }]]);
    edits(page, { 0: '/safe' });
    await talk(kit, page, { prompt: 'go', tools });
    expect(page.asked.map((entries) => count(raw(entries)))).toEqual([0, 1, 0]);
  },
);

each(carried, 'arguments that a person gave back as they were are no change', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Well.' }, read('c1', '/a')], [{ text: 'Done.' }]]);
  edits(page, { 0: '/a' });
  await talk(kit, page, { prompt: 'go', tools });
  expect(count(raw(page.asked[1]))).toBe(0);
  stable(page);
});
