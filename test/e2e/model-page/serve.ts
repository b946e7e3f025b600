/** Builds the page once and serves it on loopback. Runs in Node. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundled } from '../../support/bundled.ts';

export interface ModelPage extends AsyncDisposable {
  readonly url: string;
}

export async function serveModelPage(): Promise<ModelPage> {
  const script = await bundled(new URL('./main.ts', import.meta.url), 'page');
  const html = '<!doctype html><title>page</title><script src="/main.js"></script>';
  const server = createServer((request, response) => {
    const asked = request.url === '/main.js';
    response.setHeader('content-type', asked ? 'text/javascript' : 'text/html');
    response.end(asked ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
