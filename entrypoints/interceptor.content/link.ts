/**
 * The interceptor's side of the talk with the background: asks for verdicts, reports results, and turns what is answered,
 * or is not (see `way.ts`), into plain values.
 *
 * No verdict = the call does not run: when the way is gone for good, or silent for too long, every waiting call is denied
 * with the reason. What asks for no verdict goes on without an answer: by that nothing runs.
 *
 * Runs in the page's own world. What is given out has no prototype and is waited for with `await` alone: nothing the page
 * can replace is asked.
 */

import type { Json, Reminder, ToolResult } from '../../engine/tool-call.ts';
import type {
  BridgeNotice,
  ConversationPolicy,
  GuardNote,
  PageReply,
  PageRequest,
  ThreadHint,
} from '../background/page-messages.ts';
import type { Natives } from './natives.ts';
import { type Bare, bare, promised } from './promises.ts';
import { createWay } from './way.ts';

/** The final word on a call. */
export type Decision =
  /** `args`: a person changed the arguments; the call runs with these. */
  { readonly verdict: 'allow'; readonly args?: Json } | { readonly verdict: 'deny'; readonly reason: string };

/** What came of reporting a result. `unrecorded` says why the state could not be kept. */
export type Recorded = { readonly reminders: readonly Reminder[]; readonly unrecorded: string | null };

/** Whether the model may end its turn; else what to tell it. */
export type TurnEnd = { readonly decision: 'complete' } | { readonly decision: 'continue'; readonly message: string };

/** A conversation of an earlier load of the page, with name and value of everything that was kept with it. */
export interface Conversation {
  readonly id: string;
  readonly kept: readonly (readonly [string, Json])[];
}

export interface Asked {
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
  readonly thread: ThreadHint;
  /** Whether the call can run with other arguments, if a person changes them. */
  readonly editable?: boolean;
}

/** What else there is to say of a result. */
export interface Settling {
  /** The protocol does not say whether the call failed. */
  readonly guessed?: boolean;
  /** The page tells the model itself that a person changed the arguments. */
  readonly told?: boolean;
}

/** Messages leave in the order in which these are called. Nothing here rejects. */
export interface Link {
  /**
   * Decides on a call. With `onQueued`, whoever waits is told when the call stands in line behind another of its instances: at
   * most once, and once more after each lost connection.
   */
  gate(asked: Asked, onQueued?: () => void): Promise<Bare<Decision>>;
  settle(call: string, result: ToolResult, thread: ThreadHint, how?: Settling): Promise<Bare<Recorded>>;
  /** Nobody waits for the call any more. A pending `gate` of it is answered with a denial. */
  withdraw(call: string, why: string, thread: ThreadHint): void;
  run(thread: ThreadHint): void;
  /** The model has been asked for its next step. */
  step(thread: ThreadHint): void;
  /** The model ended its turn. Without an answer in time the turn is complete. */
  endRun(thread: ThreadHint): Promise<Bare<TurnEnd>>;
  /** Puts what the guard itself did into the journal. */
  note(note: GuardNote, thread: ThreadHint): void;
  /** Keeps a value with the thread under a name, in place of what was there; null forgets it. */
  keep(name: string, value: Json, thread: ThreadHint): void;
  /** The tab's conversation that has come as far as one of the marks, longest first; null when none has, or nobody answers. */
  recall(protocol: string, ends: readonly string[]): Promise<Bare<Conversation> | null>;
  /** The conversation has come as far as this mark. */
  reached(protocol: string, id: string, end: string): void;
  /** The page speaks a protocol. Said once a load of the page, however often it is called. */
  seen(protocol: string, level: 'execution' | 'model'): void;
}

export interface LinkOptions {
  readonly natives: Natives;
  /** A text no other page load has: the first part of the names of questions. */
  readonly load: string;
  readonly onPolicy: (mode: 'enforce' | 'observe' | 'off', conversations: ConversationPolicy) => void;
}

