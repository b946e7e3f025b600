/** What a server that holds the history is owed: a result for each call it made, once, whatever the page knows of. */
import { expect, test } from 'vitest';
import { addressOf, headersOf, type Page, pageWith, told } from './kit.ts';
import { kitNamed } from './kits.ts';

const kit = kitNamed('Responses, JSON, history at the server');
const write = { call: 'c1', tool: 'write', args: { path: '/w' } };
const read = (call: string) => ({ call, tool: 'read', args: { path: '/a' } });
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'text' });
const says = (content: string) => ({ role: 'user', content });
const tools = ['read', 'write'].map((name) => ({ type: 'function', name, parameters: {}, strict: false }));

/** One request of a page; resolves with the id of the answer. */
async function post(page: Page, more: Record<string, unknown>, ...input: readonly unknown[]): Promise<string> {
  const body = JSON.stringify({ model: 'm', input, tools, ...more });
  const response = await page.fetch(addressOf(kit), { method: 'POST', headers: headersOf(kit), body });
  const { id, error } = (await response.json()) as { readonly id: string; readonly error?: unknown };
  expect([page.complaints, error ?? null]).toEqual([[], null]);
  return id;
}

test('a conversation that goes by a name is given the result of a refused call once', async () => {
  const page = pageWith(kit, [[write, read('c2')], [{ text: 'Done.' }], [{ text: 'Yes?' }]]);
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
  await post(page, { conversation: 'conv_1' }, says('go'));
  await post(page, { conversation: 'conv_1' }, output('c2'));
  await post(page, { conversation: 'conv_1' }, says('And?'));
  expect(page.bodies().map((body) => body.includes('No.'))).toEqual([false, true, false]);
});

test('a call that is kept back when the person goes on has not run, and the server is told', async () => {
  const page = pageWith(kit, [[read('c1'), { ...write, call: 'c2' }], [{ text: 'Yes?' }]]);
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
  const previous_response_id = await post(page, {}, says('go'));
  await post(page, { previous_response_id }, output('c1'), says('Never mind.'));
  expect(told(page.asked.at(-1) ?? []).join()).toContain('result c2: Not run: the conversation went on');
});

test('so it is with an answer that the page goes on from once more, after the call was handed over', async () => {
  const page = pageWith(kit, [[read('c1'), { ...write, call: 'c2' }], [{ text: 'Yes?' }]]);
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
  const previous_response_id = await post(page, {}, says('go'));
  const handed = post(page, { previous_response_id }, output('c1'));
  await page.background.until('gate', 3);
  page.background.resolve(true, 'write');
  await handed;
  await post(page, { previous_response_id }, output('c1'), says('Never mind.'));
  expect(told(page.asked.at(-1) ?? []).join()).toContain('result c2: Not run: the conversation went on');
});
