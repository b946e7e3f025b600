/**
 * The bridge's half of finding the interceptor: offers one end of a private channel until it is taken, once. Whichever of
 * the two scripts runs first, the other one's start completes it, before the page has a script.
 *
 * Runs in the isolated world.
 */

import type { BridgeNotice, PageReply, PageRequest } from '../background/page-messages.ts';
import { CALL_EVENT, OFFER_EVENT } from '../channel/events.ts';

export interface PageEnd {
  /** Messages sent before the page takes its port wait for it. */
  post(message: PageReply | BridgeNotice): void;
}

/** `receive` gets what the interceptor sends. */
export function meetInterceptor(document: Document, receive: (message: PageRequest) => void): PageEnd {
  const { port1: own, port2: offered } = new MessageChannel();
  own.addEventListener('message', (event) => receive(event.data as PageRequest));
  own.start();

  const offer = (): void => {
    // Cancelled = taken. The page's own scripts come later, and find neither the event nor the port.
    const taken = !document.dispatchEvent(new MessageEvent(OFFER_EVENT, { ports: [offered], cancelable: true }));
    if (taken) document.removeEventListener(CALL_EVENT, offer);
  };
  document.addEventListener(CALL_EVENT, offer);
  offer();
  return { post: (message) => own.postMessage(message) };
}