/** A link, and the ends its channel is tied to. */
export interface LinkEnds {
  readonly link: Link;
  /** The channel is there: messages leave through `post`. */
  connect(post: (message: PageRequest) => void): void;
  receive(message: PageReply | BridgeNotice): void;
}

const { hasOwn } = Object;

/** Where nothing is said about conversations. */
const NO_CONVERSATIONS: ConversationPolicy = { id: null };

/** A link whose channel is not there yet. */
export function createLink({ natives, load, onPolicy }: LinkOptions): LinkEnds {
  const { way, connect, receive } = createWay({
    natives,
    onPolicy: ({ mode, conversations }) => onPolicy(mode, conversations ?? NO_CONVERSATIONS),
  });
  let questions = 0;
  const name = (): string => {
    questions += 1;
    return `${load}:${questions}`;
  };

  const said: Record<string, true> = Object.create(null);

  const link: Link = {
    gate: ({ call, tool, args, thread, editable = false }, onQueued) =>
      promised((resolve) => {
        const gate = { type: 'gate', call, tool, args, thread, ...(editable ? { editable } : {}) } as const;
        const message = onQueued === undefined ? gate : ({ ...gate, tellQueued: true } as const);
        way.ask(message, (reply, failure) => resolve(decision(reply, failure)), onQueued);
      }),
    settle: (call, { status, content }, thread, { guessed = false, told = false } = {}) =>
      promised((resolve) => {
        const how = { ...(guessed ? { guessed } : {}), ...(told ? { told } : {}) };
        way.ask({ type: 'settle', call, status, content, thread, ...how }, (reply, failure) => {
          resolve(recorded(reply, failure));
        });
      }),
    withdraw(call, why, thread) {
      const waiting = way.takeBack(call);
      way.ask({ type: 'withdraw', call, why, thread }, null);
      waiting?.(null, why);
    },
    run: (thread) => way.tell({ type: 'run', thread }),
    step: (thread) => way.tell({ type: 'step', thread }),
    endRun: (thread) =>
      promised((resolve) => {
        way.ask({ type: 'end_run', end: name(), thread }, (reply) => resolve(turnEnd(reply)));
      }),
    note: (note, thread) => way.tell({ type: 'note', note, thread }),
    keep: (called, value, thread) => way.tell({ type: 'keep', name: called, value, thread }),
    recall: (protocol, ends) =>
      promised((resolve) => {
        way.ask({ type: 'recall', recall: name(), protocol, ends }, (reply) => resolve(conversation(reply)));
      }),
    reached: (protocol, id, end) => way.tell({ type: 'reached', protocol, id, end }),
    seen(protocol, level) {
      if (said[protocol] === true) return;
      said[protocol] = true;
      way.tell({ type: 'seen', protocol, level });
    },
  };
  return { link, connect, receive };
}

function decision(reply: PageReply | null, failure: string): Bare<Decision> {
  if (reply?.type === 'verdict') {
    switch (reply.verdict) {
      case 'allow':
      case 'warn':
        return bare(hasOwn(reply, 'args') ? { verdict: 'allow', args: reply.args ?? null } : { verdict: 'allow' });
      case 'deny':
        return bare({ verdict: 'deny', reason: reply.reason });
      case 'ask':
        break;
    }
  }
  return bare({ verdict: 'deny', reason: `${failure} The call was not run.` });
}

function recorded(reply: PageReply | null, failure: string): Bare<Recorded> {
  return reply?.type === 'settled'
    ? bare({ reminders: reply.reminders, unrecorded: null })
    : bare({
        reminders: [],
        unrecorded: reply?.type === 'unrecorded' ? reply.reason : failure,
      });
}

function turnEnd(reply: PageReply | null): Bare<TurnEnd> {
  return reply?.type === 'run_end' && reply.decision === 'continue' && reply.message !== undefined
    ? bare({ decision: 'continue', message: reply.message })
    : bare({ decision: 'complete' });
}

function conversation(reply: PageReply | null): Bare<Conversation> | null {
  if (reply?.type !== 'recalled' || reply.conversation === null) return null;
  const { id, kept } = reply.conversation;
  return bare({ id, kept });
}
