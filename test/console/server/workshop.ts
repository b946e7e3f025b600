/** The console's own tools as an MCP server of the 2025 era, one server a session. Runs on the server. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WORKSHOP, workshopTools } from '../tools/workshop.ts';
import type { Attach } from './sessions.ts';

export function workshopServer(folder: string): Attach {
  return async (http) => {
    const server = new McpServer(WORKSHOP);
    for (const tool of workshopTools) {
      const { title, description, input, destructive } = tool;
      const config = { title, description, inputSchema: input.shape, annotations: { destructiveHint: destructive } };
      // A thrown error becomes a result with `isError`: the model is to read it.
      server.registerTool(tool.name, config, async (args: unknown) => ({
        content: [{ type: 'text', text: await tool.run(folder, args) }],
      }));
    }
    await server.connect(http);
    return () => server.close();
  };
}
