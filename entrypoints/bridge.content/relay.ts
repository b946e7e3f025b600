/**
 * The bridge's way to the background: relays messages as they are, and finds its way back when the connection is lost. It
 * decides nothing; all it knows of a message is whether an answer is owed. To the page it adds only how the connection fares, and
 * what it could not carry.
 *
 * Runs in the isolated world. A connection that closes while nothing is owed is left closed, so that the background may
 * sleep; the next message, or a change of the settings, opens it again.
 */
import type { BridgeNotice, PageReply, PageRequest } from '../background/page-messages.ts';

/** The part of a runtime port that is used. */
export interface BackgroundPort {
  postMessage(message: PageRequest): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
  disconnect(): void;
}

export interface RelayOptions {
  /** Opens a port. Throws when the extension is gone. */
  readonly connect: () => BackgroundPort;
  /** Whether this script still belongs to a living extension. */
  readonly alive: () => boolean;
  readonly toPage: (message: PageReply | BridgeNotice) => void;
  readonly later: (work: () => void, ms: number) => void;
}

/** Milliseconds before the first, second, … attempt in a row; the last counts for all that follow. */
const BACK_OFF_MS = [0, 100, 250, 500, 1_000, 2_000, 5_000] as const;

export interface Relay {
  /** A message from the page. */
  fromPage(message: PageRequest): void;
  /** The settings may have changed while nobody was connected: asks the background again how this page is guarded. */
  wake(): void;
}

/** Connects at once: the page waits to hear whether it is guarded. */
export function createRelay({ connect, alive, toPage, later }: RelayOptions): Relay {
  const owed = new Set<string>();
  let port: BackgroundPort | null = null;
  /** Nothing passes on a connection before its greeting: what came earlier is sent again after it. */
  let greeted = false;
  let failures = 0;
  let opening = false;
  let dead = false;

  const die = (): void => {
    dead = true;
    port = null;
    toPage({ type: 'link', state: 'dead', reason: 'Interlock was reloaded, updated or removed' });
  };

  const open = (): void => {
    opening = false;
    if (dead || port !== null) return;
    if (!alive()) {
      die();
      return;
    }
    let opened: BackgroundPort;
    try {
      opened = connect();
    } catch {
      // `connect` throws only in a script whose extension is gone.
      die();
      return;
    }
    port = opened;
    greeted = false;
    opened.onMessage.addListener((message) => {
      if (port !== opened) return;
      failures = 0;
      const reply = message as PageReply;
      settleDebt(owed, reply);
      toPage(reply);
    });
    opened.onDisconnect.addListener(() => {
      if (port === opened) lose();
    });
    toPage({ type: 'link', state: 'up' });
  };

  const reopen = (): void => {
    if (opening || dead) return;
    opening = true;
    const wait = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 5_000;
    failures += 1;
    later(open, wait);
  };

  function lose(): void {
    port = null;
    if (!alive()) {
      die();
      return;
    }
    toPage({ type: 'link', state: 'down' });
    if (owed.size > 0) reopen();
  }

  /** Whoever asked is told; nobody else is. */
  const refuse = (message: PageRequest, error: unknown): void => {
    const question = questionOf(message);
    console.warn('Interlock: the browser could not carry a message of the page.', message.type, error);
    if (question === null) return;
    owed.delete(`${question.of} ${question.name}`);
    const why = error instanceof Error ? error.message : String(error);
    const reason = `The browser could not hand it to Interlock ("${why}"). If it is large, send less at once.`;
    toPage({ type: 'unsent', ...question, reason });
  };

  open();
  return {
    fromPage(message) {
      if (dead) return;
      noteDebt(owed, message);
      if (port === null) {
        reopen();
        return;
      }
      if (message.type === 'hello') greeted = true;
      if (!greeted) return;
      try {
        port.postMessage(message);
      } catch (error) {
        if (carries(port)) refuse(message, error);
        // Closed under our hands; the listener may not have been told yet.
        else lose();
      }
    },
    wake() {
      if (port !== null) return;
      failures = 0;
      reopen();
    },
  };
}

/** Whether a port that has thrown still carries anything: browsers throw the same for a closed port and for what is too large. */
function carries(port: BackgroundPort): boolean {
  try {
    port.postMessage({ type: 'ping' });
    return true;
  } catch {
    return false;
  }
}

function noteDebt(owed: Set<string>, message: PageRequest): void {
  const question = questionOf(message);
  if (question === null) return;
  owed.add(`${question.of} ${question.name}`);
  // A withdrawn call gets no verdict.
  if (question.of === 'withdraw') owed.delete(`gate ${question.name}`);
}

/** What a message asks, and by which name it is answered; `null` when it expects no answer. */
function questionOf(message: PageRequest): Pick<Extract<BridgeNotice, { type: 'unsent' }>, 'of' | 'name'> | null {
  switch (message.type) {
    case 'gate':
    case 'settle':
    case 'withdraw':
      return { of: message.type, name: message.call };
    case 'end_run':
      return { of: 'end_run', name: message.end };
    case 'recall':
      return { of: 'recall', name: message.recall };
    case 'hello':
    case 'run':
    case 'step':
    case 'note':
    case 'keep':
    case 'reached':
    case 'seen':
    case 'ping':
      return null;
  }
}

function settleDebt(owed: Set<string>, reply: PageReply): void {
  switch (reply.type) {
    case 'verdict':
      if (reply.verdict !== 'ask') owed.delete(`gate ${reply.call}`);
      return;
    case 'settled':
    case 'unrecorded':
      owed.delete(`settle ${reply.call}`);
      return;
    case 'withdrawn':
      owed.delete(`withdraw ${reply.call}`);
      return;
    case 'run_end':
      owed.delete(`end_run ${reply.end}`);
      return;
    case 'recalled':
      owed.delete(`recall ${reply.recall}`);
      return;
    case 'policy':
    case 'queued':
    case 'pong':
      return;
  }
}
