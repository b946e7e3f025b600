/**
 * Streamable HTTP with sessions (2025 era of MCP): each `initialize` opens one, with a server of its own behind it.
 * Runs on the server. A session nobody has talked to for a while is closed, so that page reloads leave no processes behind.
 */
import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Handler } from './listen.ts';

const IDLE_MS = 10 * 60_000;
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
  const reaper = setInterval(() => void closeIdle(Date.now()), 60_000);
  reaper.unref();

  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.close();
  }

  async function closeIdle(now: number): Promise<void> {
    for (const [id, session] of [...sessions]) {
      if (session.open === 0 && now - session.usedAt > IDLE_MS) await end(id);
    }
    for (const id of [...sessions.keys()].slice(0, -MAX_SESSIONS)) await end(id);
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
    await closeIdle(Date.now());
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
      clearInterval(reaper);
      for (const id of [...sessions.keys()]) await end(id);
    },
  };
}
