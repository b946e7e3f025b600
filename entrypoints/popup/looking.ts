/**
 * Tells the background, by a port that is open for so long, that a person sees this view: then no notification need tell them of a
 * call that waits. A side panel stays open while they work elsewhere. Runs in popup and side panel.
 */

/** The part of a browser port that is used here. */
export interface LookingPort {
  disconnect(): void;
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface LookingOptions {
  readonly connect: () => LookingPort;
  /** Whether the view is seen at the moment. */
  readonly seen: () => Promise<boolean>;
  /** Calls `change` whenever that may have become different. */
  readonly listen: (change: () => void) => void;
  /** Runs `work` a little later. */
  readonly later: (work: () => void) => void;
}

export function keepLooking({ connect, seen, listen, later }: LookingOptions): void {
  let port: LookingPort | null = null;
  let latest = 0;
  const look = async (): Promise<void> => {
    const mine = ++latest;
    const looking = await seen();
    if (mine !== latest || looking === (port !== null)) return;
    if (looking) port = opened();
    else {
      port?.disconnect();
      port = null;
    }
  };
  const opened = (): LookingPort => {
    const mine = connect();
    // The browser ends an idle worker, and the port with it; connecting wakes it.
    mine.onDisconnect.addListener(() => {
      if (port === mine) port = null;
      later(change);
    });
    return mine;
  };
  const change = (): void => {
    look().catch((error: unknown) => {
      console.warn('Interlock: the background cannot be told who looks.', error);
    });
  };
  listen(change);
  change();
}
