/** Which conversation a request belongs to: the longest earlier request that it begins with, in every protocol. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { markBehind } from '../../../engine/wire/model/marks.ts';
import type { ModelAdapter, ModelRequest } from '../../../engine/wire/model-adapter.ts';
import { modelAdapters } from '../../../engine/wire/model-adapters.ts';
import type { Exchange } from '../../../entrypoints/interceptor.content/exchange.ts';
import type { Link } from '../../../entrypoints/interceptor.content/link.ts';
import { Conversations, type Found } from '../../../entrypoints/interceptor.content/model/conversations.ts';
import { bare } from '../../../entrypoints/interceptor.content/promises.ts';

const PATHS: Record<string, string> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};

/** A page of one protocol, as far as conversations are told apart. */
class Page {
  /** What the background was asked for, and told. */
  readonly recalls: (readonly string[])[] = [];
  readonly reached: (readonly [id: string, end: string])[] = [];
  /** Ids by mark, of earlier loads of the page. */
  readonly known: Record<string, string> = {};
  readonly #adapter: ModelAdapter;
  readonly #conversations: Conversations;

  constructor(adapter: ModelAdapter, pattern: string | null = null) {
    this.#adapter = adapter;
    // What nobody here asks for is not there.
    const link = {
      recall: async (_: string, ends: readonly string[]) => {
        this.recalls.push(ends);
        const id = ends.map((end) => this.known[end]).find((one) => one !== undefined);
        return id === undefined ? null : bare({ id, kept: [] });
      },
      reached: (_: string, id: string, end: string) => void this.reached.push([id, end]),
      keep: () => undefined,
    } as Partial<Link> as Link;
    this.#conversations = new Conversations({
      link,
      load: 'load',
      policy: () => ({ id: pattern === null ? null : { from: 'body', pattern } }),
      address: () => 'http://localhost/',
    });
  }

  /** A history: what was said in turn, the person first; "s: …" is the system's. */
  request(...said: readonly string[]): ModelRequest {
    const system = said.filter((text) => text.startsWith('s: '));
    const turns = said.filter((text) => !text.startsWith('s: '));
    const messages: JsonObject[] = turns.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));
    const first = this.#adapter.protocol === 'anthropic' ? [] : system.map((content) => ({ role: 'system', content }));
    const list = this.#adapter.protocol === 'openai-responses' ? 'input' : 'messages';
    const top = this.#adapter.protocol === 'anthropic' && system.length > 0 ? { system: system.join() } : {};
    return this.taken({ model: 'm', max_tokens: 9, ...top, [list]: [...first, ...messages] });
  }

  taken(body: JsonObject): ModelRequest {
    const taken = this.#adapter.recognise(PATHS[this.#adapter.protocol] ?? '', JSON.stringify(body));
    if (taken === null) throw new Error('It is no request.');
    return taken;
  }

  async found(request: ModelRequest): Promise<Found> {
    const exchange = { body: JSON.stringify(request.body) } as Partial<Exchange> as Exchange;
    const found = await this.#conversations.of(this.#adapter, exchange, request);
    this.#conversations.tell();
    return found;
  }

  /** The id of the conversation that a request with this history is of; it has gone beyond its first request from the second on. */
  async id(...said: readonly string[]): Promise<string> {
    const { conversation } = await this.found(this.request(...said));
    if (said.length > 1) conversation.grown = true;
    return conversation.id;
  }

  answered(found: Found, request: ModelRequest, call: { id: string; tool: string; args: JsonObject }): void {
    const behind = markBehind(request.entries, request.entries.length);
    this.#conversations.answered(found, null, behind, [{ ...call, undecodable: null, raw: {} }]);
  }
}

function each(rule: string, work: (page: Page, adapter: ModelAdapter) => Promise<void>): void {
  for (const adapter of modelAdapters) test(`${rule}: ${adapter.protocol}`, () => work(new Page(adapter), adapter));
}

each('a request goes on from the one whose history it begins with', async (page) => {
  const id = await page.id('hi');
  expect([await page.id('hi', 'yes', 'go'), await page.id('hi', 'yes', 'go', 'done', 'more')]).toEqual([id, id]);
  expect(page.recalls).toEqual([]);
});

each('an answer that is regenerated, and a last message that is edited, are of the same conversation', async (page) => {
  const id = await page.id('hi');
  await page.id('hi', 'yes', 'go');
  expect([await page.id('hi', 'yes', 'go'), await page.id('hi', 'yes', 'stay')]).toEqual([id, id]);
  expect(await page.id('hi', 'no', 'why')).toBe(id);
});

each('of two with the same beginning, each keeps what begins with its own longer history', async (page) => {
  const one = await page.id('hi');
  await page.id('hi', 'one', 'go');
  const two = await page.id('hi');
  expect(two).not.toBe(one);
  expect(await page.id('hi', 'two', 'go')).toBe(two);
  expect(await page.id('hi', 'one', 'go', 'done', 'more')).toBe(one);
  expect(await page.id('hi', 'two', 'go', 'done', 'more')).toBe(two);
});

