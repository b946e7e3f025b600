/**
 * The calls of this page: which are waiting, running or over, and which answer belongs to which.
 *
 * Runs in the page's own world. A call settles once; every later copy of its result gets the same addition.
 */

import type { ToolResult } from '../../../engine/tool-call.ts';
import type { CallMessage, WireId } from '../../../engine/wire/adapter.ts';
import type { ThreadHint } from '../../background/page-messages.ts';
import { uncheckable, WHY_ABORTED, WHY_CANCELLED } from '../hold/words.ts';
import type { Decision, Link } from '../link.ts';
import { isChanged, type ModelCalls } from '../model/model-calls.ts';
import { type Bare, bare, promised } from '../promises.ts';
import { appendix, bounded, unreportable } from './appendix.ts';
import type { Awaited, Gone, GuardedCall } from './call.ts';
import { type Connection, sameConnection } from './connection.ts';
import { isOwnLeg } from './continuations.ts';

/** Calls that are over and still known, so that a repeated result is recognised. */
const REMEMBERED = 200;

export interface CallsOptions {
  readonly link: Link;
  /** A text no other page load has: the first part of every call id. */
  readonly load: string;
  /** The calls of models on this page: a request may carry one of them to its tool. */
  readonly models: Pick<ModelCalls, 'claim'>;
}

export class Calls {
  readonly #options: CallsOptions;
  #count = 0;
  #awaited: Awaited[] = [];

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /** A new call: the background is asked about it at once. */
  open(message: CallMessage, connection: Connection, thread: ThreadHint, editable: boolean): GuardedCall {
    const { link, load } = this.#options;
    this.#count += 1;
    const { tool, args, id } = message;
    const why = unreportable(args);
    const claimed = why === null ? this.#options.models.claim(tool, args) : null;
    // A model asked for this very call, and was answered.
    const decided = claimed?.same === true;
    const call = decided ? claimed.call.call : `${load}:${this.#count}`;
    let leave: (gone: Gone) => void = () => undefined;
    const gone = promised<Bare<Gone>>((resolve) => {
      leave = (why) => resolve(bare(why));
    });
    const opened: GuardedCall = {
      call,
      tool,
      args,
      thread: claimed?.call.thread ?? thread,
      connection,
      // Told to send itself again, a call that continues another would lose what it was sent with.
      hold: {
        progress: message.hold.progress,
        legs: message.hold.legs && (message.continues === null || isOwnLeg(message)),
      },
      told: decided && isChanged(claimed.call),
      decided: decided
        ? verdict({ verdict: 'allow' })
        : why === null
          ? link.gate({ call, tool, args, thread: claimed?.call.thread ?? thread, editable })
          : verdict({ verdict: 'deny', reason: uncheckable(why) }),
      gone,
      leave,
      phase: 'waiting',
      legs: 0,
      settlement: null,
    };
    this.expect({ connection, id, call: opened, expects: 'call' });
    void this.#endWhenGone(opened);
    return opened;
  }

  /** The answer to this request belongs to the call. */
  expect(awaited: Awaited): void {
    this.#awaited[this.#awaited.length] = awaited;
    const over = this.#awaited.filter(({ call }) => call.phase === 'over');
    const forgotten = new Set(over.slice(0, Math.max(0, over.length - REMEMBERED)));
    if (forgotten.size > 0) this.#awaited = this.#awaited.filter((one) => !forgotten.has(one));
  }

  /** What waits for the answer `id` among the connections that `serves` accepts; the newest, and what is not over first. */
  find(id: WireId, serves: (connection: Connection) => boolean): Awaited | null {
    let found: Awaited | null = null;
    for (const one of this.#awaited) {
      if (one.id !== id || !serves(one.connection)) continue;
      if (found === null || one.call.phase !== 'over' || found.call.phase === 'over') found = one;
    }
    return found;
  }

  /** Whether a result may still come for a call on one of these connections. */
  expecting(serves: (connection: Connection) => boolean): boolean {
    return this.#awaited.some((one) => one.call.phase !== 'over' && serves(one.connection));
  }

  /** The client gave up the request `id`: nobody waits for its call. */
  cancel(id: WireId, connection: Connection): void {
    for (const one of this.#awaited) {
      if (one.id === id && one.call.phase !== 'over' && sameConnection(one.connection, connection))
        one.call.leave({ kind: 'cancelled' });
    }
  }

  /** Reports the result. Resolves with the text to add to it, when it is recorded or cannot be. */
  settle(call: GuardedCall, result: ToolResult): Promise<string | null> {
    if (call.settlement === null) {
      const { link } = this.#options;
      const running = call.phase === 'running';
      call.phase = 'over';
      call.settlement = running ? this.#record(link, call, result) : promised((resolve) => resolve(null));
    }
    return call.settlement;
  }

  /** Ends a call that has no result and will have none. */
  withdraw(call: GuardedCall, why: string): void {
    if (call.phase === 'over') return;
    call.phase = 'over';
    this.#options.link.withdraw(call.call, why, call.thread);
  }

  /** A call that nobody waits for does not run, and one that runs will have no result. */
  async #endWhenGone(call: GuardedCall): Promise<void> {
    const gone = await call.gone;
    this.withdraw(call, gone.kind === 'aborted' ? WHY_ABORTED : WHY_CANCELLED);
  }

  async #record(link: Link, call: GuardedCall, result: ToolResult): Promise<string | null> {
    return appendix(await link.settle(call.call, bounded(result), call.thread, { told: call.told }));
  }
}

/** What is decided without the background. */
function verdict(decision: Decision): Promise<Bare<Decision>> {
  return promised((resolve) => resolve(bare(decision)));
}
