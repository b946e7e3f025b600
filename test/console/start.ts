/**
 * The local agent console: a page with a model and real tools on a scratch folder, on loopback only.
 * Runs in Node. `npm start` and the browser tests use it; it is no part of what users install.
 */

import { openScratch } from './scratch.ts';
import { listen } from './server/listen.ts';
import type { ModelEnv } from './server/model-env.ts';
import { pageFiles } from './server/page-files.ts';
import { routes } from './server/routes.ts';

export interface ConsoleOptions {
  /** Work on this folder instead of a fresh temporary one. It is kept. */
  readonly scratch?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Where keys of real models are looked for. Default: none, so that tests never call out. */
  readonly env?: ModelEnv;
}

export interface Console {
  /** Address of the page, without a slash at the end. */
  readonly url: string;
  /** The folder the tools work on, absolute. */
  readonly scratch: string;
  /** Puts the sample files back. */
  reset(): Promise<void>;
  /** Stops server and tools; removes a temporary scratch folder. */
  close(): Promise<void>;
}

export async function startConsole(options: ConsoleOptions = {}): Promise<Console> {
  const page = await pageFiles();
  const scratch = await openScratch(options.scratch);
  const table = routes(page, scratch, options.env ?? {});
  const server = await listen(table.handle, options.port ?? 0);
  return {
    url: server.url,
    scratch: scratch.folder,
    reset: scratch.reset,
    close: async () => {
      await server.close();
      await table.close();
      await scratch.dispose();
    },
  };
}
