/**
 * One tool call on its way through the page: asked about, running, over. It has one id of its own for its whole life,
 * however often its client sends it again under new request ids.
 */

import type { Json } from '../../../engine/tool-call.ts';
import type { Expects, HoldOffer, WireId } from '../../../engine/wire/adapter.ts';
import type { ThreadHint } from '../../background/page-messages.ts';
import type { Decision } from '../link.ts';
import type { Bare } from '../promises.ts';
import type { Connection } from './connection.ts';

/** Why nobody waits for a call any more. */
export type Gone =
  /** The caller's signal was aborted, or it gave up the body; `error` is what its own promises reject with. */
  | { readonly kind: 'aborted'; readonly error: unknown }
  /** The client said so in a message of its own. */
  | { readonly kind: 'cancelled' };

export interface GuardedCall {
  /** Unique among all calls of all pages. */
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
  readonly thread: ThreadHint;
  readonly connection: Connection;
  readonly hold: HoldOffer;
  /** Whether the model hears in its conversation that a person changed the arguments. */
  readonly told: boolean;
  /** The final verdict. */
  readonly decided: Promise<Bare<Decision>>;
  /** Resolves when the caller is gone; never, when it stays. */
  readonly gone: Promise<Bare<Gone>>;
  /** Says that the caller is gone. The first word counts. */
  readonly leave: (gone: Gone) => void;
  phase: 'waiting' | 'running' | 'over';
  /** Times the caller was told to send the call again. */
  legs: number;
  /** What is added to the result, once it is known; shared by all copies of the result. */
  settlement: Promise<string | null> | null;
}

/** A request whose answer the guard waits for: the call itself, or one that collects its result. */
export interface Awaited {
  readonly connection: Connection;
  readonly id: WireId;
  readonly call: GuardedCall;
  readonly expects: Expects;
}
