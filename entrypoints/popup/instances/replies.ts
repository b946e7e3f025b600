/**
 * Requests that are answered once: who asked what, until the answer comes or the connection is lost. Runs in popup and side panel.
 */
import type { UiReply, UiRequest } from '../../background/ui-messages.ts';

export interface Send {
  /** False when there is no connection: then nothing was sent. */
  readonly send: (request: UiRequest) => boolean;
  /** A number that no other request has. */
  readonly number: () => number;
}

type Numbered = Extract<UiRequest, { readonly request: number }>;
/** A request that has not got its number yet. */
export type Unnumbered = Numbered extends infer R ? (R extends Numbered ? Omit<R, 'request'> : never) : never;

/** Reason of the refusal that is given in the place of the background when the connection is lost. */
export const LOST = 'connection lost';

export class Replies {
  readonly #options: Send;
  readonly #waiting = new Map<number, (reply: UiReply) => void>();

  constructor(options: Send) {
    this.#options = options;
  }

  /** `take` gets the answer: once, and `refused` when there is no connection (any more). */
  ask(request: Unnumbered, take: (reply: UiReply) => void): void {
    const number = this.#options.number();
    const sent = this.#options.send({ ...request, request: number } as Numbered);
    if (sent) this.#waiting.set(number, take);
    else take({ type: 'refused', request: number, reason: LOST });
  }

  receive(reply: UiReply): void {
    if (!('request' in reply)) return;
    const take = this.#waiting.get(reply.request);
    this.#waiting.delete(reply.request);
    take?.(reply);
  }

  lost(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [request, take] of waiting) take({ type: 'refused', request, reason: LOST });
  }
}
