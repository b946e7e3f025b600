/**
 * Responses that the server keeps, where several of them stand behind the one that the page knows: fetched, deleted and cancelled by
 * the official client.
 */
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { stored } from '../../../engine/wire/openai-responses/stored.ts';
import { calls, eventsOf, responseOf, says } from '../../model-server/openai-responses.ts';
import { eventStream, type Rig, rig } from '../rig.ts';

const BASE = 'http://localhost:4000/v1';
const FIRST = { id: 'resp_1', output: [says('m1', 'I write. '), calls('c1', 'write', { path: '/a' })] };
const SECOND = { id: 'resp_2', output: [says('m2', 'Then I read. '), calls('c2', 'read', { path: '/a' })] };
const FIELDS = { fields: { previous_response_id: 'resp_0' } };

/** A server that keeps what it answered, and what it was asked for by id. */
function server(answers: readonly { readonly id: string; readonly output: readonly JsonObject[] }[] = [FIRST, SECOND]) {
  const kept = new Map(answers.map((answer) => [answer.id, { ...answer, ...FIELDS }]));
  const script = [...kept.values()];
  const asked: string[] = [];
  const failing = new Map<string, number>();
  const serve = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (request.method === 'POST' && pathname.endsWith('/responses')) {
      const answer = script.shift();
      if (answer === undefined) return new Response('over', { status: 400 });
      const body = (await request.json()) as { readonly stream?: boolean };
      return body.stream === true ? events(answer) : Response.json(responseOf(answer));
    }
    const id = pathname.split('/')[3] ?? '';
    asked.push(`${request.method} ${pathname.slice('/v1/responses/'.length)}${search}`);
    const fault = failing.get(id);
    if (fault !== undefined) return Response.json({ error: { message: `${id} fails` } }, { status: fault });
    const answer = kept.get(id);
    if (answer === undefined) return Response.json({ error: { message: `no ${id}` } }, { status: 404 });
    if (request.method === 'DELETE') {
      kept.delete(id);
      return Response.json({ id, object: 'response', deleted: true });
    }
    return search.includes('stream=true') ? events(answer) : Response.json(responseOf(answer));
  };
  return { serve, kept, asked, failing };
}

const events = (answer: Parameters<typeof eventsOf>[0]): Response =>
  new Response(eventsOf(answer).join(''), { headers: { 'content-type': 'text/event-stream' } });

function clientOf(page: Rig): OpenAI {
  return new OpenAI({ apiKey: 'k', baseURL: BASE, fetch: page.fetch, maxRetries: 0, dangerouslyAllowBrowser: true });
}

/** A page that was shown the two as one: the write was refused. */
async function spliced(stream = false) {
  const model = server();
  const page = rig(model.serve);
  page.background.decide = ({ tool }) => (tool === 'write' ? { deny: 'No.' } : 'allow');
  const client = clientOf(page);
  const body = { model: 'm', input: 'go', previous_response_id: 'resp_0' };
  const shown = stream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body);
  return { ...model, page, client, shown };
}

for (const stream of [false, true]) {
  test(`a response that is made of several is fetched as the page was shown it: ${stream ? 'streaming' : 'JSON'}`, async () => {
    const { client, shown, asked } = await spliced(stream);
    const { id, output_text, usage, status, previous_response_id, output } = await client.responses.retrieve(shown.id);
    expect({ id, output_text, usage, status, previous_response_id }).toEqual({
      id: 'resp_1',
      output_text: 'I write. Then I read. ',
      usage: shown.usage,
      status: 'completed',
      previous_response_id: 'resp_0',
    });
    expect(output).toEqual(
      JSON.parse(JSON.stringify(shown.output, (key, value) => (key.startsWith('parsed') ? undefined : value))),
    );
    expect(asked).toEqual(['GET resp_1', 'GET resp_2']);
  });
}

test('a response that is made of several is streamed again as one', async () => {
  const { client, shown } = await spliced(true);
  const types: string[] = [];
  let end: OpenAI.Responses.Response | null = null;
  for await (const event of await client.responses.retrieve(shown.id, { stream: true })) {
    types.push(event.type);
    if (event.type === 'response.completed') end = event.response;
  }
  expect(types.filter((type) => type === 'response.created')).toHaveLength(1);
  expect(types.at(-1)).toBe('response.completed');
  expect(end).toMatchObject({
    id: 'resp_1',
    usage: shown.usage,
    output: [{ id: 'm1' }, { id: 'm2' }, { call_id: 'c2' }],
  });
});

test('every part is asked for in the way the page asks for the whole', async () => {
  const { client, page, asked } = await spliced();
  await client.responses.retrieve('resp_1', { include: ['file_search_call.results'] }, { headers: { 'x-own': 'yes' } });
  expect(asked.map((one) => decodeURIComponent(one.split('?')[1] ?? ''))).toEqual(
    Array(2).fill('include[]=file_search_call.results'),
  );
  const [first, second] = page.sent.slice(-2).map(({ headers }) => Object.fromEntries(headers));
  expect(second).toEqual(first);
});

test('a request that is an object itself is followed by its like', async () => {
  const { page, asked } = await spliced();
  const request = new Request(`${BASE}/responses/resp_1`, { headers: { authorization: 'Bearer k' } });
  expect(await (await page.fetch(request)).text()).toContain('Then I read.');
  expect(asked).toEqual(['GET resp_1', 'GET resp_2']);
  expect(page.sent.at(-1)?.headers.get('authorization')).toBe('Bearer k');
});

