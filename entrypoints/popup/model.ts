/**
 * What the popup knows: the latest overview, and what became of the decisions taken here. Runs in the popup.
 *
 * INVARIANT: a ticket is decided here at most once, and only while the background has it as waiting. What a decision led to
 * is what the background says; it is never assumed.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Outcome, Overview, UiReply, WaitingCall } from '../background/ui-messages.ts';
import { Link, type LinkPort } from '../ui/link.ts';

/** What stands in the list of waiting calls. */
export interface Item {
  readonly call: WaitingCall;
  readonly decision: { readonly approve: boolean; readonly note: string } | null;
  /** How it ended; `null` while it waits (for the person, or for what their decision led to). */
  readonly outcome: Outcome | null;
  /** Whether the background has it as undecided. */
  readonly waiting: boolean;
}

export interface ModelOptions {
  readonly connect: () => LinkPort;
  /** The tab the person looks at; `null` when the popup does not belong to one. */
  readonly tab: number | null;
}

/** Ended calls that stay in sight. */
const ENDED_KEPT = 3;

export class Model {
  readonly #overview = signal<Overview | null>(null);
  readonly #items = signal<readonly Item[]>([]);
  readonly #connected = signal(false);
  readonly #link: Link;
  readonly #slices = new Map<number, (text: string) => void>();
  #requests = 0;
  readonly tab: number | null;

  constructor({ connect, tab }: ModelOptions) {
    this.tab = tab;
    this.#link = new Link({
      connect,
      watch: { type: 'watch_overview', tab },
      receive: (reply) => this.#receive(reply),
      lost: () => {
        this.#connected.value = false;
        this.#slices.clear();
      },
    });
  }

  /** `null` until the background has spoken. */
  get overview(): ReadonlySignal<Overview | null> {
    return this.#overview;
  }

  /** Waiting calls, oldest first, and the last ones that ended, at the place where they stood. */
  get items(): ReadonlySignal<readonly Item[]> {
    return this.#items;
  }

  /** False until the overview is that of a live connection: then nothing can be decided. */
  get connected(): ReadonlySignal<boolean> {
    return this.#connected;
  }

  decide(ticket: string, approve: boolean, note: string): void {
    const item = this.#items.value.find((i) => i.call.ticket === ticket);
    if (item === undefined || item.decision !== null || !item.waiting || !this.#connected.value) return;
    this.#change(ticket, { decision: { approve, note } });
    this.#send(ticket, approve, note, false);
  }

  /** Fetches more of a long argument. `show` is called with the text that begins at `from`; not at all when it cannot be had. */
  more(ticket: string, field: number, from: number, show: (text: string) => void): void {
    const request = ++this.#requests;
    if (this.#link.send({ type: 'argument', request, ticket, field, from })) this.#slices.set(request, show);
  }

  #receive(reply: UiReply): void {
    switch (reply.type) {
      case 'overview':
        this.#arrived(reply.overview);
        break;
      case 'decided':
        this.#change(reply.ticket, { outcome: reply.outcome, waiting: false });
        break;
      case 'argument':
        this.#slices.get(reply.request)?.(reply.text);
        this.#slices.delete(reply.request);
        break;
      case 'refused':
        this.#slices.delete(reply.request);
        break;
      case 'unreadable':
        console.error('Interlock:', reply.reason);
        break;
      case 'configuration':
      case 'done':
        break;
    }
  }

  #arrived(overview: Overview): void {
    const waiting = new Map(overview.waiting.map((call) => [call.ticket, call]));
    const ended = new Map(overview.ended.map(({ ticket, outcome }) => [ticket, outcome]));
    const kept = this.#items.value.map((item): Item => {
      const call = waiting.get(item.call.ticket);
      waiting.delete(item.call.ticket);
      if (item.outcome !== null) return item;
      if (call !== undefined) return { ...item, call, waiting: true };
      // A decision taken here is answered by `decided`; until then it is only known that the call no longer waits.
      if (item.decision !== null) return { ...item, waiting: false };
      return { ...item, waiting: false, outcome: ended.get(item.call.ticket) ?? { kind: 'gone', reason: null } };
    });
    const fresh = [...waiting.values()].map((call): Item => ({ call, decision: null, outcome: null, waiting: true }));
    this.#overview.value = overview;
    this.#items.value = trimmed([...kept, ...fresh]);
    if (this.#connected.value) return;
    this.#connected.value = true;
    for (const { call, decision, outcome } of this.#items.value) {
      if (decision !== null && outcome === null) this.#send(call.ticket, decision.approve, decision.note, true);
    }
  }

  #send(ticket: string, approve: boolean, note: string, again: boolean): void {
    const noted = approve || note === '' ? {} : { note };
    this.#link.send({ type: 'decide', ticket, approve, again, ...noted });
  }

  #change(ticket: string, change: Partial<Item>): void {
    this.#items.value = trimmed(
      this.#items.value.map((item) => (item.call.ticket === ticket ? { ...item, ...change } : item)),
    );
  }
}

/** Lets go of the oldest ended ones. */
function trimmed(items: readonly Item[]): readonly Item[] {
  let surplus = items.filter((item) => item.outcome !== null).length - ENDED_KEPT;
  return items.filter((item) => item.outcome === null || surplus-- <= 0);
}
