/**
 * The interceptor's side of the way to the background: asks for verdicts, reports results, and holds what is unanswered
 * until it is. After a lost connection everything unanswered is sent again; every request is idempotent by its call.
 *
 * No verdict = the call does not run: when the way is gone for good, or silent for too long, every waiting call is denied
 * with the reason, and withdrawn as soon as the way is back.
 *
 * Runs in the page's own world. What is kept here decides calls, so it lives in objects without a prototype and is waited
 * for with `await` alone: nothing the page can replace is asked.
 */

import type { Json, Reminder, ToolResult } from '../../engine/tool-call.ts';
import type { BridgeNotice, PageReply, PageRequest, ThreadHint } from '../background/page-messages.ts';
import type { Natives } from './natives.ts';
import { BRIDGE_WITHIN_MS, LINK_CHECK_EVERY_MS, PING_EVERY_MS, SILENCE_MS } from './timing.ts';

/** The final word on a call. */
export type Decision = { readonly verdict: 'allow' } | { readonly verdict: 'deny'; readonly reason: string };

/** What came of reporting a result. `unrecorded` says why the state could not be kept. */
export type Recorded = { readonly reminders: readonly Reminder[]; readonly unrecorded: string | null };

export interface Asked {
  readonly call: string;
  readonly tool: string;
  readonly args: Json;
  readonly thread: ThreadHint;
}

export interface Link {
  gate(asked: Asked): Promise<Decision>;
  settle(call: string, result: ToolResult, thread: ThreadHint): Promise<Recorded>;
  /** Nobody waits for the call any more. A pending `gate` of it is answered with a denial. */
  withdraw(call: string, why: string, thread: ThreadHint): void;
  run(thread: ThreadHint): void;
}

export interface LinkOptions {
  readonly natives: Natives;
  readonly onPolicy: (mode: 'enforce' | 'observe' | 'off') => void;
}

/** Why there is no answer; each a sentence of its own. */
const NO_BRIDGE = 'Interlock is not reachable from this page; reload this tab.';
const SILENT = 'Interlock does not answer; reload this tab if this goes on.';
const DEAD = 'Interlock was reloaded or removed; reload this tab.';
const SLOW = 'Interlock took too long.';

interface Waiting {
  readonly message: PageRequest;
  /** When it was first sent, on the clock of `now`. */
  readonly at: number;
  /** Told the answer, or the reason why there will be none. Null: nobody asks any more, but the message is still owed. */
  answer: ((reply: PageReply | null, failure: string) => void) | null;
}

/** A link, and the ends its channel is tied to. */
export interface LinkEnds {
  readonly link: Link;
  /** The channel is there: messages leave through `post`. */
  connect(post: (message: PageRequest) => void): void;
  receive(message: PageReply | BridgeNotice): void;
}

