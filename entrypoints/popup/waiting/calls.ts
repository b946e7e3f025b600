/**
 * The calls that wait, and what became of the decisions taken here. Runs in the popup.
 *
 * INVARIANT: a ticket is decided here at most once, and only while the background has it as waiting. What a decision led to
 * is what the background says; it is never assumed.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Json } from '../../../engine/tool-call.ts';
import type { EndedCall, GrantView, Outcome, Overview, UiReply, WaitingCall } from '../../background/ui-messages.ts';
import { LOST, Replies, type Send } from '../instances/replies.ts';
import type { Run } from './runs.ts';

/** What a person decides. */
export type Decision =
  | { readonly kind: 'allow'; readonly grant: GrantView['kind'] | null }
  | { readonly kind: 'edit'; readonly args: Json }
  | { readonly kind: 'deny'; readonly note: string };

/** What stands in the list of waiting calls. */
export interface Item {
  readonly call: WaitingCall;
  readonly decision: Decision | null;
  /** How it ended; `null` while it waits (for the person, or for what their decision led to). */
  readonly outcome: Outcome | null;
  /** Whether the background has it as undecided. */
  readonly waiting: boolean;
  /** Why the last decision could not be carried out; the call waits as before. */
  readonly hindrance: string | null;
}

export interface CallsOptions extends Send {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A grant that could not be taken back, and why. */
export interface Unrevoked {
  readonly grant: string;
  readonly reason: string;
}

/** Ended calls that stay at their place. */
const ENDED_KEPT = 3;
/** Ended calls that are told of apart from the list. Older ones are in the journal. */
export const EARLIER_KEPT = 50;
/** What ended before the popup was opened is told of for this long. */
const EARLIER_MS = 600_000;

export class Calls {
  readonly #options: CallsOptions;
  readonly #items = signal<readonly Item[]>([]);
  readonly #earlier = signal<readonly EndedCall[]>([]);
  readonly #deniedAtOnce = signal(0);
  readonly #connected = signal(false);
  readonly #unrevoked = signal<Unrevoked | null>(null);
  readonly #replies: Replies;
  #first = true;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#replies = new Replies(options);
  }

  /** Waiting calls, oldest first, and the last ones that ended, at the place where they stood. */
  get items(): ReadonlySignal<readonly Item[]> {
    return this.#items;
  }

  /** Calls that ended by themselves, shortly before this was opened or too many to stay at their place, newest first. */
  get earlier(): ReadonlySignal<readonly EndedCall[]> {
    return this.#earlier;
  }

  /** How many calls the last "deny all" denied; 0 when another decision was taken since. */
  get deniedAtOnce(): ReadonlySignal<number> {
    return this.#deniedAtOnce;
  }

  /** The grant that could not be taken back when that was tried last; `null` when it could. */
  get unrevoked(): ReadonlySignal<Unrevoked | null> {
    return this.#unrevoked;
  }

  /** False until the overview is that of a live connection: then nothing can be decided. */
  get connected(): ReadonlySignal<boolean> {
    return this.#connected;
  }

