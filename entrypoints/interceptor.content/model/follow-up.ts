/**
 * Requests that the guard makes in the page's place, with the page's own request: same address, headers, credentials and
 * signal, another body.
 *
 * Runs in the page's own world.
 */
import type { Exchange } from '../exchange.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare, promised } from '../promises.ts';

/** Times a request is made again after an answer that asks for patience; as the official clients do. */
const RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** Longer than this nobody is kept waiting for a server that asks for patience. */
const LONGEST_WAIT_MS = 30_000;

export type FollowedUp =
  | { readonly ok: true; readonly response: Response }
  /** A part of a sentence: "the server answered …". */
  | { readonly ok: false; readonly why: string };

/** Sends the request with `body`. Rejects only when the page has given it up. */
export async function followUp(natives: Natives, exchange: Exchange, body: string): Promise<Bare<FollowedUp>> {
  for (let tries = 0; ; tries += 1) {
    let response: Response;
    try {
      response = await exchange.withBody(body).send();
    } catch (error) {
      if (isAborted(natives, exchange)) throw error;
      if (tries < RETRIES) {
        await pause(natives, FIRST_WAIT_MS * 2 ** tries);
        continue;
      }
      return bare({ ok: false, why: `the request failed (${error instanceof Error ? error.message : String(error)})` });
    }
    const status = natives.response.status(response);
    if (status >= 200 && status < 300) return bare({ ok: true, response });
    const wait = waitOf(natives, response, tries);
    const answered = `the server answered ${status}${await detail(natives, response)}`;
    if (tries >= RETRIES || wait === null) return bare({ ok: false, why: answered });
    await pause(natives, wait);
    if (isAborted(natives, exchange)) return bare({ ok: false, why: answered });
  }
}

/** Milliseconds until the request may be made again; null when it is of no use. */
function waitOf(natives: Natives, response: Response, tries: number): number | null {
  const status = natives.response.status(response);
  if (![408, 409, 429].includes(status) && status < 500) return null;
  const asked = Number(natives.headers.get(natives.response.headers(response), 'retry-after'));
  const wait = Number.isFinite(asked) && asked > 0 ? asked * 1000 : FIRST_WAIT_MS * 2 ** tries;
  return wait > LONGEST_WAIT_MS ? null : wait;
}

/** What the error body says, for people. */
async function detail(natives: Natives, response: Response): Promise<string> {
  const text = await natives.response.text(response);
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1];
  return said === undefined ? '' : ` ("${said}")`;
}

function isAborted(natives: Natives, { signal }: Exchange): boolean {
  return signal !== null && natives.signal.aborted(signal);
}

function pause(natives: Natives, ms: number): Promise<void> {
  return promised((resolve) => {
    natives.setTimeout(() => resolve(), ms);
  });
}
