/** What was kept with a conversation by another version of the extension, or is damaged, does not reach a page. */
import { expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import { checked } from '../../entrypoints/background/kept-form.ts';
import { reply, settingsWith, type World, world } from './support.ts';

const thread = { protocol: 'openai-chat', id: 'c1' };
const call = { id: 'c', tool: 'write', args: { path: '/a' }, undecodable: null, raw: { id: 'c' } };
const entry = { speaker: 'assistant', raw: [{ role: 'assistant' }], text: '', calls: [call], results: [] };
const splice = {
  name: '1',
  at: 1,
  before: 'm',
  behind: 'm',
  others: 'none',
  shown: [{ calls: [], text: 'Hi.' }],
  exchanged: [{ entry, denied: [{ call: 'c', nth: 0, text: 'No.' }], goOn: null }],
  changed: false,
};
const reminder = { target: 'suffix_system', content: 'Read first.' };
const placed = { after: 'c', args: ['m'], nth: null, reminder };
const head = ['answer', { previous: null, denied: [{ call, text: 'No.' }], results: [entry], kept: [call] }];
const shown = { id: 'c', tool: 'write', args: 'm' };
const turn = {
  at: -1,
  before: '',
  behind: '',
  calls: [{ call: 'load:m1', shown, args: 'm' }],
  splice: null,
  id: 'answer',
};

test.each<[string, Json]>([
  ['splice 1', splice],
  ['placed', [placed]],
  ['heads', [head]],
  ['system', ['Be brief.']],
  ['turns', [turn]],
  ['later', [{ call: { shown, args: 'm' }, reminder }]],
  ['given', [['call c', 'm']]],
  ['parts', [['resp_1', ['resp_1', 'resp_2']]]],
  ['what a later version keeps', { any: 'form' }],
])('"%s" as it is kept passes whole', (name, value) => {
  expect(checked(name, value)).toEqual({ value, faults: [] });
});

test.each<[string, string, Json]>([
  ['of a version without marks', 'splice 1.before', { ...splice, before: undefined } as unknown as Json],
  ['of another name', 'splice 1.name', { ...splice, name: '2' }],
  ['that shows nothing', 'splice 1.shown', { ...splice, shown: [] }],
  ['without the true answer', 'splice 1.exchanged', { ...splice, exchanged: [] }],
  ['beside every history', 'splice 1.at', { ...splice, at: -1 }],
  [
    'whose answer is text',
    'splice 1.exchanged.0.entry',
    { ...splice, exchanged: [{ entry: 'x', denied: [], goOn: null }] },
  ],
  ['that is a list', 'splice 1', [splice]],
  ['that is text', 'splice 1', 'splice'],
])('a splice %s goes, and its fault is named', (_, place, value) => {
  const { value: left, faults } = checked('splice 1', value);
  expect([left, faults]).toEqual([null, [expect.stringContaining(`${place}: `)]]);
});

test.each<[string, Json, Json]>([
  ['placed', placed, { ...placed, args: 'm' }],
  ['placed', placed, { ...placed, reminder: { target: 'nowhere', content: '' } }],
  ['heads', head, ['answer', { previous: null }]],
  ['heads', head, 'answer'],
  ['system', 'Be brief.', 7],
  ['turns', turn, { ...turn, at: '1' }],
  ['turns', turn, { ...turn, calls: [shown] }],
  ['later', { call: { shown, args: 'm' }, reminder }, { call: shown, reminder }],
  ['given', ['call c', 'm'], ['call c']],
  ['parts', ['resp_1', ['resp_1', 'resp_2']], ['resp_1', 'resp_2']],
])('of the list "%s" only what is damaged goes', (name, good, bad) => {
  expect(checked(name, [bad, good])).toEqual({ value: [good], faults: [expect.stringContaining(`${name}[0]`)] });
});

test('a head of a version that did not know of kept calls has none', () => {
  const old = ['answer', { previous: null, denied: [], results: [] }];
  expect(checked('heads', [old]).value).toEqual([['answer', { previous: null, denied: [], results: [], kept: [] }]]);
});

test('a list that is none goes', () => {
  expect(checked('heads', { answer: head })).toEqual({ value: null, faults: ['heads: is no list'] });
});

async function recalled(w: World): Promise<unknown> {
  const page = w.page();
  page.say({ type: 'recall', recall: 'r', protocol: 'openai-chat', ends: ['m1'] });
  return reply(page);
}

test('a page that is loaded anew gets what can be read, and the journal says once what was dropped', async () => {
  const w = world({ settings: settingsWith('machines: []') });
  const page = w.page();
  page.say({ type: 'reached', protocol: 'openai-chat', id: 'c1', end: 'm1' });
  page.say({ type: 'keep', name: 'splice 1', value: { at: 1, shown: [] }, thread });
  page.say({ type: 'keep', name: 'splice 2', value: { ...splice, name: '2' }, thread });
  page.say({ type: 'keep', name: 'system', value: [1, 'Be brief.'], thread });
  const kept = [
    ['splice 2', { ...splice, name: '2' }],
    ['system', ['Be brief.']],
  ];
  const answer = { type: 'recalled', recall: 'r', conversation: { id: 'c1', kept: expect.arrayContaining(kept) } };
  expect([await recalled(w), await recalled(w)]).toEqual([answer, answer]);
  const notes = (await Array.fromAsync(w.store.journal())).flatMap(({ happening }) =>
    happening.type === 'noted' ? [happening] : [],
  );
  expect(notes).toEqual([
    { type: 'noted', kind: 'dropped', calls: [], text: expect.stringContaining('is damaged, or of another version') },
  ]);
});

test('a refusal of a version that did not count calls of one id is of the first', () => {
  const exchanged = { entry, denied: [{ call: 'c', text: 'No.' }], goOn: null };
  expect(checked('splice 1', { ...splice, exchanged: [exchanged] }).value).toMatchObject({
    exchanged: [{ denied: [{ call: 'c', nth: 0, text: 'No.' }] }],
  });
});
