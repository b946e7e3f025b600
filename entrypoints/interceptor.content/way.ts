/**
 * The way to the background: sends messages in the order in which they are made, holds what is unanswered until it is, and
 * sends it again after a lost connection. Every question is idempotent by its name; what expects no answer is sent once.
 *
 * When the way is gone for good, or silent for too long, everybody who waits is told so: nobody waits without an end. A gate
 * that failed is withdrawn as soon as the way is back.
 *
 * Runs in the page's own world. What is kept here decides calls, so it lives in objects without a prototype: nothing the
 * page can replace is asked.
 */
import type { BridgeNotice, PageReply, PageRequest } from '../background/page-messages.ts';
import type { Natives } from './natives.ts';
import { BRIDGE_WITHIN_MS, LINK_CHECK_EVERY_MS, PING_EVERY_MS, SILENCE_MS } from './timing.ts';

/** Why there is no answer; each a sentence of its own. */
const NO_BRIDGE = 'Interlock is not reachable from this page; reload this tab.';
const SILENT = 'Interlock does not answer; reload this tab if this goes on.';
const DEAD = 'Interlock was reloaded or removed; reload this tab.';
const SLOW = 'Interlock took too long.';
const NOT_DATA = 'It is not plain data, so it cannot be handed to Interlock.';

/** Told the answer, or the reason why there will be none. */
export type Answer = (reply: PageReply | null, failure: string) => void;

/** A message that expects an answer. */
export type Question = Extract<PageRequest, { type: 'gate' | 'settle' | 'withdraw' | 'end_run' | 'recall' }>;
/** A message that expects none. */
export type Statement = Extract<PageRequest, { type: 'run' | 'step' | 'note' | 'keep' | 'reached' | 'seen' }>;

interface Owed {
  readonly message: Question | Statement;
  /** When it was first sent, on the clock of `now`. */
  readonly at: number;
  /** Null: nobody asks any more, but the message is still owed. */
  answer: Answer | null;
  /** To be told, once a send, that the call stands in line. */
  onQueued: (() => void) | null;
  queued: boolean;
}

export interface Way {
  /** Asks until there is an answer. Without `answer` nobody waits for it. */
  ask(message: Question, answer: Answer | null, onQueued?: () => void): void;
  /** Says it, now or when the way is up. */
  tell(message: Statement): void;
  /** Takes back a gate that is unanswered; returns who waits for it. */
  takeBack(call: string): Answer | null;
}

/** A way, and the ends its channel is tied to. */
export interface WayEnds {
  readonly way: Way;
  /** The channel is there: messages leave through `post`. */
  connect(post: (message: PageRequest) => void): void;
  receive(message: PageReply | BridgeNotice): void;
}

export interface WayOptions {
  readonly natives: Natives;
  readonly onPolicy: (policy: Extract<PageReply, { type: 'policy' }>) => void;
}

