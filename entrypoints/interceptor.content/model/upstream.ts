/**
 * One answer of the model on its way in: its events as they come, or its body as a whole.
 *
 * Runs in the page's own world. Nothing is read before it is asked for, but for the time that the answer is held: then the
 * server is read on, up to a limit, so that it does not give the connection up.
 */
import type { Natives } from '../natives.ts';
import { promised } from '../promises.ts';
import { type Run, Runs, UnreadableEvent } from './runs.ts';

/** Bytes read ahead while the answer is held. */
const READ_AHEAD = 16 * 1024 * 1024;

/** Bytes that are looked at in one go: the browser brings up to 2 MB at once, and a page waits no longer than it has to. */
const PIECE = 128 * 1024;

export interface Upstream {
  /** The events of the next piece, if one ends in it; null at the end. Rejects when the connection fails. */
  next(): Promise<readonly Run[] | null>;
  /** Whether there is something to be had from `next`, be it the end, within so many milliseconds. */
  stirs(ms: number): Promise<boolean>;
  /** Reads on while `work` lasts. Rejects when the connection fails meanwhile: then nobody waits for the work. */
  during<T>(work: Promise<T>): Promise<T>;
  cancel(reason: unknown): void;
}

export function eventsOf(natives: Natives, body: ReadableStream<Uint8Array>): Upstream {
  const reader = natives.stream.getReader(body);
  const runs = new Runs();
  let pieces: Uint8Array[] = [];
  /** Pieces that were given out. */
  let given = 0;
  let ahead = 0;
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  let reading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    try {
      const { done, value } = await natives.reader.read(reader);
      if (done) ended = true;
      else {
        for (let at = 0; at < value.length; at += PIECE) pieces[pieces.length] = value.subarray(at, at + PIECE);
        ahead += value.length;
      }
    } catch (error) {
      failure = { error };
    } finally {
      reading = null;
    }
  };
  const pull = (): Promise<void> => {
    reading ??= read();
    return reading;
  };

  const ready = (): boolean => given < pieces.length || ended || failure !== null;

  return {
    async next() {
      while (!ready()) await pull();
      const piece = pieces[given];
      if (piece !== undefined) {
        given += 1;
        ahead -= piece.length;
        if (given === pieces.length) {
          pieces = [];
          given = 0;
        }
        return runs.push(piece);
      }
      if (failure !== null) throw failure.error;
      const last = runs.flush();
      return last.length === 0 ? null : last;
    },
    stirs: (ms) =>
      promised((resolve) => {
        if (ready()) return resolve(true);
        const timer = natives.setTimeout(() => resolve(false), ms);
        const wait = async (): Promise<void> => {
          await pull();
          natives.clearTimeout(timer);
          resolve(true);
        };
        void wait();
      }),
    during: (work) =>
      promised((resolve, reject) => {
        let over = false;
        const readOn = async (): Promise<void> => {
          while (!over && !ended && failure === null && ahead < READ_AHEAD) await pull();
          if (!over && failure !== null) reject(failure.error);
        };
        const wait = async (): Promise<void> => {
          try {
            resolve(await work);
          } catch (error) {
            reject(error);
          } finally {
            over = true;
          }
        };
        void readOn();
        void wait();
      }),
    cancel(reason) {
      natives.reader.cancel(reader, reason);
    },
  };
}

/** A JSON body as one event. */
export function bodyOf(natives: Natives, text: string): Upstream {
  if (holdsLines(natives, text)) throw new UnreadableEvent();
  let read = false;
  return {
    async next() {
      if (read) return null;
      read = true;
      const bytes = new Uint8Array(0);
      return [{ bytes, text: null, halves: () => [], events: () => [{ bytes, event: { event: null, data: text } }] }];
    },
    stirs: async () => true,
    during: (work) => work,
    cancel: () => undefined,
  };
}

/** A body that is no JSON as a whole, but one that a page may read line by line or event by event. */
function holdsLines(natives: Natives, text: string): boolean {
  if (!/^[\ufeff\s]*([[{]|(data|event|id|retry)?:)/.test(text)) return false;
  try {
    natives.parse(text.replace(/^\ufeff/, ''));
    return false;
  } catch {
    // A body that was cut off is read by nobody; one of several lines may be.
    return /[\r\n]/.test(text.trim());
  }
}
