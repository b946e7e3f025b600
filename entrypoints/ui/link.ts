/**
 * The connection of an extension page to the background. It is made again whenever it is lost (the browser ends an idle
 * worker; connecting wakes it), and what the page watches is asked for again each time.
 *
 * Runs in popup and options. It never makes up an answer: until the background has spoken, there is none.
 */
import type { UiReply, UiRequest } from '../background/ui-messages.ts';

/** The part of a browser port that is used here. */
export interface LinkPort {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface LinkOptions {
  readonly connect: () => LinkPort;
  /** Sent first on every new connection, in their order; a function when they are not the same each time. */
  readonly watch: readonly UiRequest[] | (() => readonly UiRequest[]);
  readonly receive: (reply: UiReply) => void;
  /** A connection was lost; the next one is on its way. */
  readonly lost: () => void;
}

const FIRST_RETRY_MS = 100;
const SLOWEST_RETRY_MS = 2_000;

export class Link {
  readonly #options: LinkOptions;
  #port: LinkPort | null = null;
  #retry = FIRST_RETRY_MS;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Sends a message; false when there is no connection at the moment. */
  send(request: UiRequest): boolean {
    if (this.#port === null) return false;
    this.#port.postMessage(request);
    return true;
  }

  #connect(): void {
    try {
      const port = this.#options.connect();
      port.onMessage.addListener((message) => {
        this.#retry = FIRST_RETRY_MS;
        // The sender is our own background, of the same build: its messages have their form.
        this.#options.receive(message as UiReply);
      });
      port.onDisconnect.addListener(() => {
        if (this.#port !== port) return;
        this.#port = null;
        this.#options.lost();
        this.#later();
      });
      this.#port = port;
      const { watch } = this.#options;
      for (const request of typeof watch === 'function' ? watch() : watch) port.postMessage(request);
    } catch (error) {
      console.warn('Interlock: the background cannot be reached yet.', error);
      this.#port = null;
      this.#later();
    }
  }

  #later(): void {
    setTimeout(() => this.#connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, SLOWEST_RETRY_MS);
  }
}
