/**
 * Requests that the guard makes in the page's place, with the page's own request: same address, headers, credentials and
 * signal, another body.
 *
 * Runs in the page's own world.
 */

import type { Exchange } from '../exchange.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare, promised } from '../promises.ts';
import { isServed } from '../served.ts';
import { waitAfter, waitAfterFailure } from './retry.ts';

export type FollowedUp =
  | { readonly ok: true; readonly response: Response }
  /** A part of a sentence: "the server answered …". */
  | { readonly ok: false; readonly why: string };

/**
 * Sends the request with `body`, again where the server asks for patience, for as long as somebody `wants` the answer. Rejects only
 * when the page has given it up.
 */
export async function followUp(
  natives: Natives,
  exchange: Exchange,
  body: string,
  wanted: () => boolean,
): Promise<Bare<FollowedUp>> {
  for (let tries = 0; ; tries += 1) {
    const tried = await attempt(natives, exchange, body, tries);
    if ('ok' in tried) return tried;
    await pause(natives, tried.wait);
    if (isAborted(natives, exchange) || !wanted())
      return bare({ ok: false, why: 'the page does not wait for it any more' });
  }
}

/** What came of one request: an answer, or milliseconds until the next one is due. */
async function attempt(
  natives: Natives,
  exchange: Exchange,
  body: string,
  tries: number,
): Promise<Bare<FollowedUp | { readonly wait: number }>> {
  let response: Response;
  try {
    response = await exchange.withBody(body).send();
  } catch (error) {
    if (isAborted(natives, exchange)) throw error;
    const wait = waitAfterFailure(tries);
    if (wait !== null) return bare({ wait });
    return bare({ ok: false, why: `the request failed (${error instanceof Error ? error.message : String(error)})` });
  }
  if (isServed(natives, response)) return bare({ ok: true, response });
  const status = natives.response.status(response);
  const headers = natives.response.headers(response);
  const wait = waitAfter({ status, header: (name) => natives.headers.get(headers, name) }, tries, natives.date);
  if (wait === null) return bare({ ok: false, why: `the server answered ${status}${await detail(natives, response)}` });
  discard(natives, response);
  return bare({ wait });
}

/** What the error body says, for people. */
async function detail(natives: Natives, response: Response): Promise<string> {
  let text: string;
  try {
    text = await natives.response.text(response);
  } catch {
    // The status says enough.
    return '';
  }
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})/.exec(text)?.[1];
  return said === undefined ? '' : ` ("${said}")`;
}

/** Nobody reads it, and its connection is needed. */
function discard(natives: Natives, response: Response): void {
  const body = natives.response.body(response);
  if (body !== null) natives.reader.cancel(natives.stream.getReader(body), undefined);
}

function isAborted(natives: Natives, { signal }: Exchange): boolean {
  return signal !== null && natives.signal.aborted(signal);
}

function pause(natives: Natives, ms: number): Promise<void> {
  return promised((resolve) => {
    natives.setTimeout(() => resolve(), ms);
  });
}
