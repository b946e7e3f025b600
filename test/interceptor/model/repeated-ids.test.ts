/** Servers that number their calls anew in every answer: `call_0` is a different call each time. */
import { expect, test } from 'vitest';
import { addressOf, type Kit, openingOf, type Page, pageWith, talk, told } from './kit.ts';
import { KITS } from './kits.ts';

const read = (path: string) => ({ call: 'call_0', tool: 'read', args: { path } });
const write = (path: string) => ({ call: 'call_0', tool: 'write', args: { path } });
const beside = (path: string) => ({ call: 'call_1', tool: 'read', args: { path } });
const tools = { read: ({ path }: Record<string, unknown>) => `text of ${path}`, write: () => 'written' };
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));
// The strict servers of Messages and Responses take no id twice in one history; local servers that repeat them speak Chat Completions.
const lenient = KITS.filter(({ protocol }) => protocol === 'openai-chat');
// What no history has twice, a page that cuts or regenerates has all the same.
const carried = KITS.filter(({ held }) => !held);

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

const go = { role: 'user', content: 'go' };
/** A call of the page's own clients, as Chat Completions has it. */
const called = (id: string, name: string, path: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify({ path }) } }],
});
const answered = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

/** One request of a page that writes its own history; resolves when its answer is over. */
async function post(page: Page, kit: Kit, ...messages: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({
    ...openingOf(kit),
    tools: [{ type: 'function', function: { name: 'read', parameters: {} } }],
    messages,
  });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer k' } };
  const response = await page.fetch(addressOf(kit), init);
  expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
}

/** All requests of the page are of one conversation, whatever is in them. */
async function oneThread({ background }: Page): Promise<void> {
  background.conversations = { id: { from: 'body', pattern: '"model":"(m)"' } };
  background.notice('up');
  await new Promise((resolve) => setImmediate(resolve));
}

/** Results that were settled, and calls that were ended without one. */
const ends = ({ background }: Page): [unknown[], number] => [
  background.of('settle').map(({ content }) => content),
  background.of('withdraw').length,
];

each(lenient, 'each of two calls with one id is settled with its own result', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [read('/b')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('settle').map(({ content }) => content)).toEqual(['text of /a', 'text of /b']);
});

each(lenient, 'a refused call is put back at its own answer, not at a later one with the same ids', async (kit) => {
  const page = pageWith(kit, [[write('/w'), beside('/a')], [beside('/b')], [beside('/c')], [{ text: 'Done.' }]]);
  page.background.decide = noWrites;
  await talk(kit, page, { prompt: 'go', tools });
  const asked = page.asked.map((entries) => told(entries));
  const last = asked.at(-1) ?? [];
  expect(last.filter((line) => line === 'call call_0: write')).toHaveLength(1);
  expect(asked.map((lines) => last.slice(0, lines.length))).toEqual(asked);
});

for (const path of ['/b', '/a'])
  each(carried, `a refused call of an answer that was cut off is not put at a later read of ${path}`, async (kit) => {
    const page = pageWith(kit, [
      [write('/w'), beside('/a')],
      [{ text: 'Hm.' }],
      [beside(path)],
      [{ text: 'Done.' }],
      [{ text: 'Yes.' }],
    ]);
    page.background.decide = noWrites;
    await oneThread(page);
    await talk(kit, page, { prompt: 'go', tools });
    const { history } = await talk(kit, page, { prompt: 'next', tools });
    await talk(kit, page, { prompt: 'more', tools, history });
    expect(told(page.asked.at(-1) ?? [])).not.toContain('call call_0: write');
  });

each(carried, 'a refused call is not put at another answer that was regenerated in its place', async (kit) => {
  const page = pageWith(kit, [[write('/w'), beside('/a')], [{ text: 'Hm.' }], [beside('/b')], [{ text: 'Done.' }]]);
  page.background.decide = noWrites;
  await oneThread(page);
  await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'go', tools });
  expect(told(page.asked.at(-1) ?? [])).not.toContain('call call_0: write');
});

