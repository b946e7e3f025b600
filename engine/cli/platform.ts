/**
 * The world as Node and Deno show it. The only file of the command line that touches the platform.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import process from 'node:process';
import { setImmediate } from 'node:timers';
import { InputError, type Io, OutputError, ReaderGone, type Sink } from './io.ts';
import { paintFor } from './paint.ts';

/** Bytes that are read at a time. */
const CHUNK = 256 * 1024;

/** Characters that are gathered before they are written. */
const GATHERED = 64 * 1024;

/** The real world. Ask once: it listens to the streams. */
export function platform(): Io {
  return {
    out: sinkOf(process.stdout, GATHERED),
    err: sinkOf(process.stderr, 0),
    stdin: () => read(process.stdin, 'standard input'),
    open: (path) => read(createReadStream(path, { highWaterMark: CHUNK }), path),
    exists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    list,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    now: () => performance.now(),
    version: versionOf(new URL('../../package.json', import.meta.url)),
  };
}

/** Gathers small writes up to `gather` characters, unless somebody is looking. */
function sinkOf(stream: NodeJS.WriteStream, gather: number): Sink {
  let gathered = '';
  let failed: Error | null = null;
  // Without a listener the runtime would end the process with a stack trace.
  stream.on('error', (error) => {
    failed = error;
  });
  const isTerminal = stream.isTTY === true;
  const flush = async (): Promise<void> => {
    const text = gathered;
    gathered = '';
    if (failed !== null) throw gone(failed);
    if (text === '') return;
    await new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()));
    }).catch((error: unknown) => {
      throw gone(error); // Node tells the callback, Deno throws.
    });
  };
  const write = async (text: string): Promise<void> => {
    gathered += text;
    if (isTerminal || gathered.length >= gather) await flush();
  };
  return { write, flush, isTerminal, paint: paintFor(isTerminal, environment()) };
}

function gone(error: unknown): Error {
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : '';
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' || name === 'BrokenPipe')
    return new ReaderGone('Nobody reads any more.');
  return new OutputError(`Cannot write the output: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
  });
}

async function* read(stream: AsyncIterable<Uint8Array | string>, name: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
  } catch (error) {
    throw new InputError(`Cannot read ${name}: ${why(error)}`, { cause: error });
  }
}

async function list(folder: string): ReturnType<Io['list']> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.map((entry) => ({
    name: entry.name,
    kind: entry.isDirectory() ? 'folder' : entry.isFile() || entry.isSymbolicLink() ? 'file' : 'other',
  }));
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function why(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'there is no such file. Check the name, and the folder you are in.';
    case 'EISDIR':
      return 'it is a folder. Name its files, for example "folder/*.yaml".';
    case 'EACCES':
    case 'EPERM':
      return 'you may not read it. Check its permissions.';
    default:
      return error instanceof Error ? `${error.message}.` : `${String(error)}.`;
  }
}

/** Deno asks for a permission to read it; without, there are simply no wishes. */
function environment(): Readonly<Record<string, string | undefined>> {
  const env: Record<string, string | undefined> = {};
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'TERM']) {
    try {
      env[name] = process.env[name];
    } catch {
      env[name] = undefined; // Not permitted.
    }
  }
  return env;
}

function versionOf(file: URL): string {
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown'; // A copy without its package.json still works.
  }
}
