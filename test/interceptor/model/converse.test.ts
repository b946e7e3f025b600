import { expect, test } from 'vitest';
import { rig } from '../rig.ts';
import { addressOf, answering, headersOf, type Kit, openingOf, pageWith, talk, told } from './kit.ts';
import { KITS } from './kits.ts';

const write = (call: string, path = '/a') => ({ call, tool: 'write', args: { path } });
const read = (call: string, path = '/a') => ({ call, tool: 'read', args: { path } });
const tools = { read: () => 'the text', write: () => 'written' };

/** Only what a carried history shows: of a held one the model gets what is new. */
const carried = KITS.filter(({ held }) => !held);

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

each(KITS, 'an allowed call runs in the page and its result is settled', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I read. ' }, read('c1')], [{ text: 'Done.' }]]);
  expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'Done.' });
  expect(page.ran).toEqual([{ tool: 'read', args: { path: '/a' } }]);
  expect(page.background.of('gate')).toMatchObject([{ tool: 'read', args: { path: '/a' } }]);
  expect(page.background.of('settle')).toMatchObject([{ status: 'success', content: 'the text' }]);
});

each(KITS, 'a refused call never reaches the page, and the model reads why in the same turn', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], [{ text: 'Then not.' }]]);
  page.background.decide = () => ({ deny: 'Read /a first.' });
  const came = await talk(kit, page, { prompt: 'go', tools });
  expect(came.text).toBe('I write. Then not.');
  expect(page.ran).toEqual([]);
  expect(told(page.asked[1] ?? [])).toContain('result c1: Read /a first.');
});

each(carried, 'the next turn shows the model the refused call and its result where they were', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], [{ text: 'Then not.' }], [{ text: 'Hello.' }]]);
  page.background.decide = () => ({ deny: 'No.' });
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'hi', tools, history });
  expect(told(page.asked[2] ?? [])).toEqual([
    'user: go',
    'assistant: I write. ',
    'call c1: write',
    'result c1: No.',
    'assistant: Then not.',
    'user: hi',
  ]);
});

each(KITS, 'of two calls the refused one is withheld and the other runs', async (kit) => {
  const page = pageWith(kit, [[write('c1'), read('c2')], [{ text: 'Done.' }]]);
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
  expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'Done.' });
  expect(page.ran.map(({ tool }) => tool)).toEqual(['read']);
  const second = told(page.asked[1] ?? []);
  expect(second).toContain('result c1: No.');
  expect(second).toContain('result c2: the text');
});

each(carried, 'the same history is completed in the same bytes each time', async (kit) => {
  const page = pageWith(kit, [[write('c1'), read('c2')], [read('c3')], [{ text: 'Done.' }], [{ text: 'Yes.' }]]);
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'more', tools, history });
  const texts = page.asked.map((entries) => JSON.stringify(entries.map(({ raw }) => raw)).slice(0, -1));
  expect(texts.slice(1).map((text, index) => text.startsWith(texts[index] ?? '-'))).toEqual([true, true, true]);
});

each(KITS, 'calls are asked about in the order in which the model made them', async (kit) => {
  const page = pageWith(kit, [[read('c1', '/a'), read('c2', '/b'), write('c3', '/c')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('gate').map(({ args }) => args)).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }]);
});

each(KITS, 'a call that a person has to decide waits, and runs when it is allowed', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], [{ text: 'Done.' }]]);
  page.background.decide = () => 'ask';
  const pending = talk(kit, page, { prompt: 'go', tools });
  await page.background.until('gate');
  expect(page.ran).toEqual([]);
  page.background.resolve(true);
  expect(await pending).toMatchObject({ text: 'Done.' });
  expect(page.ran).toHaveLength(1);
});

each(KITS, 'a call that a person refuses is told to the model with the reason', async (kit) => {
  const page = pageWith(kit, [[write('c1')], [{ text: 'Understood.' }]]);
  page.background.decide = () => 'ask';
  const pending = talk(kit, page, { prompt: 'go', tools });
  await page.background.until('gate');
  page.background.resolve(false);
  expect(await pending).toMatchObject({ text: 'Understood.' });
  expect(page.ran).toEqual([]);
  expect(told(page.asked[1] ?? [])).toContain('result c1: A person said no.');
});

each(
  KITS,
  'a call that needs an earlier one of the same answer is kept, and handed over with its result',
  async (kit) => {
    const page = pageWith(kit, [[{ text: 'Both. ' }, read('c1'), write('c2')], [{ text: 'Done.' }]]);
    page.background.decide = ({ tool }) =>
      tool === 'read' || page.background.of('settle').length > 0 ? 'allow' : 'queued';
    expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'Done.' });
    expect(page.ran.map(({ tool }) => tool)).toEqual(['read', 'write']);
    expect(page.asked).toHaveLength(2);
    const second = told(page.asked[1] ?? []);
    expect(second.filter((line) => line.startsWith('result'))).toEqual(['result c1: the text', 'result c2: written']);
    expect(page.background.of('settle').map(({ content }) => content)).toEqual(['the text', 'written']);
  },
);

