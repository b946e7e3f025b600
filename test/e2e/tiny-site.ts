/**
 * A page that carries tool calls to a server of a few lines, under any host name that means this machine: for tests of sites
 * that a person adds.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface TinySite extends AsyncDisposable {
  readonly port: number;
  /** Tools that were called, in order. */
  readonly called: string[];
}

const PAGE = `<!doctype html><title>Tiny site</title><script>
let id = 0;
window.callTool = async (name, args) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params: { name, arguments: args } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch('/mcp', { method: 'POST', headers, body });
  return (await response.json()).result;
};
</script>`;

interface Call {
  readonly id: number;
  readonly params: { readonly name: string };
}

export async function startTinySite(): Promise<TinySite> {
  const called: string[] = [];
  const answer = async (message: unknown, response: ServerResponse): Promise<void> => {
    const { id, params } = message as Call;
    called.push(params.name);
    const result = { content: [{ type: 'text', text: 'done' }], isError: false };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST') json(request).then((message) => answer(message, response));
    else response.setHeader('content-type', 'text/html').end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    called,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
