/**
 * Which connection a message travels on. Ids of requests are unique only within one, and answers may come on another
 * HTTP exchange than the question, so both carry this identity.
 */
import type { ThreadHint } from '../../background/page-messages.ts';

export type Connection =
  /** Requests to one endpoint under one session id (2025 era), or none (2026-07-28, and servers without sessions). */
  | { readonly kind: 'session'; readonly endpoint: string; readonly session: string | null }
  /** A session of a relay that speaks the protocol for the page. */
  | { readonly kind: 'relay'; readonly endpoint: string; readonly session: string }
  /** HTTP+SSE (2024-11-05): the address the server announced on the event stream. */
  | { readonly kind: 'announced'; readonly url: string };

export function sameConnection(a: Connection, b: Connection): boolean {
  switch (a.kind) {
    case 'session':
      return b.kind === 'session' && a.endpoint === b.endpoint && a.session === b.session;
    case 'relay':
      return b.kind === 'relay' && a.endpoint === b.endpoint && a.session === b.session;
    case 'announced':
      return b.kind === 'announced' && a.url === b.url;
  }
}

/** The endpoint an address names: without query and fragment. */
export function endpointOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** The conversation the connection stands for, as far as the protocol says; without an id the tab is the thread. */
export function threadHint(protocol: string, connection: Connection): ThreadHint {
  switch (connection.kind) {
    case 'session':
      return connection.session === null
        ? { protocol }
        : { protocol, id: `${connection.endpoint}#${connection.session}` };
    case 'relay':
      return { protocol, id: `${connection.endpoint}#${connection.session}` };
    case 'announced':
      return { protocol, id: connection.url };
  }
}
