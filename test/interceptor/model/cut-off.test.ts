/** An answer that its length limit cuts off in the middle of a call's arguments. */
import { expect, test } from 'vitest';
import { pageWith, type Step, talk, told } from './kit.ts';
import { kitNamed } from './kits.ts';

const CHAT = kitNamed('Chat Completions, streaming');

/** Half of the arguments, and the end of an answer that became too long. */
const cutOff: Step = (answer, request, index) => {
  const said = [{ text: 'I write. ' }, { call: 'c1', tool: 'write', args: { path: '/a' } }];
  const chunks = answer(said, index)(request).chunks.map(String);
  const last = chunks.findLastIndex((chunk) => chunk.includes('"arguments"'));
  return { chunks: chunks.toSpliced(last, 1).map((chunk) => chunk.replace('"tool_calls"}', '"length"}')) };
};

test('half a call is given to nobody, and the page sees that a limit ended the answer', async () => {
  const page = pageWith(CHAT, [cutOff]);
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'go' }] };
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
  const init = { method: 'POST', body: JSON.stringify(body), headers };
  const text = await (await page.fetch('http://localhost:4000/v1/chat/completions', init)).text();
  expect([text.includes('"write"'), text.includes('"finish_reason":"length"')]).toEqual([false, true]);
  expect(page.background.of('gate')).toEqual([]);
});

test('work that is unfinished then goes on in the same answer, and the model hears what became of its call', async () => {
  const page = pageWith(CHAT, [cutOff, [{ text: 'Now it is.' }]]);
  page.background.runEnds = [{ continue: 'Write /a.' }];
  expect(await talk(CHAT, page, { prompt: 'go', tools: { write: () => 'written' } })).toMatchObject({
    text: 'I write. Now it is.',
  });
  expect(page.complaints).toEqual([]);
  expect(told(page.asked[1] ?? [])).toEqual([
    'user: go',
    'assistant: I write. ',
    'call c1: write',
    expect.stringMatching(/^result c1: .*arguments/),
    'user: Write /a.',
  ]);
});
