/**
 * Bodies as bytes, and what their first ones say.
 *
 * Runs in the page's own world. Copies nothing and changes nothing.
 */

import { branded } from '../branded.ts';
import type { Natives } from '../natives.ts';

/** The bytes of a body that is made of some, as they are now; null when it is made of something else. */
export function bytesOf(natives: Natives, body: unknown): Uint8Array<ArrayBuffer> | null {
  if (natives.buffer.isView(body)) return new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength);
  return branded<ArrayBuffer>(body, natives.buffer.byteLength) ? new Uint8Array(body) : null;
}

/** White space, and the bytes of a byte order mark. */
const SKIPPED: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

/** Whether the first byte that says something opens an object or an array; null when none does. */
export function opensJson(bytes: Uint8Array): boolean | null {
  for (const byte of bytes) if (!SKIPPED.includes(byte)) return byte === 0x7b || byte === 0x5b;
  return null;
}
