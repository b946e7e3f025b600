/**
 * Thread identity: which conversation a page's message belongs to. Pure.
 *
 * An id the protocol carries wins, else the tab is the thread; a site may say that it is always the tab, or one for all tabs. The page's origin is always part of it: no page can speak
 * for a thread of another origin, whatever it sends. So is the site entry that covers the page: two entries may put
 * different machines in force on one origin, and a thread has one set. A tab thread carries a nonce of the browser session,
 * because the browser gives tab numbers out again.
 */
import type { ThreadHint } from './page-messages.ts';
import type { ThreadRule } from './settings.ts';

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
    | { readonly kind: 'origin' }
  );

interface ThreadSite {
  readonly origin: string;
  /** Match pattern of the site entry that covers the page. */
  readonly match: string;
}

/** The thread of a message, as the site tells threads apart. `session` is the nonce of this browser session, `match` the site entry that covers the page. */
export function threadOf(
  hint: ThreadHint,
  place: Pick<Place, 'tab' | 'origin'>,
  match: string,
  session: string,
  identity: ThreadRule['identity'] = 'conversation',
): string {
  const [kind, first, second] = identified(hint, place, session, identity);
  return [kind, match, place.origin, first, second].map(segment).join(':');
}

function identified(
  hint: ThreadHint,
  { tab }: Pick<Place, 'tab'>,
  session: string,
  identity: ThreadRule['identity'],
): readonly [string, string, string] {
  switch (identity) {
    case 'origin':
      return ['origin', '', ''];
    case 'tab':
      return ['tab', session, String(tab)];
    case 'conversation':
      return hint.id === undefined ? ['tab', session, String(tab)] : ['id', hint.protocol, hint.id];
  }
}

/** Takes a thread id apart again; `null` when it is not one of `threadOf`. */
export function parseThread(thread: string): Thread | null {
  const [kind, match, origin, first, second, ...rest] = thread.split(':').map(decodeURIComponent);
  if (match === undefined || origin === undefined || first === undefined || second === undefined) return null;
  if (rest.length > 0) return null;
  switch (kind) {
    case 'id':
      return { kind: 'protocol', match, origin, protocol: first, id: second };
    case 'tab':
      return { kind: 'tab', match, origin, session: first, tab: Number(second) };
    case 'origin':
      return { kind: 'origin', match, origin };
    default:
      return null;
  }
}

/** `:` and lone surrogates cannot stand in a segment. */
const segment = (text: string): string => encodeURIComponent(text.toWellFormed());
