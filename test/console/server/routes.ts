/** Every address of the console's server, in one table. Runs on the server. */
import type { ConsoleInfo } from '../conversation.ts';
import { PROTOCOL_NAMES, PROTOCOLS } from '../protocols/protocol.ts';
import type { Scratch } from '../scratch.ts';
import { filesystemBridge } from './filesystem.ts';
import type { Handler } from './listen.ts';
import { modelEndpoint } from './model/endpoint.ts';
import type { ModelEnv } from './model-env.ts';
import { answerTurn, realModels } from './models.ts';
import { modernFilesystem, modernWorkshop } from './modern.ts';
import type { PageFiles } from './page-files.ts';
import { sessionEndpoint } from './sessions.ts';
import { workshopServer } from './workshop.ts';

export interface Routes {
  readonly handle: Handler;
  close(): Promise<void>;
}

export function routes(page: PageFiles, scratch: Scratch, env: ModelEnv): Routes {
  const models = realModels(env);
  const endpoints = new Map([
    ['/mcp/filesystem', sessionEndpoint(filesystemBridge(scratch.folder))],
    ['/mcp/workshop', sessionEndpoint(workshopServer(scratch.folder))],
    ['/modern/filesystem', modernFilesystem(scratch.folder)],
    ['/modern/workshop', modernWorkshop(scratch.folder)],
  ]);
  const info: ConsoleInfo = { scratch: scratch.folder, models: models.map(({ id, label }) => ({ id, label })) };
  const api = new Map<string, Handler>([
    ['GET /api/info', async () => Response.json(info)],
    ['GET /api/files', async () => Response.json(await scratch.files())],
    ['POST /api/reset', async () => scratch.reset().then(() => new Response(null, { status: 204 }))],
    ['POST /api/model', (request) => answerTurn(models, request)],
    ...PROTOCOL_NAMES.map((name): [string, Handler] => [
      `POST /model/v1/${PROTOCOLS[name].path}`,
      modelEndpoint(name, env),
    ]),
  ]);

  return {
    handle: async (request) => {
      const { pathname } = new URL(request.url);
      const endpoint = endpoints.get(pathname);
      if (endpoint !== undefined) return endpoint.handle(request);
      const route = api.get(`${request.method} ${pathname}`);
      if (route !== undefined) return route(request);
      const file = request.method === 'GET' ? page.get(pathname) : undefined;
      return file === undefined
        ? new Response('Not found', { status: 404 })
        : new Response(file.body, { headers: file.headers });
    },
    close: async () => {
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
    },
  };
}
