/**
 * Reads a body that the page has coded itself, as its `content-encoding` says.
 *
 * Runs in the page's own world. Nothing grows without a bound, and what is no JSON is given up at its first byte.
 */
import { parseJson } from '../../../engine/wire/json.ts';
import { join } from '../../../engine/wire/sse/framer.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare } from '../promises.ts';
import { opensJson } from './bytes.ts';

/** Bytes that a body may have once its coding is undone. */
export const DECODED_MOST = 64 * 1024 * 1024;

/** What a body says. */
export interface Said {
  /** What could be read of it. */
  readonly text: string;
  /** Why that is not all of it, as a part of a sentence; null when it is. */
  readonly unread: string | null;
}

/** By coding, the formats of the browser that undo it. Many write raw deflate and call it `deflate`; many servers take it. */
const FORMATS: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  gzip: ['gzip'],
  'x-gzip': ['gzip'],
  deflate: ['deflate', 'deflate-raw'],
  'deflate-raw': ['deflate-raw'],
  br: ['brotli'],
  zstd: ['zstd'],
});

/** The codings that headers name, in the order in which they were applied; null when there is none. */
export function codingOf(natives: Natives, headers: Headers): string | null {
  const given = natives.headers.get(headers, 'content-encoding');
  if (given === null) return null;
  const codings = given.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity').join(', ') || null;
}

/** What the bytes say. A body that is JSON as it is was not coded, whatever its header says. */
export async function decoded(
  natives: Natives,
  bytes: Uint8Array<ArrayBuffer>,
  coding: string | null,
): Promise<Bare<Said>> {
  if (coding === null) return bare({ text: natives.decode(bytes), unread: null });
  if (opensJson(bytes) === true) {
    const text = natives.decode(bytes);
    if (parseJson(text) !== undefined) return bare({ text, unread: null });
  }
  let said: Said = { text: '', unread: `this browser cannot undo its content-encoding "${coding}"` };
  for (const format of FORMATS[coding] ?? []) {
    const source = natives.decompression(format);
    if (source === null) continue;
    said = await decompressed(natives, bytes, source, coding);
    if (said.unread === null) break;
  }
  return bare(said);
}

async function decompressed(
  natives: Natives,
  bytes: Uint8Array<ArrayBuffer>,
  pair: NonNullable<ReturnType<Natives['decompression']>>,
  coding: string,
): Promise<Bare<Said>> {
  const source = natives.response.body(new natives.Response(bytes));
  if (source === null) return bare({ text: '', unread: null });
  const reader = natives.stream.getReader(natives.stream.pipeThrough(source, pair));
  const pieces: Uint8Array[] = [];
  const text = (): string => natives.decode(join(pieces));
  let length = 0;
  let isJson: boolean | null = null;
  try {
    for (;;) {
      const { done, value } = await natives.reader.read(reader);
      if (done) return bare({ text: text(), unread: null });
      pieces[pieces.length] = value;
      length += value.length;
      isJson ??= opensJson(value);
      if (isJson !== false && length <= DECODED_MOST) continue;
      natives.reader.cancel(reader, undefined);
      return bare(
        isJson === false
          ? { text: '', unread: null }
          : { text: text(), unread: `it has more than ${DECODED_MOST / 1024 / 1024} MiB when it is decompressed` },
      );
    }
  } catch {
    // Whatever the browser has against the bytes: what came before is what there is.
    return bare({ text: text(), unread: `it is not what its content-encoding "${coding}" says` });
  }
}