test('headers that can be walked through once are left for fetch, and its answer is guarded', async () => {
  const { serve } = server();
  const page = rig(serve);
  const headers = [['authorization', 'Bearer k']][Symbol.iterator]() as unknown as HeadersInit;
  const text = await (await page.fetch(`${BASE}/responses/resp_1`, { headers })).text();
  expect([text.includes('I write.'), text.includes('/a')]).toEqual([true, false]);
  expect(page.sent[0]?.headers.get('authorization')).toBe('Bearer k');
});

test('after a reload a response is still fetched in all its parts, less calls that this page was not handed', async () => {
  const { serve, page: before } = await spliced();
  const page = rig(serve, { load: 'reload' });
  for (const [mark, id] of before.background.marks) page.background.marks.set(mark, id);
  for (const [thread, values] of before.background.kept) page.background.kept.set(thread, values);
  const { output_text, output } = await clientOf(page).responses.retrieve('resp_1');
  expect(output_text).toBe('I write. Then I read. ');
  expect(output.map(({ type }) => type)).toEqual(['message', 'message']);
});

test('a part that is not to be had fails the whole, with what the server says', async () => {
  const { client, failing } = await spliced();
  failing.set('resp_2', 503);
  await expect(client.responses.retrieve('resp_1')).rejects.toMatchObject({ status: 503, message: '503 resp_2 fails' });
});

test('a stream fails where a part of it is not to be had', async () => {
  const { client, failing } = await spliced(true);
  failing.set('resp_2', 503);
  const reading = (async () => {
    for await (const _ of await client.responses.retrieve('resp_1', { stream: true }));
  })();
  await expect(reading).rejects.toThrow('could not be fetched');
});

test('a response that is made of several is deleted with all of them, the one that the page knows at last', async () => {
  const { client, asked, kept } = await spliced();
  await client.responses.delete('resp_1');
  expect(asked).toEqual(['DELETE resp_2', 'DELETE resp_1']);
  expect([...kept.keys()]).toEqual([]);
});

test('a deletion that failed on the way can be made again', async () => {
  const { client, failing, kept } = await spliced();
  failing.set('resp_1', 500);
  await expect(client.responses.delete('resp_1')).rejects.toMatchObject({ status: 500 });
  expect([...kept.keys()]).toEqual(['resp_1']);
  failing.clear();
  await client.responses.delete('resp_1');
  expect([...kept.keys()]).toEqual([]);
});

test('what fails to be deleted leaves what the page knows', async () => {
  const { client, failing, kept } = await spliced();
  failing.set('resp_2', 500);
  await expect(client.responses.delete('resp_1')).rejects.toMatchObject({ status: 500, message: '500 resp_2 fails' });
  expect(kept.has('resp_1')).toBe(true);
});

test('a response that nothing was done to is fetched and deleted alone', async () => {
  const { serve, asked } = server([SECOND]);
  const page = rig(serve);
  const client = clientOf(page);
  await client.responses.create({ model: 'm', input: 'go' });
  await client.responses.retrieve('resp_2');
  await client.responses.delete('resp_2');
  expect(asked).toEqual(['GET resp_2', 'DELETE resp_2']);
});

test('a call in a response that is cancelled is left out when nobody decided on it', async () => {
  const { serve, asked } = server();
  const cancelled = await clientOf(rig(serve)).responses.cancel('resp_1');
  expect(cancelled.output.map(({ type }) => type)).toEqual(['message']);
  expect(asked).toEqual(['POST resp_1/cancel']);
});

test('a call in a response that is cancelled is left out though the request has a body', async () => {
  const page = rig(server().serve);
  for (const body of ['', '{}', new Blob(['{}'])]) {
    const response = await page.fetch(`${BASE}/responses/resp_1/cancel`, { method: 'POST', body });
    expect((await response.json()).output).toMatchObject([{ type: 'message' }]);
  }
});

test('a page that stops reading while a part is on its way has that part given up', async () => {
  const part = eventStream();
  const going = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const { serve, page: before } = await spliced(true);
  const page = rig((request) => {
    if (!request.url.includes('/resp_2')) return serve(request);
    going.resolve();
    return answer.promise;
  });
  for (const [mark, id] of before.background.marks) page.background.marks.set(mark, id);
  for (const [thread, values] of before.background.kept) page.background.kept.set(thread, values);
  const reader = (await page.fetch(`${BASE}/responses/resp_1?stream=true`)).body?.getReader();
  const reading = (async () => {
    while ((await reader?.read())?.done === false);
  })();
  await going.promise;
  await reader?.cancel('enough');
  await reading;
  answer.resolve(part.response);
  await part.cancelled;
});

test('the addresses of responses are told from those of everything else', () => {
  expect(stored('/v1/responses/resp_1')).toMatchObject({ id: 'resp_1', cancels: false });
  expect(stored('/openai/v1/responses/resp_1/cancel')).toMatchObject({ id: 'resp_1', cancels: true });
  expect(stored('/v1/responses/resp_1/')?.pathOf('resp_2')).toBe('/v1/responses/resp_2/');
  expect(
    ['/v1/responses', '/v1/responses/', '/v1/responses/resp_1/input_items', '/v1/other/resp_1'].map(stored),
  ).toEqual(Array(4).fill(null));
});