each(
  lenient,
  'a result that is sent again, for the answer behind it to be regenerated, settles no later call',
  async (kit) => {
    const page = pageWith(kit, [[read('/a')], [read('/b')], [{ text: 'Done.' }]]);
    await post(page, kit, go);
    await post(page, kit, go, called('call_0', 'read', '/a'), answered('call_0', 'one'));
    await post(page, kit, go, called('call_0', 'read', '/a'), answered('call_0', 'one'));
    expect(ends(page)).toEqual([['one'], 1]);
  },
);

each(lenient, 'nor does it when the later call is just the same', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [read('/a')], [{ text: 'Done.' }]]);
  await post(page, kit, go);
  await post(page, kit, go, called('call_0', 'read', '/a'), answered('call_0', 'one'));
  await post(page, kit, go, called('call_0', 'read', '/a'), answered('call_0', 'one'));
  expect(ends(page)).toEqual([['one'], 1]);
});

each(lenient, 'of two answers to one request, the one that the page goes on with is settled', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [read('/b')], [{ text: 'Done.' }]]);
  await Promise.all([post(page, kit, go), post(page, kit, go)]);
  await post(page, kit, go, called('call_0', 'read', '/b'), answered('call_0', 'two'));
  const [, later] = page.background.of('gate');
  expect(page.background.of('settle')).toMatchObject([{ call: later?.call, content: 'two' }]);
});

each(lenient, 'two answers that are just the same are settled once', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [read('/a')], [{ text: 'Done.' }]]);
  await Promise.all([post(page, kit, go), post(page, kit, go)]);
  await post(page, kit, go, called('call_0', 'read', '/a'), answered('call_0', 'one'));
  expect(ends(page)).toEqual([['one'], 1]);
});

each(lenient, 'a call that the client writes with defaults of its own is settled', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [{ text: 'Done.' }]]);
  await post(page, kit, go);
  await post(page, kit, go, called('call_0', 'read', '/a?limit=9'), answered('call_0', 'one'));
  expect(ends(page)).toEqual([['one'], 0]);
});

each(
  lenient,
  'conversations that call the same under the same id are told apart when their beginning is cut',
  async (kit) => {
    const page = pageWith(kit, [[read('/a')], [read('/a')], [{ text: 'Done.' }]]);
    const mine = { role: 'user', content: 'my task' };
    await post(page, kit, go, { role: 'assistant', content: 'Yes?' }, mine);
    await post(page, kit, go, { role: 'assistant', content: 'Well?' }, { role: 'user', content: 'another task' });
    await post(page, kit, mine, called('call_0', 'read', '/a'), answered('call_0', 'one'));
    const threads = page.background.of('step').map(({ thread }) => thread.id);
    expect([threads[0] === threads[1], threads[0] === threads[2]]).toEqual([false, true]);
  },
);

each(
  lenient,
  'a call that two conversations made behind the same words tells neither of them, after a reload too',
  async (kit) => {
    const before = pageWith(kit, [[read('/a')], [read('/a')], [{ text: 'Done.' }]]);
    await post(before, kit, { role: 'user', content: 'one' }, { role: 'assistant', content: 'Yes?' }, go);
    await post(before, kit, { role: 'user', content: 'two' }, { role: 'assistant', content: 'Yes?' }, go);
    const cut = [go, called('call_0', 'read', '/a'), answered('call_0', 'one')];
    const after = pageWith(kit, [[{ text: 'Done.' }]], before);
    await post(after, kit, ...cut);
    await post(before, kit, ...cut);
    const [one, two, last] = before.background.of('step').map(({ thread }) => thread.id);
    const [reloaded] = after.background.of('step').map(({ thread }) => thread.id);
    expect([one, two]).not.toContain(last);
    expect([one, two]).not.toContain(reloaded);
  },
);
