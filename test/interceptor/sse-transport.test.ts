/** HTTP+SSE (2024-11-05) with the real transports of the v1 SDK, over a real socket. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rig, rig } from './rig.ts';

const network = globalThis.fetch;
const ran: string[] = [];
const transports = new Map<string, SSEServerTransport>();

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    await transports.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
    return;
  }
  const transport = new SSEServerTransport('/messages', response);
  transports.set(transport.sessionId, transport);
  const tools = new McpServer({ name: 'old', version: '1' });
  tools.registerTool('remove', {}, () => {
    ran.push('remove');
    return { content: [{ type: 'text', text: 'removed' }] };
  });
  await tools.connect(transport);
});

let page: Rig;
const client = new Client({ name: 'client', version: '1' });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  page = rig((request) => network(request));
  await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`), { fetch: page.fetch as never }));
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a call over HTTP+SSE that is denied is a tool error with the reason', async () => {
  page.background.decide = () => ({ deny: 'Read first.' });
  expect(await client.callTool({ name: 'remove' })).toMatchObject({
    isError: true,
    content: [{ text: 'Read first.' }],
  });
  expect(ran).toEqual([]);
});

test('a call over HTTP+SSE that is allowed settles by the event stream', async () => {
  page.background.decide = () => 'allow';
  page.background.reminders = ['Rest.'];
  expect(await client.callTool({ name: 'remove' })).toMatchObject({
    content: [{ text: 'removed' }, { text: 'Rest.' }],
  });
  expect(page.background.of('settle')).toMatchObject([{ status: 'success', content: 'removed' }]);
  expect(ran).toEqual(['remove']);
});
