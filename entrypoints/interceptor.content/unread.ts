/**
 * A request whose body cannot be read. Where it may be one that the guard decides on, it does not leave the page: what it
 * runs, or what is answered to it, would pass unread.
 *
 * Runs in the page's own world. Decides by what is left to see: the address, the headers, and the part that could be read.
 */
import type { Exchange } from './exchange.ts';
import type { Guard } from './guard.ts';
import { made } from './likeness.ts';

/** Unsupported Media Type: what a server says that does not take a coding. No client makes such a request again. */
const STATUS = 415;

/** The refusal; null when the request is none of the guard's business. `exchange.body` is the part that could be read. */
export function refusedUnread(guard: Guard, exchange: Exchange, why: string): Response | null {
  const { natives, adapter, link, models } = guard;
  // Nobody waits from the start: the page's own `fetch` says so, and sends nothing.
  if (exchange.signal !== null && natives.signal.aborted(exchange.signal)) return null;
  const { pathname } = new natives.URL(exchange.url);
  const model = models.adapters.find((one) => one.creates(pathname));
  const reason = `Not sent: Interlock cannot read the body of this request (${why}). It has to be sent as it is, or with the content-encoding gzip or deflate.`;
  if (model !== undefined) {
    link.seen(model.protocol, 'model');
    // So do models say it, all of them.
    const error = natives.stringify({ type: 'error', error: { type: 'invalid_request_error', message: reason } });
    return made(natives, exchange.url, STATUS, 'application/json', error);
  }
  if (!adapter.isDeclared(exchange.header) && !guard.downlinks.announced(exchange.url) && !adapter.sniff(exchange.body))
    return null;
  link.seen(adapter.protocol, 'execution');
  return made(natives, exchange.url, STATUS, 'text/plain', reason);
}
