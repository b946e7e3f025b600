/** What only the Responses API has, with the official client, a strict server, and the interceptor in between. */
import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../engine/tool-call.ts';
import { listField } from '../../../engine/wire/json.ts';
import { calls, ResponsesServer, says } from '../../model-server/openai-responses.ts';
import { type ModelServer, startModelServer } from '../../model-server/server.ts';
import { type Rig, rig } from '../rig.ts';

type Response = OpenAI.Responses.Response;
type Input = OpenAI.Responses.ResponseInputItem[];

interface Scene {
  readonly page: Rig;
  readonly server: ModelServer;
  ask(input: Input, more?: { conversation?: string; previous_response_id?: string }): Promise<Response>;
}

const START: Input = [{ role: 'user', content: 'Tidy up.' }];
const thought = (id: string): JsonObject => ({ type: 'reasoning', id, summary: [], encrypted_content: `gAAA-${id}` });
const output = (call_id: string): Input[number] => ({ type: 'function_call_output', call_id, output: 'done' });
const read = calls('r', 'read', { path: '/a' });
const write = calls('w', 'write', { path: '/a' });

let open: ModelServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** A page whose calls of `write` and `sql` are refused; each answer of the model has these items. */
async function scene(stream: boolean, ...answers: readonly (readonly JsonObject[])[]): Promise<Scene> {
  const memory = new ResponsesServer();
  const script = answers.map((items, at) => memory.answer({ id: `resp_${at + 1}`, output: items }));
  const server = await startModelServer(memory.protocol, script);
  open = server;
  const page = rig((request) => fetch(request));
  page.background.decide = ({ tool }) => (tool === 'read' ? 'allow' : { deny: 'Read /a first.' });
  const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0, fetch: page.fetch });
  return {
    page,
    server,
    ask: async (input, more = {}) => {
      const body = { model: 'm', input, ...more };
      return stream ? client.responses.stream(body).finalResponse() : client.responses.create(body);
    },
  };
}

const sent = ({ server }: Scene, index: number): readonly JsonObject[] =>
  listField(server.requests[index]?.body, 'input') as readonly JsonObject[];
const kinds = (items: readonly object[]) => items.map((item) => ('type' in item ? item.type : 'message'));
const callIds = (items: readonly object[]) => items.flatMap((item) => ('call_id' in item ? [item.call_id] : []));

for (const stream of [true, false]) {
  const form = stream ? 'streaming' : 'JSON';

  test(`a call of a named conversation that is refused alone is answered in the same turn: ${form}`, async () => {
    const at = await scene(stream, [write], [says('msg_1', 'Then not.')]);
    const response = await at.ask(START, { conversation: 'conv_1' });
    expect([response.id, response.output_text]).toEqual(['resp_1', 'Then not.']);
    expect(sent(at, 1)).toEqual([{ type: 'function_call_output', call_id: 'w', output: 'Read /a first.' }]);
  });

  test(`a call that a named conversation holds is answered with the page's next request: ${form}`, async () => {
    const at = await scene(stream, [write, read], [says('msg_1', 'Done.')]);
    expect(callIds((await at.ask(START, { conversation: 'conv_1' })).output)).toEqual(['r']);
    expect((await at.ask([output('r')], { conversation: 'conv_1' })).output_text).toBe('Done.');
    expect(callIds(sent(at, 1)).toSorted()).toEqual(['r', 'w']);
  });

  test(`a chain goes on from the true answer, whatever the page was shown: ${form}`, async () => {
    const at = await scene(stream, [write], [says('msg_1', 'Then not.')], [says('msg_2', 'Yes?')]);
    const { id } = await at.ask(START);
    await at.ask([{ role: 'user', content: 'And?' }], { previous_response_id: id });
    expect(at.server.requests.map(({ body }) => body['previous_response_id'])).toEqual([
      undefined,
      undefined,
      'resp_2',
    ]);
  });

  test(`reasoning goes back with the call that it led to: ${form}`, async () => {
    const at = await scene(stream, [thought('rs_1'), write, thought('rs_2'), read], [says('msg_1', 'Done.')]);
    const { output: shown } = await at.ask(START);
    expect(kinds(shown)).toEqual(['reasoning', 'reasoning', 'function_call']);
    // The client adds what it parsed to calls; the API does not take that back.
    const own = shown.map((item) => (item.type === 'function_call' ? read : item)) as Input;
    expect((await at.ask([...START, ...own, output('r')])).output_text).toBe('Done.');
    expect(sent(at, 1).slice(1, 5)).toEqual([thought('rs_1'), write, thought('rs_2'), read]);
  });

  test(`a free-text tool that is refused gets its own kind of output: ${form}`, async () => {
    const sql: JsonObject = { type: 'custom_tool_call', id: 'ctc_1', call_id: 's', name: 'sql', input: 'DROP TABLE t' };
    const at = await scene(stream, [sql], [says('msg_1', 'Then not.')]);
    expect((await at.ask(START)).output_text).toBe('Then not.');
    expect(at.page.background.of('gate')).toMatchObject([{ tool: 'sql', args: 'DROP TABLE t' }]);
    expect(sent(at, 1).at(-1)).toEqual({ type: 'custom_tool_call_output', call_id: 's', output: 'Read /a first.' });
  });
}

test('the page sees a hosted call as it happens, and nobody is asked about it', async () => {
  const hosted: JsonObject = {
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 'ops',
    name: 'write',
    arguments: '{}',
    output: 'done',
    status: 'completed',
  };
  const at = await scene(true, [hosted, says('msg_1', 'Done.')]);
  expect(kinds((await at.ask(START)).output)).toEqual(['mcp_call', 'message']);
  expect(at.page.background.of('gate')).toEqual([]);
});
