/**
 * The answer the page reads: an event stream that is written as it comes, or a JSON body that is complete at once.
 *
 * Runs in the page's own world.
 */
import { join } from '../../../engine/wire/sse/framer.ts';
import type { Natives } from '../natives.ts';
import { own } from '../promises.ts';
import { createOutlet, type Outlet } from '../stream/outlet.ts';

/** Between two signs of life while the stream is held. */
const KEEP_ALIVE_EVERY_MS = 10_000;

/** Where an answer is written to. */
export interface PageAnswer {
  /** False when the page has given it up. */
  readonly open: boolean;
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Gives what was written to the page at once. */
  flush(): void;
  /** Resolves when the page wants more. */
  demand(): Promise<void>;
  /** Runs `work`, showing signs of life for as long as it takes. */
  held<T>(work: Promise<T>): Promise<T>;
  close(): void;
  fail(error: unknown): void;
}

export interface StreamAnswer extends PageAnswer {
  readonly stream: Outlet['stream'];
}

/** An event stream. `keepAlive` is a whole event; `onCancel` is told when the page gives the stream up. */
export function streamAnswer(natives: Natives, keepAlive: string, onCancel: (reason: unknown) => void): StreamAnswer {
  const outlet = createOutlet(natives, onCancel);
  let parts: Uint8Array[] = [];
  const flush = (): void => {
    if (parts.length > 0) outlet.write(join(parts));
    parts = [];
  };
  const bytes = (given: Uint8Array): void => {
    if (given.length > 0) parts[parts.length] = given;
  };
  const held = async <T>(work: Promise<T>): Promise<T> => {
    flush();
    let done = false;
    let timer: unknown = null;
    const beat = (): void => {
      if (done) return;
      outlet.write(natives.encode(keepAlive));
      timer = natives.setTimeout(beat, KEEP_ALIVE_EVERY_MS);
    };
    timer = natives.setTimeout(beat, KEEP_ALIVE_EVERY_MS);
    try {
      return await work;
    } finally {
      done = true;
      natives.clearTimeout(timer);
    }
  };
  return {
    stream: outlet.stream,
    get open() {
      return outlet.open;
    },
    text: (text) => {
      if (text !== '') bytes(natives.encode(text));
    },
    bytes,
    flush,
    demand: () => outlet.demand(),
    held: (work) => own(held(work)),
    close() {
      flush();
      outlet.close();
    },
    fail(error) {
      flush();
      outlet.fail(error);
    },
  };
}

/** A body that is collected. `whole` is its text so far; `failure` what the page's own request is to reject with. */
export interface BodyAnswer extends PageAnswer {
  readonly whole: () => string;
  readonly failure: { readonly error: unknown } | null;
}

/** A JSON body; `isOpen` says whether the page still waits for it. */
export function bodyAnswer(isOpen: () => boolean): BodyAnswer {
  let whole = '';
  let failure: BodyAnswer['failure'] = null;
  return {
    whole: () => whole,
    get failure() {
      return failure;
    },
    get open() {
      return isOpen();
    },
    text(text) {
      whole += text;
    },
    bytes: () => undefined,
    flush: () => undefined,
    demand: async () => undefined,
    held: (work) => work,
    close: () => undefined,
    fail(error) {
      failure ??= { error };
    },
  };
}
