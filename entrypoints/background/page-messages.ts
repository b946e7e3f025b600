/**
 * The contract of the hop interceptor → bridge → background. The bridge relays these messages as they are; it adds
 * nothing and decides nothing. Where a message came from (tab, frame, origin) the background reads off the
 * port's sender, never off the message.
 *
 * Every request is idempotent by its `call`: after a lost connection the interceptor sends it again and gets the
 * answer that is on disk.
 */
import type { Json, Reminder } from '../../engine/tool-call.ts';

/** Name of the runtime port a bridge opens. */
export const PAGE_PORT = 'interlock:page';

/** What the adapter knows about the conversation the call belongs to. */
export interface ThreadHint {
  /** Protocol as in `engine/wire`, e.g. `mcp`. */
  readonly protocol: string;
  /** An id the protocol itself carries (an MCP session id, say), already unique to its server; absent = the tab is the thread. */
  readonly id?: string;
}

/** What an `end` begins with that stands for a call rather than for a history: several conversations can come to the same one. */
export const CALL_END = 'call:';

/** How a site tells its conversations with a model apart. */
export interface ConversationPolicy {
  /**
   * Where an id of the conversation stands: a regular expression (the syntax that RE2 and JavaScript share) over the page's address, or over the request body,
   * whose first group is the id. Null: the protocol's own ids and the history decide.
   */
  readonly id: { readonly from: 'url' | 'body'; readonly pattern: string } | null;
}

/** What the guard did to a conversation, for the journal. */
export interface GuardNote {
  readonly kind:
    | 'follow_up'
    | 'follow_up_failed'
    | 'capped'
    | 'kept_back'
    | 'handed_over'
    | 'spliced'
    | 'moved'
    | 'dropped';
  /** Ids of the calls it concerns, as the guard knows them. */
  readonly calls: readonly string[];
  /** A sentence for people. At most 2,000 characters. */
  readonly text: string;
}

/** From the page's interceptor to the background. */
export type PageRequest =
  /** First message on every connection, also after a reconnect. Answered by `policy`. */
  | { readonly type: 'hello' }
  /** Decide on a call. Answered by `verdict`; after `ask` a second `verdict` for the same call follows once it is decided. */
  | {
      readonly type: 'gate';
      readonly call: string;
      readonly tool: string;
      readonly args: Json;
      readonly thread: ThreadHint;
      /** True: while the call stands in line behind another of its instances, say so (`queued`) and go on waiting. */
      readonly tellQueued?: boolean;
      /** True: the page can run the call with other arguments than these, if a person changes them (`args` of the verdict). */
      readonly editable?: boolean;
    }
  /** The result of a running call. Answered by `settled`. `content` as in ToolResult. */
  | {
      readonly type: 'settle';
      readonly call: string;
      readonly status: 'success' | 'error';
      readonly content: Json;
      /** True: the protocol has no flag for failures, and `status` is a guess; a rule of the site's comes before it. */
      readonly guessed?: boolean;
      /** True: the page itself tells the model that a person changed the arguments. */
      readonly told?: boolean;
      readonly thread: ThreadHint;
    }
  /** Nobody waits for this call any more: it must not run, or (if it runs) its result will never come. Answered by `withdrawn`. */
  | { readonly type: 'withdraw'; readonly call: string; readonly why: string; readonly thread: ThreadHint }
  /** A new run begins in the thread (an MCP `initialize`, for one). Not answered. */
  | { readonly type: 'run'; readonly thread: ThreadHint }
  /** The model has been asked for its next step. Not answered. */
  | { readonly type: 'step'; readonly thread: ThreadHint }
  /** The model ended its turn. Answered by `run_end` with the same `end`, a text no other message has. */
  | { readonly type: 'end_run'; readonly end: string; readonly thread: ThreadHint }
  /** Puts what the guard itself did in the thread (a splice made, moved or dropped; a follow-up) into the journal. Not answered. */
  | { readonly type: 'note'; readonly note: GuardNote; readonly thread: ThreadHint }
  /**
   * Keeps `value` with the thread under `name`, in place of what was there; `null` forgets it. At most 1,000 names a thread. Not
   * answered; what was kept is on disk before a later `recall` is answered.
   */
  | { readonly type: 'keep'; readonly name: string; readonly value: Json; readonly thread: ThreadHint }
  /**
   * Finds the conversation that a request continues after the page was loaded anew: `ends` are the marks of its prefixes, longest
   * first. Answered by `recalled` with the same `recall`.
   */
  | { readonly type: 'recall'; readonly recall: string; readonly protocol: string; readonly ends: readonly string[] }
  /**
   * The tab's conversation `id` of the protocol has come as far as the mark `end`. Remembered for the browser session: the last one that
   * came there, or, at the end of a call (`CALL_END`), none when several have. Not answered.
   */
  | { readonly type: 'reached'; readonly protocol: string; readonly id: string; readonly end: string }
  /** A protocol was recognised, for the first time since the page was loaded. For people who set up a site. Not answered. */
  | { readonly type: 'seen'; readonly protocol: string; readonly level: 'execution' | 'model' }
  /** Keeps the worker alive while calls wait. Answered by `pong`. */
  | { readonly type: 'ping' };