each(carried, 'the model never learns that two calls were handed over one by one', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Both. ' }, read('c1'), write('c2')], [{ text: 'Done.' }], [{ text: 'Yes.' }]]);
  page.background.decide = ({ tool }) =>
    tool === 'read' || page.background.of('settle').length > 0 ? 'allow' : 'queued';
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'more', tools, history });
  const lines = [
    'user: go',
    'assistant: Both. ',
    'call c1: read',
    'call c2: write',
    'result c1: the text',
    'result c2: written',
  ];
  expect(told(page.asked[1] ?? [])).toEqual(lines);
  expect(told(page.asked[2] ?? [])).toEqual([...lines, 'assistant: Done.', 'user: more']);
});

each(KITS, 'a kept call that is refused after all is told to the model with the other results', async (kit) => {
  const page = pageWith(kit, [[read('c1'), write('c2')], [{ text: 'Done.' }]]);
  page.background.decide = ({ tool }) =>
    tool === 'read' ? 'allow' : page.background.of('settle').length > 0 ? { deny: 'Changed.' } : 'queued';
  expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'Done.' });
  expect(page.ran.map(({ tool }) => tool)).toEqual(['read']);
  const results = told(page.asked[1] ?? []).filter((line) => line.startsWith('result'));
  expect(results.toSorted()).toEqual(['result c1: the text', 'result c2: Changed.']);
});

each(KITS, 'a turn that ends with work unfinished goes on in the same answer', async (kit) => {
  const page = pageWith(kit, [[{ text: 'All done. ' }], [{ text: 'Now it is.' }]]);
  page.background.runEnds = [{ continue: 'Write /a back first.' }];
  expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'All done. Now it is.' });
  expect(told(page.asked[1] ?? [])).toContain('user: Write /a back first.');
});

each(KITS, 'a reminder reaches the model with the request that carries the result', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
  page.background.reminders = ['Write it back.'];
  await talk(kit, page, { prompt: 'go', tools });
  expect(JSON.stringify(page.asked[1])).toContain('Write it back.');
});

each(KITS, 'a turn of the person begins a run, and every request is a step', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('run')).toHaveLength(1);
  expect(page.background.of('step')).toHaveLength(2);
  expect(page.background.of('end_run')).toHaveLength(1);
});

each(KITS, 'the background hears of run and step before it is asked about a call of the answer', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  const heard = page.background.heard.map(({ type }) => type).filter((type) => ['run', 'step', 'gate'].includes(type));
  expect(heard).toEqual(['run', 'step', 'gate', 'step']);
});

each(KITS, 'the background hears of a request that nobody answers, and for which conversation it is', async (kit) => {
  const page = rig(() => new Promise<Response>(() => undefined));
  void page.fetch(addressOf(kit), {
    method: 'POST',
    body: JSON.stringify(openingOf(kit)),
    headers: headersOf(kit),
  });
  await page.background.until('step');
  expect(page.background.heard.map(({ type }) => type)).toEqual(['reached', 'run', 'step']);
});

each(KITS, 'the background hears of a request that fails', async (kit) => {
  const page = rig(() => Promise.reject(new TypeError('Failed to fetch')));
  const init = { method: 'POST', body: JSON.stringify(openingOf(kit)), headers: headersOf(kit) };
  await expect(page.fetch(addressOf(kit), init)).rejects.toThrow('Failed to fetch');
  expect(page.background.of('step')).toHaveLength(1);
});

each(KITS, 'a model that does not give way is stopped with a note, not asked for ever', async (kit) => {
  const page = pageWith(
    kit,
    Array.from({ length: 40 }, (_, index) => [write(`c${index}`)]),
  );
  page.background.decide = () => ({ deny: 'No.' });
  const { text } = await talk(kit, page, { prompt: 'go', tools });
  expect(text).toMatch(/Interlock: the model was told 25 times/);
  expect(page.asked).toHaveLength(26);
});

each(KITS, 'a follow-up that fails ends the answer with a note that says why', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], answering(404, 'no such model')]);
  page.background.decide = () => ({ deny: 'Read /a first.' });
  const { text } = await talk(kit, page, { prompt: 'go', tools });
  expect(text).toMatch(
    /^I write\. \n\n\[Interlock: Read \/a first\. The model could not be told, because the server answered 404 \("no such model"\)/,
  );
});

each(
  KITS,
  'a choice of tool that the page forces is not forced again when the model is told of a refusal',
  async (kit) => {
    const page = pageWith(kit, [[write('c1')], [{ text: 'Then not.' }]]);
    page.background.decide = () => ({ deny: 'No.' });
    const anthropic = kit.adapter.protocol === 'anthropic';
    const body = { ...openingOf(kit), tools: [{}], tool_choice: anthropic ? { type: 'any' } : 'required' };
    const init = { method: 'POST', body: JSON.stringify(body), headers: headersOf(kit) };
    await (await page.fetch(addressOf(kit), init)).text();
    const choices = page.bodies().map((sent) => JSON.parse(sent).tool_choice);
    expect(choices).toEqual(anthropic ? [{ type: 'any' }, { type: 'auto' }] : ['required', 'auto']);
  },
);
