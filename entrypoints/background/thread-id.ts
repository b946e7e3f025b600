/**
 * Thread identity: which conversation a page's message belongs to. Pure.
 *
 * An id the protocol carries wins, else the tab is the thread. The page's origin is always part of it: no page can speak
 * for a thread of another origin, whatever it sends. So is the site entry that covers the page: two entries may put
 * different machines in force on one origin, and a thread has one set. A tab thread carries a nonce of the browser session,
 * because the browser gives tab numbers out again.
 */
import type { ThreadHint } from './page-messages.ts';

/** Where a message came from, as the browser says (never as the page says). */
export interface Place {
  readonly tab: number;
  readonly frame: number;
  readonly url: string;
  readonly origin: string;
  /** The browser's id of the document in the frame; `null` where the browser has none (Firefox). */
  readonly document: string | null;
}

export type Thread = ThreadSite &
  (
    | { readonly kind: 'protocol'; readonly protocol: string; readonly id: string }
    | { readonly kind: 'tab'; readonly session: string; readonly tab: number }
  );

interface ThreadSite {
  readonly origin: string;
  /** Match pattern of the site entry that covers the page. */
  readonly match: string;
}

/** The thread of a message. `session` is the nonce of this browser session, `match` the site entry that covers the page. */
export function threadOf(
  hint: ThreadHint,
  place: Pick<Place, 'tab' | 'origin'>,
  match: string,
  session: string,
): string {
  const [kind, first, second] =
    hint.id === undefined ? ['tab', session, String(place.tab)] : ['id', hint.protocol, hint.id];
  return [kind, match, place.origin, first, second].map(segment).join(':');
}

/** Takes a thread id apart again; `null` when it is not one of `threadOf`. */
export function parseThread(thread: string): Thread | null {
  const [kind, match, origin, first, second, ...rest] = thread.split(':').map(decodeURIComponent);
  if (match === undefined || origin === undefined || first === undefined || second === undefined) return null;
  if (rest.length > 0) return null;
  if (kind === 'id') return { kind: 'protocol', match, origin, protocol: first, id: second };
  return kind === 'tab' ? { kind: 'tab', match, origin, session: first, tab: Number(second) } : null;
}

/** `:` and lone surrogates cannot stand in a segment. */
const segment = (text: string): string => encodeURIComponent(text.toWellFormed());
