/**
 * A whole file as text, for documents. What cannot be text is refused with the place where it stops being it.
 */
import { InputError, type Io } from './io.ts';

/** Bytes; far above what the loader takes, so that it is the loader that says what is too long for a document. */
const LARGEST = 64 * 1024 * 1024;

/** The file's text without a byte order mark; `-` is standard input. Rejects with `InputError`. */
export async function readText(file: string, io: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(file, io)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST) throw new InputError(`Cannot read ${nameOf(file)}: it is larger than ${LARGEST} bytes.`);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`Cannot read ${nameOf(file)}: ${whereNotText(bytes)} Save it as UTF-8 and try again.`);
  }
}

/** A file's bytes; `-` is standard input. */
export const bytesOf = (file: string, io: Io): AsyncIterable<Uint8Array> => (file === '-' ? io.stdin() : io.open(file));

/** The name for messages. */
export const nameOf = (file: string): string => (file === '-' ? '<stdin>' : file);

function whereNotText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'it is UTF-16.';
  const lossy = new TextDecoder('utf-8').decode(bytes);
  const before = lossy.slice(0, lossy.indexOf('\ufffd'));
  return `line ${before.split('\n').length} is not UTF-8.`;
}