each('a fork of what only the beginning tells is of the conversation that began last', async (page) => {
  await page.id('hi');
  await page.id('hi', 'one', 'go');
  const two = await page.id('hi');
  expect(await page.id('hi', 'three', 'go')).toBe(two);
});

each('the first request once more is another conversation only when the first has gone on', async (page) => {
  const id = await page.id('hi');
  expect(await page.id('hi')).toBe(id);
  await page.id('hi', 'yes', 'go');
  expect(await page.id('hi')).not.toBe(id);
});

each('a beginning that was edited is another conversation, and is asked for', async (page) => {
  const id = await page.id('hi');
  await page.id('hi', 'yes', 'go');
  expect(await page.id('hello', 'yes', 'go')).not.toBe(id);
  expect(page.recalls).toHaveLength(1);
});

each('system prompts tell nothing', async (page) => {
  const id = await page.id('s: It is nine.', 'hi');
  expect(await page.id('s: It is ten.', 'hi', 'yes', 'go')).toBe(id);
});

each('one that an earlier load of the page knows is recalled by its longest mark', async (page, adapter) => {
  const { mark: short } = await page.found(page.request('hi'));
  const { mark: long } = await page.found(page.request('hi', 'yes', 'go'));
  const next = page.request('hi', 'yes', 'go', 'done', 'more');
  const { mark } = await page.found(next);
  const after = new Page(adapter);
  Object.assign(after.known, { [short]: 'short', [long]: 'long' });
  const found = await Promise.all([after.found(next), after.found(next)]);
  expect(found.map(({ conversation }) => conversation.id)).toEqual(['long', 'long']);
  expect(found[0]?.conversation).toBe(found[1]?.conversation);
  expect(after.recalls[0]?.[0]).toBe(mark);
  expect(await after.id('hi', 'yes', 'go', 'done', 'more', 'well', 'on')).toBe('long');
  expect(after.recalls).toHaveLength(2);
});

each(
  'a history that nobody knows begins a conversation, and the background hears how far it has come',
  async (page) => {
    const { conversation, mark } = await page.found(page.request('hi', 'yes', 'go'));
    expect(conversation.id).toMatch(/^load-/);
    expect(page.reached).toEqual([[conversation.id, mark]]);
  },
);

each('of a long history the background is asked for no more than its newest hundred beginnings', async (page) => {
  const said = Array.from({ length: 301 }, (_, at) => `text ${at}`);
  const { mark } = await page.found(page.request(...said));
  expect([page.recalls[0]?.length, page.recalls[0]?.[0]]).toEqual([100, mark]);
});

/** What is left of a history: a task, and in answer to it a call with its result. */
const LEFT: Record<string, (path: string) => JsonObject> = {
  'openai-chat': (path) => ({
    messages: [
      { role: 'user', content: 'task' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'text' },
    ],
  }),
  'openai-responses': (path) => ({
    input: [
      { role: 'user', content: 'task' },
      { type: 'function_call', call_id: 'c', name: 'read', arguments: JSON.stringify({ path }) },
      { type: 'function_call_output', call_id: 'c', output: 'text' },
    ],
  }),
  anthropic: (path) => ({
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'task' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: { path } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'text' }] },
    ],
  }),
};

each('a history that lost its beginning is known by a call in it, with its arguments', async (page, adapter) => {
  const begun = page.request('hello', 'yes', 'task');
  const found = await page.found(begun);
  page.answered(found, begun, { id: 'c', tool: 'read', args: { path: '/a' } });
  const left = (path: string) => page.taken({ model: 'm', ...LEFT[adapter.protocol]?.(path) });
  expect((await page.found(left('/b'))).conversation).not.toBe(found.conversation);
  expect((await page.found(left('/a'))).conversation).toBe(found.conversation);
});

each('a call that two conversations made behind the same words tells neither', async (page, adapter) => {
  const both = [page.request('one', 'yes', 'task'), page.request('two', 'yes', 'task')];
  const ids: string[] = [];
  for (const begun of both) {
    const found = await page.found(begun);
    page.answered(found, begun, { id: 'c', tool: 'read', args: { path: '/a' } });
    ids.push(found.conversation.id);
  }
  const { conversation } = await page.found(page.taken({ model: 'm', ...LEFT[adapter.protocol]?.('/a') }));
  expect(ids).not.toContain(conversation.id);
});

for (const adapter of modelAdapters)
  test(`an id that the site says where to find comes before the history: ${adapter.protocol}`, async () => {
    const page = new Page(adapter, 'chat ([0-9]+)');
    const ids = [await page.id('chat 1'), await page.id('chat 2'), await page.id('chat 1', 'yes', 'go')];
    expect(ids).toEqual(['1', '2', '1']);
    expect(await page.id('chat 1')).toBe('1');
    expect(page.recalls).toEqual([['id:1'], ['id:2']]);
  });
