/**
 * Real MCP servers of both SDK lines in this process, and real clients that reach them through the interceptor.
 */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpHandler, inputRequired, McpServer as ServerV2 } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ENDPOINT, type Rig, rig, type Upstream } from './rig.ts';

/** What a client call came to, the same for every SDK line. */
export interface Outcome {
  readonly isError: boolean;
  readonly texts: readonly string[];
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Takes signs of progress and lets them put off the time-out. */
  readonly patient?: boolean;
  readonly timeout?: number;
}

export interface Connected {
  readonly page: Rig;
  /** Names of the tools that really ran. */
  readonly ran: string[];
  call(tool: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Outcome>;
  close(): Promise<void>;
}

type Kind = 'v1 with streams' | 'v1 with JSON' | 'v2 in the 2025 era' | 'v2 in the 2026 era';
export const KINDS: readonly Kind[] = ['v1 with streams', 'v1 with JSON', 'v2 in the 2025 era', 'v2 in the 2026 era'];

/** A client connected to a server of its kind. */
export async function connected(kind: Kind): Promise<Connected> {
  switch (kind) {
    case 'v1 with streams':
      return v1(false);
    case 'v1 with JSON':
      return v1(true);
    case 'v2 in the 2025 era':
      return v2({ mode: 'legacy' });
    case 'v2 in the 2026 era':
      return v2({ mode: { pin: '2026-07-28' } });
  }
}

function outcomeOf(result: object): Outcome {
  const { isError, content } = result as {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
  };
  return { isError: isError === true, texts: (content ?? []).map((block) => block.text ?? '') };
}

const waitFor = (
  options: CallOptions,
): { signal?: AbortSignal; timeout?: number; onprogress?: () => void; resetTimeoutOnProgress?: boolean } => ({
  ...(options.signal === undefined ? {} : { signal: options.signal }),
  ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  ...(options.patient === true ? { onprogress: () => undefined, resetTimeoutOnProgress: true } : {}),
});

/** A server of the v1 line with sessions and a memory for lost events. */
export function serverV1(ran: string[], json: boolean): Upstream {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => 'session-1',
    enableJsonResponse: json,
    eventStore: memory(),
    retryInterval: 10,
  });
  const server = new ServerV1({ name: 'v1', version: '1' });
  server.registerTool('remove', { inputSchema: { path: z.string() } }, ({ path }) => {
    ran.push('remove');
    return { content: [{ type: 'text', text: `removed ${path}` }] };
  });
  server.registerTool('strict', { outputSchema: { n: z.number() } }, () => {
    ran.push('strict');
    return { content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1 } };
  });
  server.registerTool('report', {}, async (extra) => {
    ran.push('report');
    const progressToken = extra._meta?.progressToken;
    if (progressToken !== undefined)
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    return { content: [{ type: 'text', text: 'reported' }] };
  });
  server.registerTool('poll', {}, async (extra) => {
    ran.push('poll');
    extra.closeSSEStream?.();
    return { content: [{ type: 'text', text: 'polled' }] };
  });
  const ready = server.connect(transport as Parameters<typeof server.connect>[0]);
  return async (request) => {
    await ready;
    return transport.handleRequest(request);
  };
}

async function v1(json: boolean): Promise<Connected> {
  const ran: string[] = [];
  const page = rig(serverV1(ran, json));
  const client = new ClientV1({ name: 'client', version: '1' });
  const transport = new TransportV1(new URL(ENDPOINT), { fetch: page.fetch as never });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    page,
    ran,
    call: async (name, args = {}, options = {}) =>
      outcomeOf(await client.callTool({ name, arguments: args }, undefined, waitFor(options))),
    close: () => client.close(),
  };
}

async function v2(versionNegotiation: { mode: 'legacy' } | { mode: { pin: string } }): Promise<Connected> {
  const ran: string[] = [];
  const handler = createMcpHandler(() => {
    const server = new ServerV2({ name: 'v2', version: '1' });
    server.registerTool('remove', { inputSchema: z.object({ path: z.string() }) }, ({ path }) => {
      ran.push('remove');
      return { content: [{ type: 'text', text: `removed ${path}` }] };
    });
    server.registerTool('strict', { outputSchema: z.object({ n: z.number() }) }, () => {
      ran.push('strict');
      return { content: [{ type: 'text', text: '{"n":1}' }], structuredContent: { n: 1 } };
    });
    server.registerTool('report', {}, async (ctx) => {
      ran.push('report');
      const progressToken = ctx.mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
      return { content: [{ type: 'text', text: 'reported' }] };
    });
    server.registerTool('confirm', {}, (ctx) => {
      ran.push('confirm');
      if (ctx.mcpReq.inputResponses !== undefined) return { content: [{ type: 'text', text: 'confirmed' }] };
      return inputRequired({
        inputRequests: {
          sure: inputRequired.elicit({
            message: 'Sure?',
            requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } },
          }),
        },
        requestState: 'asked',
      });
    });
    return server;
  });
  const page = rig((request) => handler.fetch(request));
  const client = new ClientV2(
    { name: 'client', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { yes: true } }));
  await client.connect(new TransportV2(new URL(ENDPOINT), { fetch: page.fetch as never }));
  return {
    page,
    ran,
    call: async (name, args = {}, options = {}) =>
      outcomeOf(await client.callTool({ name, arguments: args }, waitFor(options))),
    close: () => client.close(),
  };
}

/** Remembers the events of streams, in order. */
function memory(): NonNullable<
  ConstructorParameters<typeof WebStandardStreamableHTTPServerTransport>[0]
>['eventStore'] &
  object {
  const events: { readonly id: string; readonly stream: string; readonly message: never }[] = [];
  return {
    async storeEvent(stream, message) {
      const id = `${stream}/${events.length}`;
      events.push({ id, stream, message: message as never });
      return id;
    },
    async replayEventsAfter(last, { send }) {
      const at = events.findIndex((event) => event.id === last);
      const stream = events[at]?.stream ?? '';
      for (const event of events.slice(at + 1))
        if (event.stream === stream && Object.keys(event.message).length > 0) await send(event.id, event.message);
      return stream;
    },
  };
}
