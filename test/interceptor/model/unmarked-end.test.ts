/**
 * Servers that say how their answer ends, and then neither mark its end nor close the connection. Clients that stop reading there
 * have all they need; they must get it under guard too. Totals that come late still reach the page.
 */
import OpenAI from 'openai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { END_WITHIN_MS } from '../../../entrypoints/interceptor.content/timing.ts';
import type { Said } from '../../model-server/model.ts';
import { eventStream, type Rig, rig, type Script } from '../rig.ts';
import { addressOf, type Kit, openingOf } from './kit.ts';
import { kitNamed } from './kits.ts';

const CHAT = kitNamed('Chat Completions, streaming');
const MESSAGES = kitNamed('Messages, streaming, history in the request');
const write: Said = { call: 'c1', tool: 'write', args: { path: '/a' } };
const REASON = /"(finish|stop)_reason":"\w+"/;
const USAGE = `data: ${JSON.stringify({ id: 'x', choices: [], usage: { total_tokens: 7 } })}\n\n`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

function each(rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of [CHAT, MESSAGES]) test(`${rule}: ${kit.name}`, () => work(kit));
}

interface Unmarked {
  readonly page: Rig;
  /** One connection a request, in order. */
  readonly connections: readonly Script[];
}

/** A page whose model gives its answers in order, each without totals and mark, and closes no connection. */
function unmarked(kit: Kit, answers: readonly (readonly Said[])[]): Unmarked {
  const connections: Script[] = [];
  const page = rig(async (incoming) => {
    const body = await incoming.clone().json();
    const script = eventStream();
    const index = connections.length;
    connections.push(script);
    for (const chunk of chunksOf(kit, body, answers[index] ?? [], index)) script.write(chunk);
    return script.response;
  });
  return { page, connections };
}

function chunksOf(kit: Kit, body: object, said: readonly Said[], index: number): readonly string[] {
  const request = { path: '', headers: {}, body: body as never, stream: true, complaints: [] };
  const { chunks } = kit.model().answer(said, index)({ ...request, closed: Promise.resolve(true) });
  return chunks.map(String).filter((chunk) => !/\[DONE\]|message_stop|"choices":\[\]/.test(chunk));
}

/** What a page reads, bit by bit. */
class Reading {
  text = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(response: Response) {
    if (response.body === null) throw new Error('The answer has no body.');
    this.#reader = response.body.getReader();
  }

  async upTo(wanted: RegExp): Promise<string> {
    while (!wanted.test(this.text)) this.text += new TextDecoder().decode((await this.#reader.read()).value);
    return this.text;
  }
}

const post = (kit: Kit, more: object = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ ...openingOf(kit), ...more }),
  headers: { 'content-type': 'application/json' },
});

const ask = async (kit: Kit, { page }: Unmarked, more: object = {}): Promise<Reading> =>
  new Reading(await page.fetch(addressOf(kit), post(kit, more)));

/** Reads on while the time goes by in which an end may still be marked. */
async function afterTheWait(work: Promise<string>): Promise<string> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) await vi.advanceTimersByTimeAsync(END_WITHIN_MS);
  return done;
}

each('the page reads how the answer ends, though nothing marks its end', async (kit) => {
  const site = unmarked(kit, [[{ text: 'Hi.' }]]);
  const reading = await ask(kit, site);
  expect(await afterTheWait(reading.upTo(REASON))).toContain('i.');
  expect(site.page.background.of('end_run')).toHaveLength(1);
});

each('the end is not taken for one as long as more may come', async (kit) => {
  const site = unmarked(kit, [[{ text: 'Hi.' }]]);
  const reading = await ask(kit, site);
  await reading.upTo(/i\./);
  await vi.advanceTimersByTimeAsync(END_WITHIN_MS - 1);
  expect(site.page.background.of('end_run')).toEqual([]);
  expect(reading.text).not.toMatch(REASON);
});

each('the page is given its call, though nothing marks the end', async (kit) => {
  const reading = await ask(kit, unmarked(kit, [[write]]));
  expect(await afterTheWait(reading.upTo(REASON))).toContain('/a');
});

each('the model is told of a refusal, though nothing marks the end', async (kit) => {
  const site = unmarked(kit, [[write], [{ text: 'Then not.' }]]);
  site.page.background.decide = () => ({ deny: 'No.' });
  const reading = await ask(kit, site);
  expect(await afterTheWait(reading.upTo(REASON))).toContain('not.');
  await site.connections[0]?.cancelled;
});

each('a call that comes after the wait does not reach the page', async (kit) => {
  const site = unmarked(kit, [[{ text: 'Hi.' }]]);
  const reading = await ask(kit, site);
  await afterTheWait(reading.upTo(REASON));
  for (const chunk of chunksOf(kit, openingOf(kit), [write], 1)) site.connections[0]?.write(chunk);
  site.connections[0]?.write(': bye\n\n');
  expect(await reading.upTo(/bye/)).not.toMatch(/write|tool_calls/);
});

test('usage and mark that come after the wait reach the page as they came', async () => {
  const site = unmarked(CHAT, [[{ text: 'Hi.' }]]);
  const more = { stream_options: { include_usage: true } };
  const reading = await ask(CHAT, site, more);
  const first = chunksOf(CHAT, { ...openingOf(CHAT), ...more }, [{ text: 'Hi.' }], 0).join('');
  expect(await afterTheWait(reading.upTo(REASON))).toBe(first);
  site.connections[0]?.write(`${USAGE}data: [DONE]\n\n`);
  expect(await reading.upTo(/DONE/)).toBe(`${first}${USAGE}data: [DONE]\n\n`);
});

test('an answer of several choices has not ended before each of them has', async () => {
  const script = eventStream();
  const page = rig(() => script.response);
  const ended = (index: number): string =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index, delta: { content: `c${index}` }, finish_reason: 'stop' }] })}\n\n`;
  script.write(ended(0));
  const reading = new Reading(await page.fetch(addressOf(CHAT), post(CHAT, { n: 2 })));
  await reading.upTo(/c0/);
  await vi.advanceTimersByTimeAsync(10 * END_WITHIN_MS);
  expect(reading.text).not.toMatch(REASON);
  script.write(ended(1));
  expect(await afterTheWait(reading.upTo(/"index":1.*"finish_reason":"stop"/))).toMatch(/"index":0.*"stop"/);
});

test('an official client that leaves at the reason for the end gets there, and goes on', async () => {
  const site = unmarked(CHAT, [[write], [{ text: 'Done.' }]]);
  const client = new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch: site.page.fetch });
  const turn = async (messages: OpenAI.ChatCompletionMessageParam[]): Promise<string> => {
    let said = '';
    for await (const { choices } of await client.chat.completions.create({ model: 'm', messages, stream: true })) {
      const [choice] = choices;
      said += choice?.delta.content ?? choice?.delta.tool_calls?.[0]?.function?.name ?? '';
      if ((choice?.finish_reason ?? null) !== null) break;
    }
    return said;
  };
  const asked = { role: 'user', content: 'go' } as const;
  expect(await afterTheWait(turn([asked]))).toBe('write');
  const call = { id: 'c1', type: 'function', function: { name: 'write', arguments: '{"path":"/a"}' } } as const;
  const answer = { role: 'assistant', content: null, tool_calls: [call] } as const;
  const more = [asked, { ...answer, tool_calls: [call] }, { role: 'tool', tool_call_id: 'c1', content: 'ok' } as const];
  expect(await afterTheWait(turn(more))).toBe('Done.');
  expect(site.page.background.of('settle')).toHaveLength(1);
});
