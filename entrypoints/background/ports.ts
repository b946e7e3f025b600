/**
 * The part of a browser port that the background uses, and who is at its other end. The browser says where a port comes
 * from; what its messages say about that is never believed.
 */
import type { Place } from './thread-id.ts';

/** Sender of a port, as browsers report it. `documentId` and `origin` are not given by every browser. */
export interface Sender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
  readonly tab?: { readonly id?: number | undefined; readonly url?: string | undefined } | undefined;
}

export interface Port {
  readonly name: string;
  readonly sender?: Sender | undefined;
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Where a page's port comes from; `null` when it does not come from a frame of a tab. */
export function placeOf(sender: Sender | undefined): Place | null {
  const tab = sender?.tab?.id;
  if (sender === undefined || tab === undefined) return null;
  // A frame without an address of its own (about:blank, srcdoc, data:) belongs to the origin that made it; one that is
  // sandboxed into having no origin either belongs to the page that holds it.
  const url = [sender.url, sender.origin, sender.tab?.url].find((address) => address !== undefined && isWeb(address));
  const known = url ?? sender.url;
  if (known === undefined || !URL.canParse(known)) return null;
  const { href, origin } = new URL(known);
  return { tab, frame: sender.frameId ?? 0, url: href, origin, document: sender.documentId ?? null };
}

const isWeb = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address);

/** What this extension is called, and the root of its addresses. */
export interface OwnIdentity {
  readonly id: string;
  readonly base: string;
}

/** Whether a port comes from the top frame of a page of this extension: the only place where decisions are taken. */
export function isOwnPage(sender: Sender | undefined, { id, base }: OwnIdentity): boolean {
  return sender?.id === id && sender.url?.startsWith(base) === true && (sender.frameId ?? 0) === 0;
}
