/**
 * The tool calls that models asked for on this page: asked about in order, handed to the page or kept, and settled by what the
 * page sends back.
 *
 * Runs in the page's own world. A call has one id of its own for its whole life; protocols repeat theirs.
 */
import type { Json, ToolResult } from '../../../engine/tool-call.ts';
import { canonical } from '../../../engine/wire/json.ts';
import { type ShownCall, shownCall } from '../../../engine/wire/model/anchor.ts';
import { argsMark } from '../../../engine/wire/model/marks.ts';
import type { RequestedCall } from '../../../engine/wire/model-adapter.ts';
import type { ThreadHint } from '../../background/page-messages.ts';
import { bounded, unreportable } from '../calls/appendix.ts';
import { uncheckable, undecodable } from '../hold/words.ts';
import type { Link, Recorded } from '../link.ts';
import { type Bare, bare, promised } from '../promises.ts';

/** One call of a model, as much as is known of it after the page was loaded anew. */
export interface OpenCall {
  /** Unique among all calls of all pages. */
  readonly call: string;
  readonly thread: ThreadHint;
  /** As the page was or will be handed it. */
  shown: ShownCall;
  /** Mark of the arguments that the model gave. */
  readonly args: string;
  phase: 'waiting' | 'kept' | 'running' | 'over';
  /** Whether a request of the page's own carries it to its tool: then that one settles it. */
  carried: boolean;
  /** Resolves when it has been decided on for good; also where it is not held until then. */
  decided: Promise<unknown> | null;
}

/** One call of a model that was asked about on this page. */
export interface ModelCall extends OpenCall {
  /** As the page was or will be handed it. */
  requested: RequestedCall;
  /** How many calls before it in its answer have the same id. */
  readonly nth: number;
}

/** What became of the question. `queued`: it stands behind a running call of its instance; ask again later. */
export type Asked =
  | { readonly verdict: 'allow'; readonly args: Json | null }
  | { readonly verdict: 'deny'; readonly reason: string }
  | { readonly verdict: 'queued' };

export interface ModelCallsOptions {
  readonly link: Link;
  readonly load: string;
  /** Whether calls are held at all. */
  readonly enforces: () => boolean;
}

export class ModelCalls {
  readonly #options: ModelCallsOptions;
  #count = 0;
  #open: ModelCall[] = [];
  /** Marks of calls that were let through. */
  readonly #allowed: Record<string, true> = Object.create(null);

  constructor(options: ModelCallsOptions) {
    this.#options = options;
  }

  create(requested: RequestedCall, nth: number, thread: ThreadHint): ModelCall {
    this.#count += 1;
    const shown = shownCall(requested);
    const call: ModelCall = {
      call: `${this.#options.load}:m${this.#count}`,
      thread,
      requested,
      nth,
      shown,
      args: shown.args,
      phase: 'waiting',
      carried: false,
      decided: null,
    };
    this.#open = [...this.#open.filter(({ phase }) => phase !== 'over'), call];
    return call;
  }

  /** Asks about the call, or asks again. Allowed, it runs from now on. */
  async ask(call: ModelCall, queue: boolean): Promise<Bare<Asked>> {
    const { tool, args, undecodable: why } = call.requested;
    const unfit = why === null ? unreportable(args) : null;
    if (why !== null || unfit !== null) {
      call.phase = 'over';
      return bare({ verdict: 'deny', reason: why === null ? uncheckable(unfit ?? '') : undecodable(why) });
    }
    const asked = await this.#verdict(call, tool, args, queue);
    // Withdrawn in the meantime: whatever the answer is, it must not run.
    if (isOver(call)) return bare({ verdict: 'deny', reason: 'Not run: nobody waits for this call any more.' });
    // With other arguments it is another call, and not to be had by reading the answer once more.
    if (asked.verdict === 'allow' && asked.args === null) this.#allowed[markOfCall(call.requested)] = true;
    call.phase = asked.verdict === 'allow' ? 'running' : asked.verdict === 'queued' ? 'kept' : 'over';
    return asked;
  }

  #verdict(call: ModelCall, tool: string, args: Json, queue: boolean): Promise<Bare<Asked>> {
    const { link } = this.#options;
    const enforces = this.#options.enforces();
    return promised((resolve) => {
      // Where nothing is held, a call that stands in line goes on; its page would never come with what it waits for.
      const onQueued = (): void => resolve(bare(enforces ? { verdict: 'queued' } : { verdict: 'allow', args: null }));
      const decide = async (): Promise<void> => {
        const { thread } = call;
        const asked = { call: call.call, tool, args, thread, editable: true };
        const decision = await link.gate(asked, queue || !enforces ? onQueued : undefined);
        resolve(
          bare(
            decision.verdict === 'allow'
              ? { verdict: 'allow', args: decision.args ?? null }
              : { verdict: 'deny', reason: decision.reason },
          ),
        );
      };
      call.decided = decide();
    });
  }

  /** Whether this very call was let through on this page. */
  wasAllowed(requested: RequestedCall): boolean {
    return this.#allowed[markOfCall(requested)] === true;
  }

  /** Reports a result that came in a request. */
  async settle(call: OpenCall, result: ToolResult, guessed: boolean): Promise<Bare<Recorded>> {
    const running = call.phase === 'running' && !call.carried;
    call.phase = 'over';
    if (!running) return bare({ reminders: [], unrecorded: null });
    await call.decided;
    return await this.#options.link.settle(call.call, bounded(result), call.thread, { guessed, told: isChanged(call) });
  }

  /** The call does not run, or will have no result. */
  withdraw(call: OpenCall, why: string): void {
    if (call.phase === 'over') return;
    call.phase = 'over';
    if (!call.carried) this.#options.link.withdraw(call.call, why, call.thread);
  }

  /**
   * A request of the page's own carries a tool call: the running call that it is, if there is one. It was decided on already, and
   * is settled by the answer to that request. The same tool with other arguments takes the place of the call in its thread.
   */
  claim(tool: string, args: Json): { readonly call: ModelCall; readonly same: boolean } | null {
    const running = this.#open.filter(({ phase, carried, requested }) => {
      return phase === 'running' && !carried && isTool(requested.tool, tool);
    });
    const text = canonical(args);
    const same = running.find(({ requested }) => requested.tool === tool && canonical(requested.args) === text);
    const call = same ?? running[0];
    if (call === undefined) return null;
    if (same === undefined) this.withdraw(call, 'the page sent it to its tool with another name or other arguments');
    else call.carried = true;
    return { call, same: same !== undefined };
  }
}

const markOfCall = (call: RequestedCall): string => `${call.id} ${call.tool} ${argsMark(call)}`;

/** Whether a person changed its arguments; the model is told so where the conversation goes on. */
export const isChanged = ({ shown, args }: OpenCall): boolean => shown.args !== args;

const isOver = ({ phase }: ModelCall): boolean => phase === 'over';

/** Consoles put the server's name in front of a tool's: `files__write`, `files.write`, `files-write`. */
function isTool(asked: string, sent: string): boolean {
  return asked === sent || (asked.endsWith(sent) && /[^a-zA-Z0-9]$/.test(asked.slice(0, -sent.length)));
}
