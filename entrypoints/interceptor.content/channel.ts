/**
 * The interceptor's end of the private channel. It takes the first port that is offered while the page has no script yet,
 * and never another one; the page sees neither the event nor the port.
 *
 * Runs in the page's own world, before the page's own code.
 */
import type { BridgeNotice, PageReply, PageRequest } from '../background/page-messages.ts';
import { CALL_EVENT, OFFER_EVENT } from '../channel/events.ts';

export interface ChannelEnds {
  connect(post: (message: PageRequest) => void): void;
  receive(message: PageReply | BridgeNotice): void;
}

/** Waits for the bridge's port and ties it to `ends`. */
export function openChannel(realm: typeof globalThis, ends: ChannelEnds): void {
  const { document } = realm;
  const { apply } = realm.Reflect;
  const { addEventListener, removeEventListener, dispatchEvent } = realm.EventTarget.prototype;
  const { postMessage, start } = realm.MessagePort.prototype;
  const portsOf = getterOf(realm.MessageEvent.prototype, 'ports');
  const dataOf = getterOf(realm.MessageEvent.prototype, 'data');
  const { preventDefault, stopImmediatePropagation } = realm.Event.prototype;
  const scripts = document.scripts;
  const countOf = getterOf(realm.HTMLCollection.prototype, 'length');

  const onOffer = (event: Event): void => {
    // A script in the document: from now on an offer may be the page's own.
    if (apply(countOf, scripts, []) !== 0) {
      apply(removeEventListener, document, [OFFER_EVENT, onOffer, true]);
      return;
    }
    if (!(event instanceof realm.MessageEvent)) return;
    const [port] = apply(portsOf, event, []) as readonly MessagePort[];
    if (port === undefined) return;
    apply(removeEventListener, document, [OFFER_EVENT, onOffer, true]);
    apply(stopImmediatePropagation, event, []);
    apply(preventDefault, event, []);
    apply(addEventListener, port, [
      'message',
      (message: Event) => {
        ends.receive(apply(dataOf, message, []) as PageReply | BridgeNotice);
      },
    ]);
    ends.connect((message) => {
      apply(postMessage, port, [message]);
    });
    apply(start, port, []);
  };

  apply(addEventListener, document, [OFFER_EVENT, onOffer, true]);
  apply(dispatchEvent, document, [new realm.Event(CALL_EVENT)]);
}

function getterOf(prototype: object, name: string): () => unknown {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new TypeError(`this browser has no ${name}`);
  return get;
}
