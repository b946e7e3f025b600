/** What is asked in the place of the page, when the server does not answer it at once. */
import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, answering, headersOf, type Kit, openingOf, pageWith, talk, told } from './kit.ts';
import { KITS } from './kits.ts';

afterEach(() => {
  vi.useRealTimers();
});

const read = { call: 'c1', tool: 'read', args: { path: '/a' } };
const write = { call: 'c2', tool: 'write', args: { path: '/a' } };
const tools = { read: () => 'the text', write: () => 'written' };
/** Refuses every write. */
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));

function each(kits: readonly Kit[], rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

each(KITS, 'a follow-up is made again exactly where the server says so', async (kit) => {
  const again = answering(400, 'not yet', { 'x-should-retry': 'true', 'retry-after-ms': '1' });
  const never = answering(429, 'no more', { 'x-should-retry': 'false', 'retry-after-ms': '1' });
  const page = pageWith(kit, [[{ text: 'I write. ' }, write], again, never, [{ text: 'Never.' }]]);
  page.background.decide = noWrites;
  expect((await talk(kit, page, { prompt: 'go', tools })).text).toContain('the server answered 429 ("no more")');
  expect(page.asked).toHaveLength(3);
});

each(KITS, 'a follow-up waits until the date that the server names, and no longer', async (kit) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: 0 });
  const page = pageWith(kit, [
    [{ text: 'I write. ' }, write],
    answering(503, 'down', { 'retry-after': 'Thu, 01 Jan 1970 00:00:20 GMT' }),
    [{ text: 'Understood.' }],
  ]);
  page.background.decide = noWrites;
  const said = page
    .fetch(addressOf(kit), { method: 'POST', body: JSON.stringify(openingOf(kit)), headers: headersOf(kit) })
    .then((response) => response.text());
  await vi.waitFor(() => expect(page.asked).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(page.asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await said).toContain('stood.');
  expect(page.asked).toHaveLength(3);
});

each(
  KITS.filter(({ stream }) => stream),
  'a page that gives up while the server asks for patience has nothing more asked in its place',
  async (kit) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const busy = answering(429, 'busy', { 'retry-after': '5' });
    const page = pageWith(kit, [[{ text: 'I write. ' }, write], busy, [{ text: 'Understood.' }]]);
    page.background.decide = noWrites;
    const init = { method: 'POST', body: JSON.stringify(openingOf(kit)), headers: headersOf(kit) };
    const reader = (await page.fetch(addressOf(kit), init)).body?.getReader();
    const reading = (async () => {
      while ((await reader?.read())?.done === false);
    })();
    await vi.waitFor(() => expect(page.asked).toHaveLength(2));
    await reader?.cancel();
    await reading;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.asked).toHaveLength(2);
  },
);

each(
  KITS.filter(({ stream }) => stream),
  'a kept call that is refused late is told to the model with the other results',
  async (kit) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 1000,
    });
    const page = pageWith(kit, [[read, write], [{ text: 'Done.' }]]);
    const settled = () => page.background.of('settle').length > 0;
    page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : settled() ? 'ask' : 'queued');
    const came = talk(kit, page, { prompt: 'go', tools });
    await page.background.until('gate', 3);
    await vi.advanceTimersByTimeAsync(30_000);
    page.background.resolve(false, 'write');
    expect(await came).toMatchObject({ text: 'Done.' });
    const results = told(page.asked[1] ?? []).filter((line) => line.startsWith('result'));
    expect(results.toSorted()).toEqual(['result c1: the text', 'result c2: A person said no.']);
  },
);

each(
  KITS.filter(({ stream }) => stream),
  'a page that gives up while the model is to be told of a late refusal reads that its answer was aborted',
  async (kit) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 1000,
    });
    const busy = answering(429, 'busy', { 'retry-after': '50' });
    const page = pageWith(kit, [[read, write], busy]);
    const settled = () => page.background.of('settle').length > 0;
    page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : settled() ? 'ask' : 'queued');
    const abort = new AbortController();
    const bodies: Promise<string>[] = [];
    const noting = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const response = await page.fetch(input, init);
      bodies.push(response.clone().text());
      return response;
    };
    // Some clients take it for the end, and some for a fault.
    const over = talk(kit, { ...page, fetch: noting }, { prompt: 'go', tools, signal: abort.signal }).catch(() => null);
    await page.background.until('gate', 3);
    await vi.advanceTimersByTimeAsync(30_000);
    page.background.resolve(false, 'write');
    await vi.waitFor(() => expect(page.asked).toHaveLength(2));
    const aborted = expect(bodies[1]).rejects.toMatchObject({ name: 'AbortError' });
    abort.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await aborted;
    await over;
  },
);

each(KITS, 'a page that gives up while a kept call waits is told so as by its own fetch', async (kit) => {
  const page = pageWith(kit, [[read, write], [{ text: 'Done.' }]]);
  const settled = () => page.background.of('settle').length > 0;
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : settled() ? 'ask' : 'queued');
  const abort = new AbortController();
  const failed: unknown[] = [];
  const noting = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    try {
      return await page.fetch(input, init);
    } catch (error) {
      failed.push(error);
      throw error;
    }
  };
  const came = talk(kit, { ...page, fetch: noting }, { prompt: 'go', tools, signal: abort.signal });
  const outcome = expect(came).rejects.toThrow();
  await page.background.until('gate', 3);
  abort.abort();
  await outcome;
  expect(failed).toMatchObject([{ name: 'AbortError' }]);
});
