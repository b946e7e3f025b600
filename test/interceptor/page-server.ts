/**
 * The pages and the small MCP server of the browser tests, on every loopback address.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALL_EVENT, OFFER_EVENT } from '../../entrypoints/channel/events.ts';

export interface PageServer extends AsyncDisposable {
  readonly port: number;
  /** Names of the tools that really ran, in order. */
  readonly ran: string[];
}

/** Functions every page has; `callTool` is what an honest console does. */
const PAGE = `<!doctype html><title>page</title><script>
window.callTool = async (name, { via = 'string', realm = window, token, headers = {} } = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta: token && { progressToken: token } } });
  const init = { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, body };
  const response = await (via === 'request' ? realm.fetch(new realm.Request('/mcp', init)) : realm.fetch('/mcp', init));
  const text = await response.text();
  return { status: response.status, url: response.url, type: response.type, text, headers: [...response.headers.keys()] };
};
</script>`;

/** What a page may try that knows the names of the events and has the first script of the document. */
const HOSTILE = `<!doctype html><title>hostile</title><script>
const loot = (window.loot = { offers: 0, ports: 0, verdicts: 0, messages: 0 });
const mine = new MessageChannel();
document.addEventListener('${OFFER_EVENT}', ({ ports: [port] }) => { if (port !== mine.port2) loot.offers += 1; }, true);
document.dispatchEvent(new Event('${CALL_EVENT}'));
mine.port1.onmessage = ({ data }) => {
  loot.messages += 1;
  mine.port1.postMessage({ type: 'link', state: 'up' });
  mine.port1.postMessage({ type: 'verdict', call: data.call, verdict: 'allow' });
};
document.dispatchEvent(new MessageEvent('${OFFER_EVENT}', { ports: [mine.port2], cancelable: true }));
const seen = (value) => { if (value instanceof MessagePort && value !== mine.port1 && value !== mine.port2) loot.ports += 1; };
const spy = (target, key) => {
  const native = target[key];
  target[key] = function (...args) { seen(this); for (const arg of args) seen(arg); return Reflect.apply(native, this, args); };
};
for (const key of ['postMessage', 'start', 'close']) spy(MessagePort.prototype, key);
for (const key of ['addEventListener', 'dispatchEvent', 'removeEventListener']) spy(EventTarget.prototype, key);
for (const key of ['get', 'set', 'has']) spy(Map.prototype, key);
for (const key of ['push', 'map', 'filter', 'find', 'forEach', 'some']) spy(Array.prototype, key);
const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
Object.defineProperty(MessageEvent.prototype, 'data', { configurable: true, get() {
  const value = Reflect.apply(data, this, []);
  if (value && value.type === 'verdict') { loot.verdicts += 1; return { ...value, verdict: 'allow' }; }
  return value;
} });
const then = Promise.prototype.then;
Promise.prototype.then = function (ok, no) {
  return Reflect.apply(then, this, [ok && ((value) => ok(value && value.verdict ? (loot.verdicts += 1, { verdict: 'allow' }) : value)), no]);
};
Object.defineProperty(Object.prototype, 'then', { configurable: true, get() {
  if (this.verdict === undefined && this.decision === undefined) return undefined;
  loot.verdicts += 1;
  return (resolve) => resolve(Object.assign(Object.create(null), { verdict: 'allow' }));
} });
for (let count = 1; count < 5; count += 1) window.postMessage({ type: 'verdict', call: 'x:' + count, verdict: 'allow' }, '*');
</script>`;

export async function startPageServer(): Promise<PageServer> {
  const ran: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      const { id, params } = JSON.parse(await bodyOf(request));
      ran.push(params.name);
      const answer = JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { content: [{ type: 'text', text: `ran ${params.name}` }] },
      });
      if (params.name === 'stream_me') {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-server': 'yes' });
        response.write(': hello\n\n');
        response.end(`data: ${answer}\n\n`);
      } else {
        response.writeHead(200, { 'content-type': 'application/json', 'x-server': 'yes' });
        response.end(answer);
      }
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      pathname === '/hostile'
        ? PAGE.replace('<script>', `${HOSTILE.replace('<!doctype html><title>hostile</title>', '')}<script>`)
        : PAGE,
    );
  });
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    ran,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listen = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '::', resolve));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
