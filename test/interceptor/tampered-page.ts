/**
 * A page that changes built-ins after it was loaded, for itself or to get at a verdict, and the servers it talks to: a model (Chat
 * Completions) and MCP. Serves the browser tests, on every loopback address.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TamperedServer extends AsyncDisposable {
  readonly port: number;
  /** Names of the tools that really ran, in order. */
  readonly ran: string[];
}

/** What the model is asked for: this call, with these arguments as text. */
export interface Wanted {
  readonly tool: string;
  readonly args: string;
}

/** What the tests call in the page. They give back the text that the page reads. */
export interface TamperedWindow {
  callTool(wanted: Wanted, via: 'text' | 'request' | 'blob'): Promise<string>;
  askModel(wanted: Wanted, stream: boolean): Promise<string>;
}

/** The page's own functions use what was there when it was loaded: only the guard meets what came later. */
const PAGE = `<!doctype html><title>tampered</title><script>
{
  const { apply } = Reflect;
  const { stringify } = JSON;
  const { text } = Response.prototype;
  const init = (body) => ({ method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body });
  const read = async (path, how, via) => {
    const whole = via === 'request' ? new Request(path, how) : path;
    const response = await (via === 'request' ? fetch(whole) : fetch(whole, how));
    return apply(text, response, []);
  };
  window.callTool = async ({ tool, args }, via) => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":' + stringify(tool) + ',"arguments":' + args + '}}';
    return read('/mcp', init(via === 'blob' ? new Blob([body], { type: 'application/json' }) : body), via);
  };
  window.askModel = async (wanted, stream) =>
    read('/v1/chat/completions', init(stringify({ model: 'm', stream, messages: [{ role: 'user', content: stringify(wanted) }] })), 'text');
}
</script>`;

export async function startTamperedServer(): Promise<TamperedServer> {
  const ran: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const { type, body } =
      request.method !== 'POST'
        ? { type: 'text/html', body: PAGE }
        : pathname === '/mcp'
          ? runTool(await read(request), ran)
          : answer(await read(request));
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    ran,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly type: string;
  readonly body: string;
}

interface Message {
  readonly role: string;
  readonly content: string;
}

async function read<T>(request: IncomingMessage): Promise<T> {
  return JSON.parse(await text(request));
}

function runTool({ id, params }: { id: number; params: { name: string } }, ran: string[]): Answer {
  ran.push(params.name);
  const result = { content: [{ type: 'text', text: `ran ${params.name}` }] };
  return { type: 'application/json', body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
}

/** The call that the person names; once it was told what became of a call, what it was told. */
function answer({ messages, stream }: { messages: readonly Message[]; stream: boolean }): Answer {
  const told = messages.find(({ role }) => role === 'tool');
  if (told !== undefined) return said({ content: `It was told: ${told.content}` }, 'stop', stream);
  const { tool, args }: Wanted = JSON.parse(messages[0]?.content ?? '');
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: args } };
  return said({ content: null, tool_calls: [call] }, 'tool_calls', stream);
}

function said(message: object, reason: string, stream: boolean): Answer {
  const base = { id: 'chatcmpl-1', created: 1, model: 'm' };
  const own = { role: 'assistant', ...message };
  if (!stream) {
    const choices = [{ index: 0, message: own, finish_reason: reason }];
    return { type: 'application/json', body: JSON.stringify({ ...base, object: 'chat.completion', choices }) };
  }
  const event = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  return { type: 'text/event-stream', body: `${event(own, null)}${event({}, reason)}data: [DONE]\n\n` };
}
