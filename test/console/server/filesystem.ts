/**
 * The npm filesystem MCP server behind Streamable HTTP: one child process a session, its messages carried over unchanged.
 * Runs on the server.
 */
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Attach } from './sessions.ts';

/** Bytes of one message of the server. It sends a file's text twice, and JSON may write a byte as six. */
const LONGEST_MESSAGE = 64 * 1024 * 1024;

/** How to start the filesystem server on a folder. */
export function filesystemCommand(folder: string): { command: string; args: string[]; stderr: 'ignore' } {
  const script = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'));
  return { command: process.execPath, args: [script, folder], stderr: 'ignore' };
}

/** Connects a session to a process of its own. */
export function filesystemBridge(folder: string): Attach {
  return async (http) => {
    const stdio = new StdioClientTransport({ ...filesystemCommand(folder), maxBufferSize: LONGEST_MESSAGE });
    /** Requests of the page that have no answer yet, by the token under which the server reports their progress. */
    const pending = new Map<RequestId, RequestId | undefined>();
    let closing = false;

    http.onmessage = (message: JSONRPCMessage) => {
      if ('method' in message && 'id' in message) pending.set(message.id, message.params?._meta?.progressToken);
      stdio.send(message).catch(() => failAll());
    };
    stdio.onmessage = (message: JSONRPCMessage) => {
      if (!('method' in message) && message.id !== undefined) pending.delete(message.id);
      const related = relatedRequest(message, pending);
      http.send(message, related === undefined ? {} : { relatedRequestId: related }).catch(() => {
        // The page hung up before its answer came. The transport has dropped the stream; nothing is left to do.
      });
    };
    const failAll = () => {
      for (const id of pending.keys()) {
        pending.delete(id);
        const error = { code: -32000, message: 'The filesystem server has stopped.' };
        http.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
      }
    };
    stdio.onclose = () => {
      failAll();
      if (!closing) void http.close();
    };

    await http.start();
    await stdio.start();
    return async () => {
      closing = true;
      await stdio.close();
    };
  };
}

/** Progress belongs on the stream of the request it speaks of; everything else finds its own way. */
function relatedRequest(
  message: JSONRPCMessage,
  pending: ReadonlyMap<RequestId, RequestId | undefined>,
): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/progress') return undefined;
  const token = message.params?.['progressToken'];
  return [...pending].find(([, own]) => own !== undefined && own === token)?.[0];
}
