/**
 * Carries an event stream from the server to the page. Every byte passes as it came, unless an event's data is to be
 * changed; whole events can be put in between two others. One pipe, no copies: nothing is read ahead of the page.
 *
 * Runs in the page's own world.
 */
import { parseEvent, type StreamEvent, withData } from '../../../engine/wire/sse/event.ts';
import { EventFramer, join, type Segment } from '../../../engine/wire/sse/framer.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare } from '../promises.ts';
import type { Outlet } from './outlet.ts';

export interface PumpOptions {
  /** Whether an event that is not finished yet may pass already. It can then no longer be changed. */
  readonly early: () => boolean;
  /** Sees each event with data before it passes, and says what its data should be. The event waits for the answer. */
  readonly onEvent: (event: StreamEvent & { readonly data: string }) => Promise<string> | string;
}

/** How the server's stream ended. */
export type PumpEnd = {
  readonly how: 'closed' | 'failed' | 'cancelled';
  readonly error: unknown;
  /** Whether the server named an event: then a client can ask for the rest on another connection. */
  readonly resumable: boolean;
};

export interface Pump {
  /** Puts a whole event into the stream, at once or as soon as the event that is passing has ended. */
  inject(event: Uint8Array): void;
  /** Resolves when nothing more will come. The outlet is then still open, unless the page gave it up. */
  readonly ended: Promise<Bare<PumpEnd>>;
  /** The page gave the stream up: tells the server. */
  cancel(reason: unknown): void;
}

export function pump(natives: Natives, source: ReadableStream<Uint8Array>, outlet: Outlet, options: PumpOptions): Pump {
  const framer = new EventFramer({ early: options.early });
  const reader = natives.stream.getReader(source);
  let injected: Uint8Array[] = [];
  let resumable = false;
  let cancelled = false;
  /** Whether the bytes given out so far end between two events. */
  let between = true;

  const putInjected = (): void => {
    if (!between || pieces.length > 0) return;
    const events = injected;
    injected = [];
    for (const event of events) outlet.write(event);
  };

  /** Bytes on their way to the page: what came in one piece leaves in one piece. */
  let pieces: Uint8Array[] = [];
  const deliver = (): void => {
    if (pieces.length > 0) outlet.write(join(pieces));
    pieces = [];
  };

  const pass = async (segment: Segment): Promise<void> => {
    let { bytes } = segment;
    if (segment.block !== null) {
      const event = parseEvent(segment.block);
      if (event.id !== null && event.id !== '') resumable = true;
      if (event.data !== null && event.data !== '') {
        const answer = options.onEvent({ ...event, data: event.data });
        // What came before does not wait with it.
        if (typeof answer !== 'string') deliver();
        const data = await answer;
        if (data !== event.data && segment.intact) bytes = withData(segment.block, data);
      }
    }
    pieces[pieces.length] = bytes;
    between = segment.ends;
  };

  const cancel = (reason: unknown): void => {
    if (cancelled) return;
    cancelled = true;
    natives.reader.cancel(reader, reason);
  };

  const run = async (): Promise<Bare<PumpEnd>> => {
    try {
      for (;;) {
        await outlet.demand();
        if (!outlet.open) {
          cancel(undefined);
          return bare({ how: 'cancelled', error: undefined, resumable });
        }
        const { done, value } = await natives.reader.read(reader);
        if (done) {
          const last = framer.flush();
          if (last !== null) await pass(last);
          deliver();
          putInjected();
          return bare({ how: outlet.open ? 'closed' : 'cancelled', error: undefined, resumable });
        }
        for (const segment of framer.push(value)) await pass(segment);
        deliver();
        putInjected();
      }
    } catch (error) {
      return bare({ how: 'failed', error, resumable });
    }
  };

  return {
    inject(event) {
      injected[injected.length] = event;
      putInjected();
    },
    ended: run(),
    cancel,
  };
}
