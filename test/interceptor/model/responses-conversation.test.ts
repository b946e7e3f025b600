/** The Responses API where the server keeps the conversation under a name and gets only what is new. */
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { type Kit, type Page, pageWith, told } from './kit.ts';
import { responsesKit } from './responses-kit.ts';

const write = { call: 'c1', tool: 'write', args: { path: '/a' } };
const read = { call: 'c2', tool: 'read', args: { path: '/a' } };
const kit: Kit = responsesKit(true, true);
const only = (tool: string) => (asked: { tool: string }) =>
  asked.tool === tool ? 'allow' : { deny: 'Read /a first.' };

function ask(page: Page, input: OpenAI.Responses.ResponseInput | string): Promise<OpenAI.Responses.Response> {
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: 'http://localhost:4000/v1',
    fetch: page.fetch,
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  });
  return client.responses.stream({ model: 'm', conversation: 'conv_1', input }).finalResponse();
}

test('a call that is refused alone is answered in the same turn', async () => {
  const page = pageWith(kit, [[write], [{ text: 'Then not.' }]]);
  page.background.decide = only('read');
  expect((await ask(page, 'go')).output_text).toBe('Then not.');
  expect(told(page.asked[1] ?? [])).toEqual(['result c1: Read /a first.']);
});

test('a call that was withheld beside another is answered with the next request', async () => {
  const page = pageWith(kit, [[write, read], [{ text: 'Done.' }]]);
  page.background.decide = only('read');
  const first = await ask(page, 'go');
  expect(first.output.map((item) => ('call_id' in item ? item.call_id : null))).toEqual(['c2']);
  const second = await ask(page, [{ type: 'function_call_output', call_id: 'c2', output: 'the text' }]);
  expect(second.output_text).toBe('Done.');
  expect(told(page.asked[1] ?? []).toSorted()).toEqual(['result c1: Read /a first.', 'result c2: the text']);
});

test('requests of one conversation are one thread', async () => {
  const page = pageWith(kit, [[{ text: 'Hi.' }], [{ text: 'Yes.' }]]);
  await ask(page, 'go');
  await ask(page, 'more');
  expect(new Set(page.background.of('step').map(({ thread }) => thread.id))).toEqual(new Set(['conv_1']));
});
