/**
 * One answer that the page is given: what the model really said in it, what the page has been shown, and the calls that came
 * with it. Calls are asked about one at a time, in the order in which the model made them.
 *
 * Runs in the page's own world.
 */

import type { Json } from '../../../engine/tool-call.ts';
import { shownCall } from '../../../engine/wire/model/anchor.ts';
import type { Exchanged } from '../../../engine/wire/model/splice.ts';
import type {
  AnswerWriter,
  Entry,
  ModelAdapter,
  ModelRequest,
  RequestedCall,
} from '../../../engine/wire/model-adapter.ts';
import type { Gone } from '../calls/call.ts';
import type { Exchange } from '../exchange.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare, own, promised } from '../promises.ts';
import type { Found } from './conversations.ts';
import { type Asked, isChanged, type ModelCall, type ModelCalls } from './model-calls.ts';
import type { PageAnswer } from './page-answer.ts';
import { changedNote, NOT_IN_TIME_MODEL, WHY_GONE } from './words.ts';

/** What a turn works with. */
export interface TurnParts {
  readonly natives: Natives;
  readonly adapter: ModelAdapter;
  readonly calls: ModelCalls;
  readonly exchange: Exchange;
  readonly request: ModelRequest;
  readonly found: Found;
  /** Whether it is beside the talk: then it is no turn of a run. */
  readonly aside: boolean;
  /** When the page gives up by itself, on the clock of `now`; null where it waits for ever. */
  readonly until: number | null;
}

/** Thrown inside a turn when the page does not wait for it any more. */
export class PageGone extends Error {
  override readonly name = 'PageGone';
}

/** Why the page is not shown the call. */
export interface Refused {
  readonly denied: string;
}

export class Turn {
  #parts: TurnParts;
  /** True answers so far, without the one that is being read. */
  exchanged: readonly Exchanged[] = [];
  /** What the model was sent, with every true answer and result so far. */
  sent: readonly Entry[] = [];
  /** Ids of the true answers so far that have one. */
  ids: readonly string[] = [];
  /** What has said something to the page, in order: answers, and notes of the guard's own. */
  said: readonly { readonly text: string }[] = [];
  handed: readonly ModelCall[] = [];
  kept: readonly ModelCall[] = [];
  /** Reasons for which calls of this turn were refused, in order. */
  reasons: readonly string[] = [];
  followUps = 0;
  /** Whether a person changed the arguments of a call of it. */
  changed = false;
  #all: readonly ModelCall[];
  #left = false;
  readonly #gone: Promise<void>;
  #leave: () => void = () => undefined;
  /** As `Signals` wants it. */
  phase: 'waiting' | 'over' = 'waiting';
  /** Told when the caller's signal is aborted. */
  onAbort: (error: unknown) => void = () => undefined;

  /** `kept`: calls of an earlier answer that are decided on in this one. */
  constructor(parts: TurnParts, kept: readonly ModelCall[] = []) {
    this.#parts = parts;
    this.#all = kept;
    this.#gone = promised((resolve) => {
      this.#leave = resolve;
    });
  }

  /** The page waits no more: nothing of the turn runs. */
  leave = (gone: Gone): void => {
    if (this.phase === 'over') return;
    this.abandon(WHY_GONE);
    if (gone.kind === 'aborted') this.onAbort(gone.error);
  };

  abandon(why: string): void {
    this.#left = true;
    this.phase = 'over';
    for (const call of this.#all) this.parts.calls.withdraw(call, why);
    this.#leave();
  }

  get parts(): TurnParts {
    return this.#parts;
  }

  /** The server answers as it likes, whatever the page asked for. */
  answeredAs(stream: boolean): void {
    this.#parts = { ...this.#parts, request: { ...this.#parts.request, stream } };
  }

  /** What the page was told in words. */
  get text(): string {
    return this.said.map(({ text }) => text).join('');
  }

  get left(): boolean {
    return this.#left;
  }

  /** Asks about a call, the `nth` of its id in its answer, and shows it to the page when it may run. Throws `PageGone`. */
  offer(
    requested: RequestedCall,
    nth: number,
    page: PageAnswer,
    writer: AnswerWriter,
    held: <T>(work: Promise<T>) => Promise<T>,
  ): Promise<'handed' | 'kept' | Bare<Refused>> {
    const { calls, found } = this.parts;
    const call = calls.create(requested, nth, found.conversation.thread);
    this.#all = [...this.#all, call];
    return this.offerAgain(call, page, writer, held);
  }

  /** The same with a call that was asked about before: one of those that the turn was made with. */
  async offerAgain(
    call: ModelCall,
    page: PageAnswer,
    writer: AnswerWriter,
    held: <T>(work: Promise<T>) => Promise<T>,
  ): Promise<'handed' | 'kept' | Bare<Refused>> {
    // A call can wait for another one of the same answer; where the page has none of it, nothing is there to wait for.
    const asked = await held(this.#asked(call, this.handed.length > 0));
    if (this.#left || !page.open) throw new PageGone();
    switch (asked.verdict) {
      case 'allow':
        if (asked.args !== null) this.#change(call, asked.args);
        this.handed = [...this.handed, call];
        page.text(writer.call(call.requested));
        page.flush();
        return 'handed';
      case 'queued':
        this.kept = [...this.kept, call];
        return 'kept';
      case 'deny':
        this.reasons = [...this.reasons, asked.reason];
        return bare({ denied: asked.reason });
    }
  }

  /** The page runs what the person made of the call; the model hears of it with the result. */
  #change(call: ModelCall, args: Json): void {
    const { adapter, found } = this.parts;
    this.changed = true;
    const content = changedNote(call.requested, args);
    call.requested = adapter.withArgs(call.requested, args);
    call.shown = shownCall(call.requested);
    if (isChanged(call)) found.conversation.remindLater(call, { target: 'suffix_system', content });
  }

  #asked(call: ModelCall, queue: boolean): Promise<Bare<Asked>> {
    const { natives, calls, until } = this.parts;
    return promised((resolve) => {
      const answer = (asked: Asked): void => resolve(bare(asked));
      const wait = until === null ? null : Math.max(0, until - natives.now());
      const timer =
        wait === null
          ? null
          : natives.setTimeout(() => {
              calls.withdraw(call, 'no decision was made for as long as the page waits');
              answer({ verdict: 'deny', reason: NOT_IN_TIME_MODEL });
            }, wait);
      const ask = async (): Promise<void> => {
        const asked = await own(calls.ask(call, queue));
        if (timer !== null) natives.clearTimeout(timer);
        answer(asked);
      };
      const go = async (): Promise<void> => {
        await this.#gone;
        answer({ verdict: 'deny', reason: WHY_GONE });
      };
      void ask();
      void go();
    });
  }
}
