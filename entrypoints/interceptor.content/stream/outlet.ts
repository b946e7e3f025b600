/**
 * The readable end of a response that the guard writes. It asks for bytes only when the page reads, so that a slow reader
 * slows the server down as it would without the guard.
 *
 * Runs in the page's own world.
 */
import type { Natives } from '../natives.ts';
import { promised } from '../promises.ts';

export interface Outlet {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Whether bytes lie in it that the page has not read. */
  readonly unread: boolean;
  /** Whether it can still be written to. */
  readonly open: boolean;
  /** Resolves when the page waits for bytes, or the outlet is closed. */
  demand(): Promise<void>;
  /** Takes the bytes over: they must not be used afterwards. */
  write(bytes: Uint8Array): void;
  close(): void;
  fail(error: unknown): void;
}

/** `onCancel` is told when the page gives the stream up, and must not throw. */
export function createOutlet(natives: Natives, onCancel: (reason: unknown) => void): Outlet {
  let wanted = false;
  let open = true;
  let wake: (() => void) | null = null;
  let controller: ReadableByteStreamController | null = null;

  const stirred = (): void => {
    const woken = wake;
    wake = null;
    woken?.();
  };
  // A byte stream, as bodies of real responses are: readers that bring their own buffer work.
  const stream = new natives.ReadableStream({
    type: 'bytes',
    start(given) {
      controller = given;
    },
    pull() {
      wanted = true;
      stirred();
    },
    cancel(reason: unknown) {
      open = false;
      stirred();
      onCancel(reason);
    },
  }) as ReadableStream<Uint8Array<ArrayBuffer>>;

  const end = (work: (at: ReadableByteStreamController) => void): void => {
    if (!open || controller === null) return;
    open = false;
    work(controller);
    stirred();
  };

  return {
    stream,
    get unread() {
      // What is wanted (nothing ahead of the reader) less what lies there.
      return (controller?.desiredSize ?? 0) < 0;
    },
    get open() {
      return open;
    },
    async demand() {
      while (open && !wanted) {
        await promised<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    write(bytes) {
      if (!open || bytes.length === 0) return;
      // Before the bytes go in: taking them in can ask for more at once.
      wanted = false;
      controller?.enqueue(bytes as Uint8Array<ArrayBuffer>);
    },
    close() {
      end((at) => {
        at.close();
        // A reader that waits with a buffer of its own is told the end through that buffer.
        at.byobRequest?.respond(0);
      });
    },
    fail(error) {
      end((at) => at.error(error));
    },
  };
}
