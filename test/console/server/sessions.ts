/**
 * Streamable HTTP with sessions (2025 era of MCP): each `initialize` opens one, with a server of its own behind it.
 * Runs on the server. Only the latest sessions are kept, so that page reloads leave no processes behind.
 *
 * The stream for unasked messages (GET) is offered only with `?listen` in the address: a browser has six connections to a
 * host, for all tabs together, and streams that never end would use them up.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Handler } from './listen.ts';

const MAX_SESSIONS = 16;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Puts a server behind a session. @returns how to take it away again */
export type Attach = (http: Transport) => Promise<() => Promise<void>>;

interface Session {
  readonly http: WebStandardStreamableHTTPServerTransport;
  readonly close: () => Promise<void>;
  /** HTTP exchanges that are open right now. */
  open: number;
  usedAt: number;
}

export interface SessionEndpoint {
  readonly handle: Handler;
  close(): Promise<void>;
}

export function sessionEndpoint(attach: Attach): SessionEndpoint {
  const sessions = new Map<string, Session>();
  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.close();
  }

  /** The least recently used ones, but none in the middle of an exchange. */
  async function closeSurplus(): Promise<void> {
    const idle = [...sessions].filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id] of idle.slice(0, Math.max(0, sessions.size - MAX_SESSIONS))) await end(id);
  }

  async function open(request: Request): Promise<Response> {
    const http = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => {
        sessions.set(id, { http, close, open: 0, usedAt: Date.now() });
      },
      onsessionclosed: (id) => end(id),
    });
    const detach = await attach(http);
    const close = async () => {
      await http.close();
      await detach();
    };
    const response = await http.handleRequest(request);
    // Anything but an `initialize` was refused by the transport and has opened no session.
    if (http.sessionId === undefined) await close();
    await closeSurplus();
    return response;
  }

  async function handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return open(request);
    const session = sessions.get(id);
    if (session === undefined)
      return Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
        { status: 404 },
      );
    if (request.method === 'GET' && !new URL(request.url).searchParams.has('listen')) {
      return new Response(null, { status: 405, headers: { allow: 'POST, DELETE' } });
    }
    session.open += 1;
    request.signal.addEventListener('abort', () => {
      session.open -= 1;
      session.usedAt = Date.now();
    });
    return session.http.handleRequest(request);
  }

  return {
    handle,
    close: async () => {
      for (const id of [...sessions.keys()]) await end(id);
    },
  };
}
