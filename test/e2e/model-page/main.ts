/** A page that talks to a model itself, with the official clients, and runs its tools on files that it keeps in memory. */
import type { Came, Ran, Tools } from '../../model-clients/client.ts';
import { VARIANTS } from '../../model-clients/variants.ts';
import { sending, type Way } from './sends.ts';

/** What a client works on; `way` is how it passes its requests to `fetch`. */
export interface Task {
  readonly prompt?: string;
  readonly history?: readonly unknown[];
  readonly way?: Way;
}

/** What a task came to, or the error it ended with. */
export interface Told extends Came {
  readonly error: string | null;
}

declare global {
  interface Window {
    /** Lets the client of that name work on a task with the model at `origin`. */
    talk(name: string, origin: string, task: Task): Promise<Told>;
    /** Gives up the task that is running. */
    stop(): void;
    readonly ran: Ran[];
    readonly files: Record<string, string>;
  }
}

const files: Record<string, string> = {};
const pathOf = (args: Record<string, unknown>): string => String(args['path']);

const tools: Tools = {
  read_file: (args) => files[pathOf(args)] ?? JSON.stringify({ error: `${pathOf(args)}: no such file` }),
  write_file: (args) => {
    files[pathOf(args)] = String(args['content']);
    return 'written';
  },
  delete_file: (args) => {
    delete files[pathOf(args)];
    return 'deleted';
  },
};

const ran: Ran[] = [];
let controller = new AbortController();

Object.assign(window, {
  ran,
  files,
  stop: () => controller.abort(),
  async talk(name: string, origin: string, { prompt = 'go', history = [], way = 'plain' }: Task): Promise<Told> {
    const client = VARIANTS.find((variant) => variant.name === name)?.client;
    if (client === undefined) throw new Error(`There is no client "${name}".`);
    controller = new AbortController();
    try {
      const fetch = sending(way);
      const { signal } = controller;
      return { ...(await client({ fetch, origin, prompt, tools, ran, history, signal })), error: null };
    } catch (error) {
      return { text: '', history: [], error: String(error) };
    }
  },
});
