/** Responses that are fetched by their id. */
import { expect, test } from 'vitest';
import { calls, eventsOf, responseOf, says } from '../../model-server/openai-responses.ts';
import { rig } from '../rig.ts';

const answer = { id: 'resp_1', output: [says('m1', 'Hi.'), calls('c1', 'write', { path: '/a' })] };
const json = () => Response.json(responseOf(answer));
const stream = () => new Response(eventsOf(answer).join(''), { headers: { 'content-type': 'text/event-stream' } });
const post = (more: object = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ model: 'm', input: 'go', ...more }),
  headers: { 'content-type': 'application/json' },
});
const CREATE = 'http://localhost:4000/v1/responses';

test('a response is made in the foreground, whatever the page asks for', async () => {
  const page = rig(json);
  await (await page.fetch(CREATE, post({ background: true, store: true }))).text();
  expect(page.bodies().map((body) => JSON.parse(body))).toEqual([{ model: 'm', input: 'go', store: true }]);
});

for (const [form, serve] of [
  ['JSON', json],
  ['a stream', stream],
] as const) {
  test(`a call in a response that is fetched by its id is left out when nobody decided on it: ${form}`, async () => {
    const page = rig(serve);
    const text = await (await page.fetch(`${CREATE}/resp_1`)).text();
    expect(text).toContain('Hi.');
    expect(text).not.toContain('/a');
    expect(page.background.of('gate')).toEqual([]);
  });

  test(`a call that was let through can be read again: ${form}`, async () => {
    const page = rig(serve);
    await (await page.fetch(CREATE, post({ stream: serve === stream }))).text();
    expect(await (await page.fetch(`${CREATE}/resp_1`)).text()).toContain('write');
    expect(page.background.of('gate')).toHaveLength(1);
  });
}

test('what is under a response passes as it is', async () => {
  const page = rig(() => Response.json({ object: 'list', data: [] }));
  expect(await (await page.fetch(`${CREATE}/resp_1/input_items`)).json()).toEqual({ object: 'list', data: [] });
});
