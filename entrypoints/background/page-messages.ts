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
    }
  /** The result of a running call. Answered by `settled`. `content` as in ToolResult. */
  | {
      readonly type: 'settle';
      readonly call: string;
      readonly status: 'success' | 'error';
      readonly content: Json;
      readonly thread: ThreadHint;
    }
  /** Nobody waits for this call any more: it must not run, or (if it runs) its result will never come. Answered by `withdrawn`. */
  | { readonly type: 'withdraw'; readonly call: string; readonly why: string; readonly thread: ThreadHint }
  /** A new run begins in the thread (an MCP `initialize`, for one). Not answered. */
  | { readonly type: 'run'; readonly thread: ThreadHint }
  /** Keeps the worker alive while calls wait. Answered by `pong`. */
  | { readonly type: 'ping' };

/** From the background to the page's interceptor. */
export type PageReply =
  | { readonly type: 'policy'; readonly mode: 'enforce' | 'observe' | 'off' }
  | { readonly type: 'verdict'; readonly call: string; readonly verdict: 'allow' | 'warn' }
  | { readonly type: 'verdict'; readonly call: string; readonly verdict: 'deny'; readonly reason: string }
  | {
      readonly type: 'verdict';
      readonly call: string;
      readonly verdict: 'ask';
      readonly reason: string;
      readonly expiresAt: number;
    }
  | { readonly type: 'settled'; readonly call: string; readonly reminders: readonly Reminder[] }
  | { readonly type: 'withdrawn'; readonly call: string }
  | { readonly type: 'pong' };

/** From the bridge itself, on the private channel only: the way to the background. */
export type BridgeNotice =
  | { readonly type: 'link'; readonly state: 'up' }
  /** The port closed; the bridge reconnects. Pending requests are to be sent again when it is `up`. */
  | { readonly type: 'link'; readonly state: 'down' }
  /** The extension was reloaded, updated or removed under the page: no verdict will ever come here again. */
  | { readonly type: 'link'; readonly state: 'dead'; readonly reason: string };
