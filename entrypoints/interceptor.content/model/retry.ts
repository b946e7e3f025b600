/**
 * When a request that the server did not serve is made again: as the official clients do it (`openai` 7, `@anthropic-ai/sdk` 1), but
 * for the random part of their own waits.
 *
 * Runs anywhere. Sends nothing and waits for nothing.
 */

/** Times a request is made again. */
export const RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** A server that asks for more is asked again after the guard's own wait, as `openai` does it. */
const LONGEST_WAIT_MS = 60_000;

/** What the server answered, in the part that counts. */
export interface Refused {
  readonly status: number;
  header(name: string): string | null;
}

/** The clock on the wall, and how dates are read; milliseconds since 1970, `NaN` for what is no date. */
export interface WallClock {
  now(): number;
  parse(date: string): number;
}

/** Milliseconds until a request that was refused may be made again after `tries` retries; null when it may not. */
export function waitAfter(refused: Refused, tries: number, clock: WallClock): number | null {
  if (tries >= RETRIES || !isWorthwhile(refused)) return null;
  const asked = askedFor(refused, clock);
  return asked > 0 && asked <= LONGEST_WAIT_MS ? asked : ownWait(tries);
}

/** The same for a request that did not get there at all. */
export function waitAfterFailure(tries: number): number | null {
  return tries >= RETRIES ? null : ownWait(tries);
}

const ownWait = (tries: number): number => FIRST_WAIT_MS * 2 ** tries;

/** The server's own word counts most. */
function isWorthwhile({ status, header }: Refused): boolean {
  const said = header('x-should-retry');
  if (said === 'true') return true;
  if (said === 'false') return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Milliseconds that the server asks for; `NaN` when it does not. */
function askedFor({ header }: Refused, clock: WallClock): number {
  const exact = Number.parseFloat(header('retry-after-ms') ?? '');
  if (!Number.isNaN(exact)) return exact;
  const after = header('retry-after') ?? '';
  const seconds = Number.parseFloat(after);
  return Number.isNaN(seconds) ? clock.parse(after) - clock.now() : seconds * 1000;
}
