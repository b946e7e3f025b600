/**
 * Answers that are fetched by their id: made in the background before the page was guarded, or read a second time. What the page
 * was handed it may read again; every other call in them is left out, since nobody decided on it.
 *
 * Runs in the page's own world.
 */
import type { AnswerWriter, ModelAdapter, ModelRequest, Piece } from '../../../engine/wire/model-adapter.ts';
import type { Guard } from '../guard.ts';
import { rebuilt } from '../likeness.ts';
import { isEvents } from './converse.ts';
import { bodyAnswer, type PageAnswer, streamAnswer } from './page-answer.ts';
import { closely, show } from './pass.ts';
import type { Arrived } from './runs.ts';
import { bodyOf, eventsOf, type Upstream } from './upstream.ts';

/** The adapter in whose protocol an answer is fetched at this path; null when none is. */
export function retrieving({ models }: Guard, path: string): ModelAdapter | null {
  return models.adapters.find((adapter) => adapter.retrieves?.(path) === true) ?? null;
}

export async function retrieved(guard: Guard, adapter: ModelAdapter, response: Response): Promise<Response> {
  const { natives } = guard;
  const body = natives.response.body(response);
  const status = natives.response.status(response);
  if (status < 200 || status >= 300 || body === null) return response;
  const stream = isEvents(natives, response, false);
  const request: ModelRequest = { body: {}, stream, entries: [], history: { kind: 'carried' }, single: true };
  const writer = adapter.writer(request);
  if (stream) {
    const upstream = eventsOf(natives, body);
    const page = streamAnswer(natives, adapter.keepAlive, (reason) => upstream.cancel(reason));
    void pass(guard, adapter, request, upstream, page, writer);
    return rebuilt(natives, response, page.stream, true);
  }
  const page = bodyAnswer(() => true);
  const text = await natives.response.text(natives.response.clone(response));
  await pass(guard, adapter, request, bodyOf(natives, text), page, writer);
  if (page.failure !== null) throw page.failure.error;
  return page.whole() === '' ? response : rebuilt(natives, response, page.whole(), true);
}

async function pass(
  { models }: Guard,
  adapter: ModelAdapter,
  request: ModelRequest,
  upstream: Upstream,
  page: PageAnswer,
  writer: AnswerWriter,
): Promise<void> {
  const reader = adapter.reader(request);
  let handed = 0;
  const take = (piece: Piece, arrived: Arrived | null): void => {
    switch (piece.kind) {
      case 'live':
        show(page, writer, piece.event, arrived);
        return;
      case 'call':
        if (!models.calls.wasAllowed(piece.call)) return;
        handed += 1;
        page.text(writer.call(piece.call));
        return;
      case 'finish':
        page.text(writer.finish(piece.reason === 'calls' && handed === 0 ? 'stop' : piece.reason, piece.events));
    }
  };
  try {
    for (;;) {
      await page.demand();
      const runs = page.open ? await upstream.next() : null;
      if (runs === null) break;
      for (const run of runs) {
        for (const arrived of closely(run, page, reader, writer)) {
          if (arrived.event === null || arrived.event.data === '') page.bytes(arrived.bytes);
          else for (const piece of reader.read(arrived.event)) take(piece, arrived);
        }
      }
      page.flush();
    }
    for (const piece of reader.end()) take(piece, null);
    page.close();
  } catch (error) {
    upstream.cancel(error);
    page.fail(error);
  }
}
