/** Builds the page once and serves it on loopback. Runs in Node. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

export interface ModelPage extends AsyncDisposable {
  readonly url: string;
}

export async function serveModelPage(): Promise<ModelPage> {
  const script = await bundled();
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

async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'main.ts'), formats: ['iife'], name: 'page' },
    },
  });
  const [output] = (Array.isArray(made) ? made : [made]) as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('The page was not built.');
  return chunk.code;
}
