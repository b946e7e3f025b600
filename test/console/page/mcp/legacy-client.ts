/** Connects with the official SDK 1.x: MCP of the 2025 era, with sessions. Runs in the page. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { QUIET_MS, resultText, TOTAL_MS, type ToolServer } from './tool-server.ts';
import { toSpecs } from './tool-specs.ts';

export async function connectLegacy(url: URL): Promise<ToolServer> {
  const client = new Client({ name: 'agent-console', version: '1.0.0' });
  // The transport's optional members are declared without `undefined`, the interface's with it.
  await client.connect(new StreamableHTTPClientTransport(url) as Parameters<Client['connect']>[0]);
  const { tools } = await client.listTools();
  return {
    tools: toSpecs(tools),
    async call(tool, args, { signal, onProgress }) {
      const result = await client.callTool({ name: tool, arguments: { ...args } }, CallToolResultSchema, {
        signal,
        onprogress: ({ message }) => onProgress(message),
        resetTimeoutOnProgress: true,
        timeout: QUIET_MS,
        maxTotalTimeout: TOTAL_MS,
      });
      const { content, isError } = CallToolResultSchema.parse(result);
      return { text: resultText(content), isError: isError === true };
    },
  };
}
