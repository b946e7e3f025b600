/**
 * Answers that the server keeps under their ids, and that the page fetches, deletes or cancels. Where the guard asked on in the page's
 * place, several of them stand behind the one that the page knows: it is given all in one, and deletes all in one.
 *
 * Runs in the page's own world.
 */

import type { ModelAdapter, StoredAnswer } from '../../../engine/wire/model-adapter.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import type { Natives } from '../natives.ts';
import { type Bare, own } from '../promises.ts';
import { isServed } from '../served.ts';
import type { Made } from './conversations.ts';
import { retrieved } from './retrieve.ts';

/** An answer, and in whose protocol it is kept. */
export interface Kept {
  readonly adapter: ModelAdapter;
  readonly answer: StoredAnswer;
}

/** What is kept at this path; null when nothing is. */
export function keptAt({ models }: Guard, path: string): Kept | null {
  for (const adapter of models.adapters) {
    const answer = adapter.stored?.(path) ?? null;
    if (answer !== null) return { adapter, answer };
  }
  return null;
}

/** `first`: what the server says to the page's own request. `exchange`: that request; null when it is made for this answer alone. */
export async function fetched(
  guard: Guard,
  kept: Kept,
  first: Promise<Response>,
  exchange: (() => Exchange) | null,
): Promise<Response> {
  const made = exchange === null ? null : partsOf(guard, kept);
  const response = await first;
  return retrieved(guard, kept.adapter, response, exchange === null ? [] : others(guard, kept, await made, exchange));
}

/** The one that the page knows goes last: where another one fails, it is still there to be tried again. */
export async function deleted(guard: Guard, kept: Kept, exchange: () => Exchange): Promise<Response> {
  const { natives } = guard;
  const made = await partsOf(guard, kept);
  for (const other of others(guard, kept, made, exchange)) {
    const response = await other.send();
    if (!isServed(natives, response) && natives.response.status(response) !== 404) return response;
  }
  return exchange().send();
}

const partsOf = ({ models }: Guard, { adapter, answer }: Kept): Promise<Bare<Made> | null> =>
  own(models.conversations.parts(adapter, answer.id));

/** The page's request, for each true answer but the first. */
function others({ natives }: Guard, { answer }: Kept, made: Made | null, exchange: () => Exchange): Exchange[] {
  return (made?.ids ?? []).slice(1).map((id) => {
    const first = exchange();
    return first.at(elsewhere(natives, first.url, answer.pathOf(id)));
  });
}

function elsewhere(natives: Natives, address: string, path: string): string {
  const url = new natives.URL(address);
  url.pathname = path;
  return url.href;
}