  decide(ticket: string, decision: Decision): void {
    const item = this.#items.value.find((i) => i.call.ticket === ticket);
    if (item === undefined || item.decision !== null || !item.waiting || !this.#connected.value) return;
    this.#deniedAtOnce.value = 0;
    this.#change(ticket, { decision, hindrance: null });
    this.#send(ticket, decision, false);
  }

  /** Denies everything that waits in a run, with one note. */
  denyAll({ thread, current }: Pick<Run, 'thread' | 'current'>, note: string): void {
    if (!this.#connected.value) return;
    const noted = note === '' ? {} : { note };
    const denied = new Set<string>();
    this.#items.value = this.#items.value.map((item) => {
      const meant = item.call.thread === thread && (item.call.run !== null) === current;
      if (!meant || !item.waiting || item.decision !== null) return item;
      denied.add(item.call.ticket);
      return { ...item, decision: { kind: 'deny', note }, hindrance: null };
    });
    this.#replies.ask({ type: 'deny_all', thread, current, ...noted }, (reply) => {
      if (reply.type === 'denied_all') this.#deniedAll(reply.outcomes);
      else this.#refused(denied, reply);
    });
  }

  revoke(grant: string): void {
    this.#unrevoked.value = null;
    this.#replies.ask({ type: 'revoke', grant }, (reply) => {
      if (reply.type === 'refused') this.#unrevoked.value = { grant, reason: reply.reason };
    });
  }

  /** More of a long argument: the text that begins at `from`. Rejects with the reason (or `LOST`) when it cannot be had. */
  more(ticket: string, field: number, from: number): Promise<string> {
    return new Promise((resolve, reject) =>
      this.#replies.ask({ type: 'argument', ticket, field, from }, (reply) => {
        if (reply.type === 'argument') resolve(reply.text);
        else reject(new Error(reply.type === 'refused' ? reply.reason : reply.type));
      }),
    );
  }

  /** The connection was lost. */
  lost(): void {
    this.#connected.value = false;
    this.#replies.lost();
  }

  receive(reply: UiReply): void {
    switch (reply.type) {
      case 'overview':
        this.#arrived(reply.overview);
        break;
      case 'decided':
        this.#change(reply.ticket, { outcome: reply.outcome, waiting: false });
        break;
      default:
        this.#replies.receive(reply);
    }
  }

  #deniedAll(outcomes: readonly { readonly ticket: string; readonly outcome: Outcome }[]): void {
    const of = new Map(outcomes.map(({ ticket, outcome }) => [ticket, outcome]));
    this.#deniedAtOnce.value = outcomes.filter(({ outcome }) => outcome.kind === 'denied').length;
    this.#show(
      this.#items.value.flatMap((item): readonly Item[] => {
        const outcome = of.get(item.call.ticket);
        if (outcome === undefined) return [item];
        // One line stands for all that was denied as it was meant to be.
        return outcome.kind === 'denied' ? [] : [{ ...item, outcome, waiting: false }];
      }),
    );
  }

  /** Nothing was done: what still waits can be decided again. A lost connection is no refusal: the decisions are sent again. */
  #refused(tickets: ReadonlySet<string>, reply: UiReply): void {
    if (reply.type !== 'refused' || reply.reason === LOST) return;
    this.#items.value = this.#items.value.map((item) =>
      tickets.has(item.call.ticket) && item.outcome === null
        ? { ...item, decision: null, hindrance: reply.reason }
        : item,
    );
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
    const fresh = [...waiting.values()].map(
      (call): Item => ({ call, decision: null, outcome: null, waiting: true, hindrance: null }),
    );
    this.#show([...kept, ...fresh]);
    if (this.#first) this.#earlier.value = overview.ended.filter((one) => this.#isNews(one));
    this.#first = false;
    if (this.#connected.value) return;
    this.#connected.value = true;
    for (const { call, decision, outcome } of this.#items.value) {
      if (decision !== null && outcome === null) this.#send(call.ticket, decision, true);
    }
  }

  /** Whether a person who opens the popup now may wonder where it went. */
  #isNews({ outcome: { kind }, at }: EndedCall): boolean {
    return (kind === 'gone' || kind === 'expired') && this.#options.now() - at < EARLIER_MS;
  }

  #send(ticket: string, decision: Decision, again: boolean): void {
    const { send } = this.#options;
    switch (decision.kind) {
      case 'allow': {
        const granted = decision.grant === null ? {} : { grant: decision.grant };
        send({ type: 'decide', ticket, approve: true, again, ...granted });
        break;
      }
      case 'deny': {
        const noted = decision.note === '' ? {} : { note: decision.note };
        send({ type: 'decide', ticket, approve: false, again, ...noted });
        break;
      }
      case 'edit':
        this.#replies.ask({ type: 'edit', ticket, args: decision.args }, (reply) =>
          this.#refused(new Set([ticket]), reply),
        );
    }
  }

  #change(ticket: string, change: Partial<Item>): void {
    this.#show(this.#items.value.map((item) => (item.call.ticket === ticket ? { ...item, ...change } : item)));
  }

  /** Lets go of the oldest ended ones. What nobody decided on here is still told of, apart from the list. */
  #show(items: readonly Item[]): void {
    let surplus = items.filter((item) => item.outcome !== null).length - ENDED_KEPT;
    const [kept, gone] = split(items, (item) => item.outcome === null || surplus-- <= 0);
    this.#items.value = kept;
    const untold = gone.flatMap((item) => (item.decision === null ? this.#ended(item) : [])).reverse();
    if (untold.length > 0) this.#earlier.value = [...untold, ...this.#earlier.value].slice(0, EARLIER_KEPT);
  }

  #ended({ call: { ticket, tool, asks }, outcome }: Item): readonly EndedCall[] {
    return outcome === null ? [] : [{ ticket, tool, outcome, key: asks[0]?.key ?? null, at: this.#options.now() }];
  }
}

function split<T>(all: readonly T[], isKept: (one: T) => boolean): readonly [kept: readonly T[], gone: readonly T[]] {
  const { kept = [], gone = [] } = Object.groupBy(all, (one) => (isKept(one) ? 'kept' : 'gone'));
  return [kept, gone];
}
