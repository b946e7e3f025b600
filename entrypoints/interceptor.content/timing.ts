/**
 * How long things may take, in milliseconds. The outer limit they all answer to: clients of both MCP SDKs give up 60
 * seconds after they sent a request, unless they are shown progress or told to ask again.
 */

/** A call that is decided sooner than this is answered as if nobody had looked. */
export const KEEP_ALIVE_AFTER_MS = 10_000;
/** Between two signs of progress. */
export const PROGRESS_EVERY_MS = 15_000;
/** Longest wait in one leg of a call that the client sends again by itself. */
export const LEG_MS = 45_000;
/** Legs of one call. The clients' cap is 10 in all; the rest is left to the server's own. */
export const MAX_LEGS = 8;
/** A client that was told to send a call again and has not done so by then is gone. */
export const RESEND_WITHIN_MS = 30_000;
/** Longest wait for a caller that can neither be shown progress nor told to ask again. */
export const DECIDE_WITHIN_MS = 50_000;
/** Signs of progress in a row that lie unread, after which the reader is taken to be gone. */
export const UNREAD_SIGNS = 2;
/** Once a model has said how its answer ends, totals and marks are waited for so long; then it has ended. */
export const END_WITHIN_MS = 500;
/** A request to a model has left by then. */
export const LEFT_AFTER_MS = 5;
/** How long the calls of one batch are waited for together, before the undecided ones go their own way. */
export const BATCH_TOGETHER_MS = 500;

/** Between two looks at the way to the background, while something waits for it. */
export const LINK_CHECK_EVERY_MS = 5_000;
/** No bridge by then: there will be none. */
export const BRIDGE_WITHIN_MS = 5_000;
/** Between two pings, while something waits. The background of Chromium sleeps after 30 seconds without a message. */
export const PING_EVERY_MS = 20_000;
/** A ping unanswered for so long: no verdict will come. */
export const SILENCE_MS = 30_000;
