/**
 * Answers that are fetched by their id: made in the background before the page was guarded, or read a second time. What the page
 * was handed it may read again; every other call in them is left out, since nobody decided on it.
 *
 * Runs in the page's own world.
 */
import type {
  AnswerWriter,
  FinishReason,
  ModelAdapter,
  ModelRequest,
  Piece,
  WireEvent,
} from '../../../engine/wire/model-adapter.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { rebuilt } from '../likeness.ts';
import { isServed } from '../served.ts';
import { isEvents } from './converse.ts';
import { bodyAnswer, type PageAnswer, streamAnswer } from './page-answer.ts';
import { closely, show } from './pass.ts';
import type { Arrived } from './runs.ts';
import { bodyOf, eventsOf, type Upstream } from './upstream.ts';

/** Thrown inside when a part of an answer is not to be had. */
class NotServed extends Error {
  override readonly name = 'NotServed';
  readonly response: Response;

  constructor(response: Response) {
    super('A part of this answer could not be fetched.');
    this.response = response;
  }
}

type Finish = Extract<Piece, { readonly kind: 'finish' }>;

/** One answer as the page is given it. */
interface Reading {
  readonly adapter: ModelAdapter;
  readonly request: ModelRequest;
  readonly page: PageAnswer;
  readonly writer: AnswerWriter;
  /** Calls that the page was given. */
  handed: number;
  /** What is being read. */
  upstream: Upstream;
  /** What would have ended the answer that was read last. */
  end: readonly WireEvent[];
}

/** The answer less what nobody decided on. `others`: requests for the answers that go on from it, as one with it. */
export async function retrieved(
  guard: Guard,
  adapter: ModelAdapter,
  response: Response,
  others: readonly Exchange[],
): Promise<Response> {
  const { natives } = guard;
  const body = natives.response.body(response);
  if (!isServed(natives, response) || body === null) return response;
  const stream = isEvents(natives, response, false);
  const request: ModelRequest = { body: {}, stream, entries: [], history: { kind: 'carried' }, single: true };
  const common = { adapter, request, writer: adapter.writer(request), handed: 0, end: [] };
  if (stream) {
    const page = streamAnswer(natives, adapter.keepAlive, (reason) => reading.upstream.cancel(reason));
    const reading: Reading = { ...common, page, upstream: eventsOf(natives, body) };
    void passAll(guard, reading, others);
    return rebuilt(natives, response, page.stream, true);
  }
  const page = bodyAnswer(() => true);
  const text = await natives.response.text(natives.response.clone(response));
  await passAll(guard, { ...common, page, upstream: bodyOf(natives, text) }, others);
  const error = page.failure?.error;
  if (error instanceof NotServed) return error.response;
  if (page.failure !== null) throw error;
  return page.whole() === '' ? response : rebuilt(natives, response, page.whole(), true);
}

/** Never rejects; what fails reaches the page as its own connection would fail. */
async function passAll(guard: Guard, reading: Reading, others: readonly Exchange[]): Promise<void> {
  const { natives } = guard;
  const { page, request, writer } = reading;
  try {
    for (const other of others) {
      await pass(guard, reading, false);
      if (!page.open) return;
      const response = await page.held(other.send());
      const body = natives.response.body(response);
      if (!isServed(natives, response) || body === null) throw new NotServed(response);
      writer.next(reading.end);
      reading.upstream = request.stream
        ? eventsOf(natives, body)
        : bodyOf(natives, await natives.response.text(response));
    }
    await pass(guard, reading, true);
    page.close();
  } catch (error) {
    reading.upstream.cancel(error);
    page.fail(error);
  }
}

/** Gives the page one true answer, with its end when it is the `last`. */
async function pass({ models }: Guard, reading: Reading, last: boolean): Promise<void> {
  const { adapter, request, page, writer, upstream } = reading;
  const reader = adapter.reader(request);
  reading.end = [];
  const take = (piece: Piece, arrived: Arrived | null): void => {
    switch (piece.kind) {
      case 'live':
        show(page, writer, piece.event, arrived);
        return;
      case 'call':
        if (!models.calls.wasAllowed(piece.call)) return;
        reading.handed += 1;
        page.text(writer.call(piece.call));
        return;
      case 'finish':
        if (!last) reading.end = piece.events;
        else page.text(writer.finish(reasonOf(piece, reading), piece.events));
    }
  };
  for (;;) {
    await page.demand();
    if (!page.open) {
      // Given up, maybe while this one was on its way: then nobody has told the server.
      upstream.cancel(undefined);
      return;
    }
    const runs = await upstream.next();
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
}

const reasonOf = ({ reason }: Finish, { handed }: Reading): FinishReason =>
  reason === 'calls' && handed === 0 ? 'stop' : reason;
