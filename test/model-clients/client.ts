/**
 * The official clients, each with its own way to run tools, behind one shape. They run in a page as well as in Node.
 */

/** What a tool of the page gives back; thrown errors are told to the model as the client does it. */
export type Tools = Readonly<Record<string, (args: Record<string, unknown>) => string | Promise<string>>>;

/** One tool that ran in the page. */
export interface Ran {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** One task of a person, and with what it is worked on. */
export interface Talk {
  readonly fetch: typeof globalThis.fetch;
  /** Where the model is, without a path. */
  readonly origin: string;
  readonly prompt: string;
  readonly tools: Tools;
  /** Told of every tool that runs. */
  readonly ran: Ran[];
  /** Continues an earlier conversation. */
  readonly history?: readonly unknown[];
  readonly signal?: AbortSignal;
  /** How often the client makes a request again that failed; by itself it would do so twice. Default 0. */
  readonly retries?: number;
}

/** What a conversation of the page came to. */
export interface Came {
  /** The last answer's text, as the client gives it. */
  readonly text: string;
  /** The whole conversation as the page would send it back; opaque. */
  readonly history: readonly unknown[];
}

/** Lets the official client talk until the model asks for no more tools. */
export type Client = (talk: Talk) => Promise<Came>;

/** The tool as the client runs it, on the record. Tools that there are not are known to the client all the same. */
export function running({ tools, ran }: Talk, tool: string): (args: unknown) => Promise<string> {
  return async (args) => {
    const given = (typeof args === 'string' ? JSON.parse(args === '' ? '{}' : args) : args) as Record<string, unknown>;
    ran.push({ tool, args: given });
    return (tools[tool] ?? (() => `${tool} done`))(given);
  };
}
