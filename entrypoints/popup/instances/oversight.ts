/**
 * The kill switch and the coverage of the page, as the popup uses them. Runs in popup and side panel.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Coverage } from '../../background/instance-messages.ts';
import type { SiteMode } from '../../background/settings.ts';
import type { UiReply } from '../../background/ui-messages.ts';
import { Replies, type Send } from './replies.ts';

export class Oversight {
  readonly #replies: Replies;
  readonly #coverage = signal<Coverage | null>(null);
  readonly #failure = signal<string | null>(null);

  constructor(options: Send) {
    this.#replies = new Replies(options);
  }

  /** `null` until it was asked for and answered. */
  get coverage(): ReadonlySignal<Coverage | null> {
    return this.#coverage;
  }

  /** Why the last order was not carried out; `null` = it was, or none was given. */
  get failure(): ReadonlySignal<string | null> {
    return this.#failure;
  }

  stopAll(): void {
    this.#order({ type: 'stop_all' });
  }

  lift(): void {
    this.#order({ type: 'lift_stop' });
  }

  setMode(match: string, mode: SiteMode): void {
    this.#order({ type: 'set_mode', match, mode });
  }

  askCoverage(tab: number): void {
    this.#replies.ask({ type: 'coverage', tab }, (reply) => {
      if (reply.type === 'coverage') this.#coverage.value = reply.coverage;
    });
  }

  receive(reply: UiReply): void {
    this.#replies.receive(reply);
  }

  lost(): void {
    this.#replies.lost();
  }

  #order(request: Parameters<Replies['ask']>[0]): void {
    this.#failure.value = null;
    this.#replies.ask(request, (reply) => {
      if (reply.type === 'refused') this.#failure.value = reply.reason;
    });
  }
}
