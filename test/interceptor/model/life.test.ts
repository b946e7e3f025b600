/** What becomes of a conversation when the page, the person or the network does something else than go on. */
import { expect, test } from 'vitest';
import { answering, type Kit, pageWith, talk, told } from './kit.ts';
import { KITS, kitNamed } from './kits.ts';

const write = (call: string, path = '/a') => ({ call, tool: 'write', args: { path } });
const read = (call: string, path = '/a') => ({ call, tool: 'read', args: { path } });
const tools = { read: () => 'the text', write: () => 'written' };
const carried = KITS.filter(({ held }) => !held);

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

/** Refuses every write. */
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));

each(KITS, 'a call whose page gives up while it waits never runs', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')]]);
  page.background.decide = () => 'ask';
  const abort = new AbortController();
  const outcome = expect(talk(kit, page, { prompt: 'go', tools, signal: abort.signal })).rejects.toThrow();
  await page.background.until('gate');
  abort.abort();
  await outcome;
  await page.background.until('withdraw');
  page.background.resolve(true);
  expect(page.ran).toEqual([]);
});

each(KITS, 'calls of an answer that breaks off are withdrawn', async (kit) => {
  const page = pageWith(kit, [
    (answer, request, index) => {
      const { chunks } = answer([read('c1'), read('c2')], index)(request);
      return { chunks: kit.stream ? chunks.slice(0, -2) : chunks.map((chunk) => String(chunk).slice(0, -20)) };
    },
  ]);
  await expect(talk(kit, page, { prompt: 'go', tools })).rejects.toThrow();
  const open = page.background.of('gate').map(({ call }) => call);
  expect(page.background.of('withdraw').map(({ call }) => call)).toEqual(open);
});

each(KITS, 'a request that the server refuses is passed on as it is', async (kit) => {
  const page = pageWith(kit, [answering(429, 'too many')]);
  await expect(talk(kit, page, { prompt: 'go', tools })).rejects.toMatchObject({ status: 429 });
});

each(KITS, 'a follow-up is made again when the server asks for patience', async (kit) => {
  const busy = answering(429, 'busy', { 'retry-after': '0.01' });
  const page = pageWith(kit, [[write('c1')], busy, busy, [{ text: 'Understood.' }]]);
  page.background.decide = noWrites;
  expect(await talk(kit, page, { prompt: 'go', tools })).toMatchObject({ text: 'Understood.' });
});

each(carried, 'a model that could not be told reads it with the next message', async (kit) => {
  const page = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], answering(400, 'gone'), [{ text: 'I see.' }]]);
  page.background.decide = noWrites;
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  await talk(kit, page, { prompt: 'hi', tools, history });
  expect(told(page.asked.at(-1) ?? [])).toEqual(
    expect.arrayContaining(['call c1: write', 'result c1: No.', 'user: hi']),
  );
});

each(carried, 'after a reload the model still reads what the page never knew', async (kit) => {
  const before = pageWith(kit, [[{ text: 'I write. ' }, write('c1')], [{ text: 'Then not.' }]]);
  before.background.decide = noWrites;
  const { history } = await talk(kit, before, { prompt: 'go', tools });
  const page = pageWith(kit, [[{ text: 'Hello.' }]], before);
  await talk(kit, page, { prompt: 'hi', tools, history });
  expect(told(page.asked[0] ?? [])).toContain('result c1: No.');
  expect(page.background.of('step')[0]?.thread).toEqual(before.background.of('step')[0]?.thread);
});

each(
  carried,
  'a history that lost its beginning keeps what belongs to the rest, and the journal says so',
  async (kit) => {
    const page = pageWith(kit, [[{ text: 'Hi.' }], [write('c1'), read('c2')], [{ text: 'Done.' }], [{ text: 'Yes.' }]]);
    page.background.decide = noWrites;
    const first = await talk(kit, page, { prompt: 'hello', tools });
    const { history } = await talk(kit, page, { prompt: 'go', tools, history: first.history });
    await talk(kit, page, { prompt: 'more', tools, history: history.slice(2) });
    expect(told(page.asked.at(-1) ?? [])).toContain('result c1: No.');
    expect(page.background.of('note').map(({ note }) => note.kind)).toContain('moved');
  },
);

