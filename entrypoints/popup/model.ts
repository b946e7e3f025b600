/**
 * What the popup knows: the latest overview, and the calls that wait. Runs in popup and side panel.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Overview, UiReply, UiRequest } from '../background/ui-messages.ts';
import { Link, type LinkPort } from '../ui/link.ts';
import { Instances } from './instances/instances.ts';
import { Oversight } from './instances/oversight.ts';
import { Calls } from './waiting/calls.ts';

export interface ModelOptions {
  readonly connect: () => LinkPort;
  /** The tab the person looks at; `null` when the popup does not belong to one. */
  readonly tab: number | null;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

export class Model {
  readonly calls: Calls;
  readonly instances: Instances;
  readonly oversight: Oversight;
  readonly #overview = signal<Overview | null>(null);
  readonly #tab = signal<number | null>(null);
  readonly #link: Link;
  #requests = 0;

  constructor({ connect, tab, now = Date.now }: ModelOptions) {
    this.#tab.value = tab;
    this.calls = new Calls({ send: (request) => this.#link.send(request), number: () => this.number(), now });
    const asks = { send: (request: UiRequest) => this.#link.send(request), number: () => this.number() };
    this.instances = new Instances({ ...asks, tab: () => this.tab });
    this.oversight = new Oversight(asks);
    this.#link = new Link({
      connect,
      watch: () => [{ type: 'watch_overview', tab: this.#tab.value }],
      receive: (reply) => this.#receive(reply),
      lost: () => {
        this.calls.lost();
        this.instances.lost();
        this.oversight.lost();
      },
    });
    this.instances.watch();
  }

  /** `null` until the background has spoken. */
  get overview(): ReadonlySignal<Overview | null> {
    return this.#overview;
  }

  /** Resolves when the background has said everything that the first view shows. */
  spoken(): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.#overview.value === null || this.instances.page.value === null) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }

  /** The tab it is about. */
  get tab(): number | null {
    return this.#tab.value;
  }

  /** Looks at another tab: a side panel stays while tabs change. */
  look(tab: number | null): void {
    if (tab === this.#tab.value) return;
    this.#tab.value = tab;
    this.#link.send({ type: 'watch_overview', tab });
    this.instances.watch();
  }

  /** A number that no other request has. */
  number(): number {
    this.#requests += 1;
    return this.#requests;
  }

  #receive(reply: UiReply): void {
    if (reply.type === 'overview') this.#overview.value = reply.overview;
    if (reply.type === 'unreadable') console.error('Interlock:', reply.reason);
    this.calls.receive(reply);
    this.instances.receive(reply);
    this.oversight.receive(reply);
  }
}