export function createLink({ natives, onPolicy }: LinkOptions): LinkEnds {
  const { keys } = Object;
  const waiting: Record<string, Waiting> = Object.create(null);
  let post: ((message: PageRequest) => void) | null = null;
  let up = false;
  let dead: string | null = null;
  let timer: unknown = null;
  let since = 0;
  let heardAt = 0;
  let probedAt: number | null = null;

  const owe = (key: string, message: PageRequest, answer: Waiting['answer']): void => {
    if (dead !== null) {
      answer?.(null, dead);
      return;
    }
    waiting[key] = { message, at: natives.now(), answer };
    // Also when the way is down: it tells the bridge that somebody waits. What is lost is sent again when it is up.
    post?.(message);
    if (timer === null) {
      since = natives.now();
      probedAt = null;
      timer = natives.setTimeout(check, LINK_CHECK_EVERY_MS);
    }
  };

  /** Nobody is left waiting: answers everything with its failure. What the background must still hear stays owed. */
  const fail = (reason: string): void => {
    probedAt = null;
    for (const key of keys(waiting)) {
      const item = waiting[key];
      if (item === undefined || item.answer === null) continue;
      const { message, answer } = item;
      if (message.type === 'gate') {
        delete waiting[key];
        const { call, thread } = message;
        // Without a bridge the background never heard of the call.
        if (dead === null && post !== null)
          waiting[`withdraw ${call}`] = {
            message: { type: 'withdraw', call, why: 'no verdict came in time', thread },
            at: natives.now(),
            answer: null,
          };
      } else item.answer = null;
      answer(null, reason);
    }
  };

  /** A result is held up for a while at most; verdicts may take as long as a person does. */
  const hurry = (now: number): void => {
    for (const key of keys(waiting)) {
      const item = waiting[key];
      if (item?.message.type !== 'settle' || item.answer === null || now - item.at < SILENCE_MS) continue;
      const { answer } = item;
      item.answer = null;
      answer(null, SLOW);
    }
  };

  function check(): void {
    timer = null;
    if (dead !== null || keys(waiting).length === 0) return;
    const now = natives.now();
    hurry(now);
    if (post === null) {
      if (now - since >= BRIDGE_WITHIN_MS) fail(NO_BRIDGE);
    } else if (probedAt !== null && heardAt < probedAt) {
      if (now - probedAt >= SILENCE_MS) fail(SILENT);
    } else if (probedAt === null || now - probedAt >= PING_EVERY_MS) {
      probedAt = now;
      post({ type: 'ping' });
    }
    timer = natives.setTimeout(check, LINK_CHECK_EVERY_MS);
  }

  const answered = (key: string, reply: PageReply): void => {
    const item = waiting[key];
    delete waiting[key];
    item?.answer?.(reply, '');
  };

  const onReply = (reply: PageReply): void => {
    heardAt = natives.now();
    switch (reply.type) {
      case 'policy':
        onPolicy(reply.mode);
        return;
      case 'verdict':
        if (reply.verdict === 'ask') return;
        // A denial of a call that nobody asks about refuses what was said of it last.
        answered(waiting[`gate ${reply.call}`] === undefined ? `settle ${reply.call}` : `gate ${reply.call}`, reply);
        return;
      case 'settled':
        answered(`settle ${reply.call}`, reply);
        return;
      case 'withdrawn':
        answered(`withdraw ${reply.call}`, reply);
        return;
      case 'pong':
        return;
    }
  };

  const onLink = (notice: BridgeNotice): void => {
    switch (notice.state) {
      case 'up':
        up = true;
        post?.({ type: 'hello' });
        for (const key of keys(waiting)) {
          const item = waiting[key];
          if (item !== undefined) post?.(item.message);
          if (item?.message.type === 'run') delete waiting[key];
        }
        return;
      case 'down':
        up = false;
        return;
      case 'dead':
        up = false;
        dead = DEAD;
        fail(DEAD);
        return;
    }
  };

  let runs = 0;
  const link: Link = {
    gate: ({ call, tool, args, thread }) =>
      new natives.Promise((resolve) => {
        owe(`gate ${call}`, { type: 'gate', call, tool, args, thread }, (reply, failure) => {
          resolve(decision(reply, failure));
        });
      }),
    settle: (call, result, thread) =>
      new natives.Promise((resolve) => {
        owe(
          `settle ${call}`,
          { type: 'settle', call, status: result.status, content: result.content, thread },
          (reply, failure) => {
            resolve(recorded(reply, failure));
          },
        );
      }),
    withdraw(call, why, thread) {
      const gate = waiting[`gate ${call}`];
      delete waiting[`gate ${call}`];
      owe(`withdraw ${call}`, { type: 'withdraw', call, why, thread }, null);
      gate?.answer?.(null, why);
    },
    run(thread) {
      if (up) post?.({ type: 'run', thread });
      else {
        runs += 1;
        owe(`run ${runs}`, { type: 'run', thread }, null);
      }
    },
  };

  return {
    link,
    connect(given) {
      post = given;
    },
    receive(message) {
      if (message.type === 'link') onLink(message);
      else onReply(message);
    },
  };
}

function decision(reply: PageReply | null, failure: string): Decision {
  if (reply?.type === 'verdict') {
    switch (reply.verdict) {
      case 'allow':
      case 'warn':
        return bare({ verdict: 'allow' });
      case 'deny':
        return bare({ verdict: 'deny', reason: reply.reason });
      case 'ask':
        break;
    }
  }
  return bare({ verdict: 'deny', reason: `${failure} The call was not run.` });
}

function recorded(reply: PageReply | null, failure: string): Recorded {
  return reply?.type === 'settled'
    ? bare({ reminders: reply.reminders, unrecorded: null })
    : bare({
        reminders: [],
        unrecorded: reply?.type === 'verdict' && reply.verdict === 'deny' ? reply.reason : failure,
      });
}

/** Without a prototype: a promise resolved with it looks for a `then` in nothing the page can add to. */
function bare<T extends object>(value: T): T {
  return Object.freeze(Object.assign(Object.create(null), value));
}
