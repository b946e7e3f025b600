/** Connects with the official SDK 2.x: MCP of 2026-07-28, without sessions. Runs in the page. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { QUIET_MS, resultText, TOTAL_MS, type ToolServer } from './tool-server.ts';
import { toSpecs } from './tool-specs.ts';

export async function connectModern(url: URL): Promise<ToolServer> {
  const client = new Client(
    { name: 'agent-console', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  const { tools } = await client.listTools();
  return {
    tools: toSpecs(tools),
    async call(tool, args, { signal, onProgress }) {
      const { content, isError } = await client.callTool(
        { name: tool, arguments: { ...args } },
        {
          signal,
          onprogress: ({ message }) => onProgress(message),
          resetTimeoutOnProgress: true,
          timeout: QUIET_MS,
          maxTotalTimeout: TOTAL_MS,
        },
      );
      return { text: resultText(content), isError: isError === true };
    },
  };
}