each(carried, 'a history without the answer drops what belonged to it, and the journal says so', async (kit) => {
  const page = pageWith(kit, [[write('c1'), read('c2')], [{ text: 'Done.' }], [{ text: 'Yes.' }]]);
  page.background.decide = noWrites;
  const { history } = await talk(kit, page, { prompt: 'go', tools });
  const said = { role: 'assistant', content: 'Something else.' };
  const other = [history[0], said, { role: 'user', content: 'And?' }, history.at(-1)];
  await talk(kit, page, { prompt: 'more', tools, history: other });
  expect(told(page.asked.at(-1) ?? []).join()).not.toContain('c1');
  expect(page.background.of('note').map(({ note }) => note.kind)).toContain('dropped');
});

each(carried, 'a request that is made again settles its results once', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }], [{ text: 'Again.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  const second = page.sent.at(-1);
  if (second === undefined) throw new Error('nothing was sent');
  const again = await page.fetch(second.url, { method: 'POST', body: second.body, headers: second.headers });
  await again.text();
  expect(page.background.of('settle')).toHaveLength(1);
});

each(carried, 'two conversations of one page do not mix', async (kit) => {
  const page = pageWith(kit, [[{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'One again.' }]]);
  const one = await talk(kit, page, { prompt: 'first', tools });
  await talk(kit, page, { prompt: 'second', tools });
  await talk(kit, page, { prompt: 'more', tools, history: one.history });
  const threads = page.background.of('step').map(({ thread }) => thread.id);
  expect([threads[0] === threads[1], threads[0] === threads[2]]).toEqual([false, true]);
});

each(carried, 'a conversation that begins with the same words as an earlier one is another one', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Hi.' }], [{ text: 'Yes.' }], [{ text: 'Hi.' }]]);
  const one = await talk(kit, page, { prompt: 'hello', tools });
  await talk(kit, page, { prompt: 'more', tools, history: one.history });
  await talk(kit, page, { prompt: 'hello', tools });
  const threads = page.background.of('step').map(({ thread }) => thread.id);
  expect(threads[0]).not.toBe(threads[2]);
});

each(KITS, 'a conversation id that the site says where to find is the thread', async (kit) => {
  const page = pageWith(kit, [[{ text: 'Hi.' }]]);
  page.background.conversations = { id: { from: 'body', pattern: '"model":"(m)"' } };
  page.background.notice('up');
  await new Promise((resolve) => setImmediate(resolve));
  await talk(kit, page, { prompt: 'hello', tools });
  expect(page.background.of('step')[0]?.thread).toEqual({ protocol: kit.adapter.protocol, id: 'm' });
});

each(KITS, 'a result that the page could not get is settled as the failure it was', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools: { read: () => JSON.stringify({ error: 'no such file' }) } });
  const expected = kit.adapter.protocol === 'anthropic' ? 'success' : 'error';
  expect(page.background.of('settle')).toMatchObject([{ status: expected }]);
});

each(
  KITS,
  'where the protocol has no flag for failures, the background hears that the page only guesses',
  async (kit) => {
    const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
    await talk(kit, page, { prompt: 'go', tools });
    expect(page.background.of('settle')[0]?.guessed).toBe(kit.adapter.protocol === 'anthropic' ? undefined : true);
  },
);

each(KITS, 'arguments that a person changed are what the page runs', async (kit) => {
  const page = pageWith(kit, [[write('c1')], [{ text: 'Done.' }]]);
  page.background.decide = ({ call }) => {
    page.background.reply({ type: 'verdict', call, verdict: 'allow', args: { path: '/safe' } });
    return 'silent';
  };
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.ran).toEqual([{ tool: 'write', args: { path: '/safe' } }]);
  expect(JSON.stringify(page.asked[1])).toContain('It ran with: ');
});

