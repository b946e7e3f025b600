/**
 * The event streams that this page has open. Answers to requests made elsewhere arrive on them, and the guard's own
 * answers are put into them. Every one is owned from its first byte: it cannot be taken over later.
 *
 * Runs in the page's own world. What carries no answer passes byte for byte as it comes.
 */
import { formatEvent } from '../../engine/wire/sse/event.ts';
import { settleText } from './answer/settle-text.ts';
import type { Connection } from './calls/connection.ts';
import { endpointOf } from './calls/connection.ts';
import type { Guard } from './guard.ts';
import { rebuilt } from './likeness.ts';
import { createOutlet } from './stream/outlet.ts';
import { pump } from './stream/pump.ts';

export interface Downlink {
  /** Whether answers of this connection arrive here. */
  serves(connection: Connection): boolean;
  /** Puts an event with this data into the stream. */
  inject(data: string): void;
}

/** The request that opened a stream. */
export interface Opened {
  readonly url: URL;
  readonly session: string | null;
}

export class Downlinks {
  #open: Downlink[] = [];
  /** Addresses that servers announced on streams that are open. */
  #announced: { readonly url: string; readonly downlink: Downlink }[] = [];

  /** The newest open stream for the connection. */
  of(connection: Connection): Downlink | null {
    return this.#open.findLast((downlink) => downlink.serves(connection)) ?? null;
  }

  /** Whether a server announced this address for messages. */
  announced(url: string): boolean {
    return this.#announced.some((one) => one.url === url);
  }

  /** Takes over a response that is an event stream; returns what the page gets. */
  own(guard: Guard, response: Response, opened: Opened): Response {
    const { natives } = guard;
    const body = natives.response.body(response);
    if (body === null) return response;
    const endpoint = endpointOf(opened.url);
    const serves = (connection: Connection): boolean => {
      switch (connection.kind) {
        case 'session':
          return connection.endpoint === endpoint && connection.session === opened.session;
        case 'relay':
          // The relay's stream is known by the session id in its address; such ids are too long to be there by chance.
          return (
            opened.url.origin === new natives.URL(connection.endpoint).origin &&
            namesSession(opened.url, connection.session)
          );
        case 'announced':
          return this.#announced.some((one) => one.url === connection.url && one.downlink === downlink);
      }
    };
    const outlet = createOutlet(natives, (reason) => piped.cancel(reason));
    const reading = { serves, find: (id: string | number) => guard.calls.find(id, serves) };
    const piped = pump(natives, body, outlet, {
      early: () => !guard.calls.expecting(serves),
      onEvent: ({ event, data }) => {
        if (event === 'endpoint') this.#announce(guard, downlink, data, opened.url);
        return settleText(guard, data, reading);
      },
    });
    const downlink: Downlink = { serves, inject: (data) => piped.inject(formatEvent(data)) };
    this.#open[this.#open.length] = downlink;
    const finish = async (): Promise<void> => {
      const end = await piped.ended;
      this.#open = this.#open.filter((one) => one !== downlink);
      this.#announced = this.#announced.filter((one) => one.downlink !== downlink);
      if (end.how === 'failed') outlet.fail(end.error);
      else outlet.close();
    };
    void finish();
    return rebuilt(natives, response, outlet.stream, false);
  }

  #announce({ natives }: Guard, downlink: Downlink, address: string, base: URL): void {
    try {
      const url = new natives.URL(address, base);
      url.hash = '';
      this.#announced[this.#announced.length] = { url: url.href, downlink };
    } catch (error) {
      // Not an address: the client cannot use it either.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

function namesSession(url: URL, session: string): boolean {
  if (session.length < 8) return [...url.searchParams.values()].includes(session);
  return url.href.includes(encodeURIComponent(session));
}