/** From the background to the page's interceptor. */
export type PageReply =
  | {
      readonly type: 'policy';
      readonly mode: 'enforce' | 'observe' | 'off';
      readonly conversations?: ConversationPolicy;
    }
  /** The call stands in line behind another one that runs; a `verdict` follows when its turn comes. */
  | { readonly type: 'queued'; readonly call: string }
  /** `message` is there with `continue`: what to tell the model. */
  | {
      readonly type: 'run_end';
      readonly end: string;
      readonly decision: 'complete' | 'continue';
      readonly message?: string;
    }
  /** `id` is null when no conversation of this tab has come that far. `kept` holds name and value of everything that was kept. */
  | {
      readonly type: 'recalled';
      readonly recall: string;
      readonly conversation: { readonly id: string; readonly kept: readonly (readonly [string, Json])[] } | null;
    }
  /** `args` are there when a person changed the arguments: the call must run with these, or not at all. */
  | { readonly type: 'verdict'; readonly call: string; readonly verdict: 'allow' | 'warn'; readonly args?: Json }
  | { readonly type: 'verdict'; readonly call: string; readonly verdict: 'deny'; readonly reason: string }
  | {
      readonly type: 'verdict';
      readonly call: string;
      readonly verdict: 'ask';
      readonly reason: string;
      readonly expiresAt: number;
    }
  | { readonly type: 'settled'; readonly call: string; readonly reminders: readonly Reminder[] }
  /** The call's result could not be read or stored: its state has not moved. */
  | { readonly type: 'unrecorded'; readonly call: string; readonly reason: string }
  | { readonly type: 'withdrawn'; readonly call: string }
  | { readonly type: 'pong' };

/** From the bridge itself, on the private channel only: the way to the background. */
export type BridgeNotice =
  | { readonly type: 'link'; readonly state: 'up' }
  /** The port closed; the bridge reconnects. Pending requests are to be sent again when it is `up`. */
  | { readonly type: 'link'; readonly state: 'down' }
  /** The extension was reloaded, updated or removed under the page: no verdict will ever come here again. */
  | { readonly type: 'link'; readonly state: 'dead'; readonly reason: string }
  /**
   * The browser cannot carry a question to the background (too large, for one): it will not be answered, and is not to be sent again.
   * `name` is what its answer would have named: `call`, `end` or `recall`. `reason` is a sentence of its own.
   */
  | {
      readonly type: 'unsent';
      readonly of: 'gate' | 'settle' | 'withdraw' | 'end_run' | 'recall';
      readonly name: string;
      readonly reason: string;
    };