each(KITS, 'an argument of two megabytes passes', async (kit) => {
  const text = 'x'.repeat(2_000_000);
  const page = pageWith(kit, [[{ call: 'c1', tool: 'write', args: { text } }], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.ran).toEqual([{ tool: 'write', args: { text } }]);
});

test('a thread that the server lost is told again with all that the page never knew', async () => {
  const kit = kitNamed('Messages, JSON, thread at the server');
  const page = pageWith(kit, [[write('c1'), read('c2')], answering(404, 'thread_not_found'), [{ text: 'Done.' }]]);
  page.background.decide = noWrites;
  const { text } = await talk(kit, page, { prompt: 'go', tools }).catch((error: Error) => ({ text: error.message }));
  expect(text).toBe('Done.');
  expect(told(page.asked.at(-1) ?? [])).toEqual(
    expect.arrayContaining(['call c1: write', 'result c1: No.', 'result c2: the text']),
  );
});

each(
  KITS,
  'where a site is only observed, no call waits for another one, and both results are recorded',
  async (kit) => {
    const page = pageWith(kit, [[read('c1'), write('c2')], [{ text: 'Done.' }]]);
    // After the greeting, which says otherwise.
    await new Promise((resolve) => setImmediate(resolve));
    page.background.reply({ type: 'policy', mode: 'observe' });
    await new Promise((resolve) => setImmediate(resolve));
    page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
    const pending = talk(kit, page, { prompt: 'go', tools });
    await page.background.until('settle');
    page.background.resolve(true, 'write');
    expect(await pending).toMatchObject({ text: 'Done.' });
    expect(page.ran.map(({ tool }) => tool)).toEqual(['read', 'write']);
    expect(page.background.of('settle').map(({ content }) => content)).toEqual(['the text', 'written']);
    expect(page.asked).toHaveLength(2);
  },
);

each(KITS, 'a page that gives up while one kept call waits ends those behind it, too', async (kit) => {
  const page = pageWith(kit, [[read('c1'), write('c2'), write('c3')]]);
  const settled = () => page.background.of('settle').length > 0;
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : settled() ? 'ask' : 'queued');
  const abort = new AbortController();
  const outcome = expect(talk(kit, page, { prompt: 'go', tools, signal: abort.signal })).rejects.toThrow();
  await page.background.until('gate', 4);
  abort.abort();
  await outcome;
  const [, second, third] = page.background.of('gate').map(({ call }) => call);
  expect(page.background.of('withdraw').map(({ call }) => call)).toEqual([second, third]);
});

each(KITS, 'a page that gives up while a result is recorded is handed no kept call', async (kit) => {
  const page = pageWith(kit, [[read('c1'), write('c2')]]);
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : 'queued');
  page.background.settles = false;
  const abort = new AbortController();
  const outcome = expect(talk(kit, page, { prompt: 'go', tools, signal: abort.signal })).rejects.toThrow();
  await page.background.until('settle');
  abort.abort();
  page.background.reply({ type: 'settled', call: page.background.of('settle')[0]?.call ?? '', reminders: [] });
  await outcome;
  await page.background.until('withdraw');
  const asked = page.background.of('gate').map(({ call }) => call);
  expect(asked).toHaveLength(2);
  expect(page.background.of('withdraw').map(({ call }) => call)).toEqual(asked.slice(1));
});

each(KITS, 'the model reads that the outcome of its call could not be recorded', async (kit) => {
  const page = pageWith(kit, [[read('c1')], [{ text: 'Done.' }]]);
  page.background.settles = false;
  const came = talk(kit, page, { prompt: 'go', tools });
  await page.background.until('settle');
  const call = page.background.of('settle')[0]?.call ?? '';
  page.background.reply({ type: 'unrecorded', call, reason: 'The disk is full.' });
  expect(await came).toMatchObject({ text: 'Done.' });
  expect(page.bodies().at(-1)).toContain('its outcome could not be recorded. The disk is full.');
});
