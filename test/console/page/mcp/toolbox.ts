/** All tools of all connected servers under their names. Runs in the page. */
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { ToolSpec } from '../../conversation.ts';
import { connectLegacy } from './legacy-client.ts';
import { connectModern } from './modern-client.ts';
import type { CallOptions, CallOutcome, ToolServer } from './tool-server.ts';

export type Era = 'legacy' | 'modern';
export type ServerName = 'filesystem' | 'workshop';
export const SERVERS: readonly ServerName[] = ['filesystem', 'workshop'];

export interface Toolbox {
  readonly tools: readonly ToolSpec[];
  /** Never throws: what went wrong becomes an error the model can read. */
  call(tool: string, args: JsonObject, options: CallOptions): Promise<CallOutcome>;
}

/** @param base address of the console's server; with `?listen` the servers' own streams are opened, too */
export function connect(name: ServerName, era: Era, base: string): Promise<ToolServer> {
  const listen = new URL(base).searchParams.has('listen') ? '?listen' : '';
  switch (era) {
    case 'legacy':
      return connectLegacy(new URL(`/mcp/${name}${listen}`, base));
    case 'modern':
      return connectModern(new URL(`/modern/${name}`, base));
  }
}

export function toolbox(servers: readonly ToolServer[]): Toolbox {
  const owners = new Map<string, ToolServer>();
  for (const server of servers) for (const { name } of server.tools) if (!owners.has(name)) owners.set(name, server);
  return {
    tools: servers.flatMap((server) => server.tools.filter(({ name }) => owners.get(name) === server)),
    async call(tool, args, options) {
      const owner = owners.get(tool);
      if (owner === undefined) return { text: `There is no tool "${tool}".`, isError: true };
      try {
        return await owner.call(tool, args, options);
      } catch (error) {
        return { text: error instanceof Error ? error.message : String(error), isError: true };
      }
    },
  };
}