/** A way whose channel is not there yet. */
export function createWay({ natives, onPolicy }: WayOptions): WayEnds {
  const { keys } = Object;
  /** In the order in which they were made. */
  const owed: Record<string, Owed> = Object.create(null);
  let post: ((message: PageRequest) => void) | null = null;
  let up = false;
  let dead: string | null = null;
  let timer: unknown = null;
  let since = 0;
  let heardAt = 0;
  let probedAt: number | null = null;
  let statements = 0;

  const owe = (key: string, message: Owed['message'], answer: Answer | null, onQueued: Owed['onQueued']): void => {
    if (dead !== null) {
      answer?.(null, dead);
      return;
    }
    owed[key] = { message, at: natives.now(), answer, onQueued, queued: false };
    // Also when the way is down: it tells the bridge that somebody waits. What is lost is sent again when it is up.
    send(key, message);
    if (timer === null) {
      since = natives.now();
      probedAt = null;
      timer = natives.setTimeout(check, LINK_CHECK_EVERY_MS);
    }
  };

  /** What cannot be carried fails alone: what comes after it is sent. */
  const send = (key: string, message: Owed['message']): void => {
    try {
      post?.(message);
    } catch {
      // The port of a page throws for what cannot be cloned, and for nothing else.
      unsent(key, NOT_DATA);
    }
  };

  /** A message that will never arrive. A result that is lost ends its call all the same. */
  const unsent = (key: string, reason: string): void => {
    const item = owed[key];
    delete owed[key];
    if (item?.message.type === 'settle') endUnrecorded(item.message);
    item?.answer?.(null, reason);
  };

  const endUnrecorded = ({ call, thread }: Extract<Question, { type: 'settle' }>): void => {
    const message = { type: 'withdraw', call, why: 'its result could not be recorded', thread } as const;
    owe(keyOf(message), message, null, null);
  };

  /** The one who waits is told that there will be no answer. What the background must still hear stays owed. */
  const giveUp = (key: string, item: Owed, reason: string): void => {
    const { message, answer } = item;
    item.answer = null;
    switch (message.type) {
      case 'gate':
        delete owed[key];
        // Without a bridge the background never heard of the call.
        if (answer !== null && dead === null && post !== null) withdrawLater(message);
        break;
      case 'end_run':
      case 'recall':
        delete owed[key];
        break;
      case 'settle':
      case 'withdraw':
      case 'run':
      case 'step':
      case 'note':
      case 'keep':
      case 'reached':
      case 'seen':
        break;
    }
    answer?.(null, reason);
  };

  const withdrawLater = ({ call, thread }: Extract<Question, { type: 'gate' }>): void => {
    const message = { type: 'withdraw', call, why: 'no verdict came in time', thread } as const;
    owed[keyOf(message)] = { message, at: natives.now(), answer: null, onQueued: null, queued: false };
  };

  /** Nobody is left waiting. */
  const fail = (reason: string): void => {
    probedAt = null;
    for (const key of keys(owed)) {
      const item = owed[key];
      if (item !== undefined && item.answer !== null) giveUp(key, item, reason);
    }
  };

  /** A result or the end of a turn is held up for a while at most; verdicts may take as long as a person does. */
  const hurry = (now: number): void => {
    for (const key of keys(owed)) {
      const item = owed[key];
      if (item === undefined || item.answer === null || item.message.type === 'gate') continue;
      if (now - item.at >= SILENCE_MS) giveUp(key, item, SLOW);
    }
  };

  function check(): void {
    timer = null;
    if (dead !== null || keys(owed).length === 0) return;
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
    const item = owed[key];
    delete owed[key];
    if (reply.type === 'unrecorded' && item?.message.type === 'settle') endUnrecorded(item.message);
    item?.answer?.(reply, '');
  };

  const onReply = (reply: PageReply): void => {
    heardAt = natives.now();
    switch (reply.type) {
      case 'policy':
        onPolicy(reply);
        return;
      case 'queued': {
        const item = owed[`gate ${reply.call}`];
        if (item === undefined || item.queued) return;
        item.queued = true;
        item.onQueued?.();
        return;
      }
      case 'verdict':
        if (reply.verdict === 'ask') return;
        // One that nobody waits for answers a question that was asked again in the meantime.
        answered(`gate ${reply.call}`, reply);
        return;
      case 'settled':
      case 'unrecorded':
        answered(`settle ${reply.call}`, reply);
        return;
      case 'withdrawn':
        answered(`withdraw ${reply.call}`, reply);
        return;
      case 'run_end':
        answered(`end_run ${reply.end}`, reply);
        return;
      case 'recalled':
        answered(`recall ${reply.recall}`, reply);
        return;
      case 'pong':
        return;
    }
  };

  /** Says hello, and all that is owed; what expects no answer is no longer owed then. */
  const sendAll = (): void => {
    post?.({ type: 'hello' });
    for (const key of keys(owed)) {
      const item = owed[key];
      if (item === undefined) continue;
      item.queued = false;
      send(key, item.message);
      if (isStatement(item.message)) delete owed[key];
    }
  };

  const onLink = (notice: Extract<BridgeNotice, { type: 'link' }>): void => {
    up = notice.state === 'up';
    switch (notice.state) {
      case 'up':
        sendAll();
        return;
      case 'down':
        return;
      case 'dead':
        dead = DEAD;
        fail(DEAD);
        return;
    }
  };

  return {
    way: {
      ask(message, answer, onQueued) {
        owe(keyOf(message), message, answer, onQueued ?? null);
      },
      tell(message) {
        statements += 1;
        const key = `${message.type} #${statements}`;
        if (up) send(key, message);
        else owe(key, message, null, null);
      },
      takeBack(call) {
        const gate = owed[`gate ${call}`];
        delete owed[`gate ${call}`];
        return gate?.answer ?? null;
      },
    },
    connect(given) {
      post = given;
    },
    receive(message) {
      if (message.type === 'link') onLink(message);
      else if (message.type === 'unsent') unsent(`${message.of} ${message.name}`, message.reason);
      else onReply(message);
    },
  };
}

/** Under which name a question is owed: its answer says the same. */
function keyOf(message: Question): string {
  switch (message.type) {
    case 'gate':
    case 'settle':
    case 'withdraw':
      return `${message.type} ${message.call}`;
    case 'end_run':
      return `end_run ${message.end}`;
    case 'recall':
      return `recall ${message.recall}`;
  }
}

function isStatement(message: Question | Statement): boolean {
  switch (message.type) {
    case 'gate':
    case 'settle':
    case 'withdraw':
    case 'end_run':
    case 'recall':
      return false;
    case 'run':
    case 'step':
    case 'note':
    case 'keep':
    case 'reached':
    case 'seen':
      return true;
  }
}
