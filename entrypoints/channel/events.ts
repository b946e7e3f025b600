/**
 * How the interceptor and the bridge find each other: both run before the page's first script, in either order, and
 * hand over one end of a private message channel in an event on the document. Part of the contract of the page hop.
 */

/** The bridge's offer: a MessageEvent with one port, cancelable; the interceptor takes the port by cancelling it. */
export const OFFER_EVENT = 'interlock:9d3f6c1e-offer';

/** The interceptor's question, when it comes second: the bridge answers it with an offer at once. */
export const CALL_EVENT = 'interlock:9d3f6c1e-call';
