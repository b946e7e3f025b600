/**
 * The same tools in the modern era of MCP (2026-07-28): no sessions, every request on its own.
 * Runs on the server. The filesystem server speaks the older era only, so one process of it is asked on everybody's behalf.
 */
import { Client, type Tool } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server';
import { WORKSHOP, workshopTools } from '../tools/workshop.ts';
import { filesystemCommand } from './filesystem.ts';
import type { SessionEndpoint } from './sessions.ts';

export function modernWorkshop(folder: string): SessionEndpoint {
  const handler = createMcpHandler(() => {
    const server = new McpServer(WORKSHOP);
    for (const tool of workshopTools) {
      const { title, description, input, destructive } = tool;
      const config = { title, description, inputSchema: input, annotations: { destructiveHint: destructive } };
      server.registerTool(tool.name, config, async (args: unknown) => ({
        content: [{ type: 'text', text: await tool.run(folder, args) }],
      }));
    }
    return server;
  });
  return { handle: (request) => handler.fetch(request), close: () => handler.close() };
}

export function modernFilesystem(folder: string): SessionEndpoint {
  let behind: Promise<{ client: Client; tools: Tool[] }> | undefined;
  const connect = async () => {
    const client = new Client({ name: 'interlock-console', version: '1.0.0' });
    await client.connect(new StdioClientTransport(filesystemCommand(folder)));
    return { client, tools: (await client.listTools()).tools };
  };
  const handler = createMcpHandler(async () => {
    behind ??= connect();
    const { client, tools } = await behind;
    const server = new Server({ name: 'filesystem', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
      client.callTool({ name: params.name, arguments: params.arguments ?? {} }, { signal: mcpReq.signal }),
    );
    return server;
  });
  return {
    handle: (request) => handler.fetch(request),
    close: async () => {
      await handler.close();
      await (await behind)?.client.close();
    },
  };
}
