/**
 * The built-ins of the page, captured before the page's own code runs. Everything in this folder that touches a request,
 * a response, a stream, a port or a timer goes through here, so that what the page replaces later (polyfills, zones, test
 * doubles, other wrappers) neither changes what the guard does nor sees what it holds.
 *
 * Promises have a file of their own (`promises.ts`): there it matters how they are waited for as well.
 *
 * Runs in the page's own world. Nothing here may run after the page's first script; tests make their own.
 */

import { own } from './promises.ts';

/** Calls `method` of a prototype on any object that has the brand. */
type Op<Self, Args extends unknown[], Result> = (self: Self, ...args: Args) => Result;

/** Both ends of a transformation of bytes. */
type BytePair = ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>;

export interface Natives {
  /** The page's `fetch`, to be called with the receiver the page used. */
  readonly fetch: (receiver: unknown, args: readonly unknown[]) => Promise<Response>;
  readonly Request: typeof Request;
  readonly Response: typeof Response;
  readonly Headers: typeof Headers;
  readonly URL: typeof URL;
  readonly ReadableStream: typeof ReadableStream;
  readonly Blob: typeof Blob;
  readonly FormData: typeof FormData;
  readonly URLSearchParams: typeof URLSearchParams;
  readonly setTimeout: (work: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** The clock on the wall. */
  readonly date: { readonly now: () => number; readonly parse: (text: string) => number };
  readonly parse: (text: string) => unknown;
  readonly stringify: (value: unknown) => string;
  readonly encode: (text: string) => Uint8Array<ArrayBuffer>;
  readonly decode: (bytes: Uint8Array | ArrayBuffer) => string;
  /** Where relative addresses start from, and what counts as the page's own origin. */
  readonly base: () => string;
  readonly request: {
    readonly method: Op<Request, [], string>;
    readonly url: Op<Request, [], string>;
    readonly headers: Op<Request, [], Headers>;
    readonly body: Op<Request, [], unknown>;
    readonly signal: Op<Request, [], AbortSignal>;
    readonly clone: Op<Request, [], Request>;
    readonly arrayBuffer: Op<Request, [], Promise<ArrayBuffer>>;
  };
  readonly response: {
    readonly status: Op<Response, [], number>;
    readonly statusText: Op<Response, [], string>;
    readonly headers: Op<Response, [], Headers>;
    readonly body: Op<Response, [], ReadableStream<Uint8Array<ArrayBuffer>> | null>;
    readonly url: Op<Response, [], string>;
    readonly type: Op<Response, [], ResponseType>;
    readonly redirected: Op<Response, [], boolean>;
    readonly clone: Op<Response, [], Response>;
    readonly arrayBuffer: Op<Response, [], Promise<ArrayBuffer>>;
    readonly text: Op<Response, [], Promise<string>>;
  };
  readonly headers: {
    readonly get: Op<Headers, [name: string], string | null>;
    readonly delete: Op<Headers, [name: string], void>;
    readonly set: Op<Headers, [name: string, value: string], void>;
    readonly forEach: Op<Headers, [visit: (value: string, name: string) => void], void>;
  };
  readonly blob: { readonly type: Op<Blob, [], string> };
  readonly buffer: {
    readonly byteLength: Op<ArrayBuffer, [], number>;
    readonly isView: (value: unknown) => value is ArrayBufferView;
  };
  readonly stream: {
    readonly locked: Op<ReadableStream, [], boolean>;
    readonly getReader: Op<ReadableStream<Uint8Array>, [], ReadableStreamDefaultReader<Uint8Array>>;
    readonly pipeThrough: Op<ReadableStream<Uint8Array<ArrayBuffer>>, [pair: BytePair], ReadableStream<Uint8Array>>;
  };
  /** Undoes a compression; null when this browser does not know the format. */
  readonly decompression: (format: string) => BytePair | null;
  readonly reader: {
    readonly read: Op<ReadableStreamDefaultReader<Uint8Array>, [], Promise<ReadableStreamReadResult<Uint8Array>>>;
    /** Tells the server, whatever comes of it. */
    readonly cancel: Op<ReadableStreamDefaultReader<Uint8Array>, [reason: unknown], void>;
  };
  readonly signal: {
    readonly aborted: Op<AbortSignal, [], boolean>;
    readonly reason: Op<AbortSignal, [], unknown>;
    readonly listen: Op<EventTarget, [type: string, listener: (event: Event) => void], void>;
  };
}

/** Captures the built-ins of `realm`. `fetch` may be given instead of the realm's own. */
export function captureNatives(realm: typeof globalThis, fetch: typeof globalThis.fetch = realm.fetch): Natives {
  const { apply } = realm.Reflect;
  const { setTimeout, clearTimeout, document, location } = realm;
  const { parse, stringify } = realm.JSON;
  const clock = realm.performance;
  const now = clock.now;
  const { now: wallNow, parse: parseDate } = realm.Date;
  const encoder = new realm.TextEncoder();
  const decoder = new realm.TextDecoder();
  const { encode } = encoder;
  const { decode } = decoder;
  const baseURI = document === undefined ? null : getter<Document, string>(realm.Node.prototype, 'baseURI', apply);

  const method = <Self, Args extends unknown[], Result>(prototype: object, name: string): Op<Self, Args, Result> => {
    const native: unknown = Reflect.get(prototype, name);
    if (typeof native !== 'function') throw new TypeError(`this browser has no ${name}`);
    return (self, ...args) => apply(native, self, args) as Result;
  };
  const cancel: Op<ReadableStreamDefaultReader, [unknown], Promise<void>> = method(
    realm.ReadableStreamDefaultReader.prototype,
    'cancel',
  );
  const reading = <Self, Result>(prototype: object, name: string): Op<Self, [], Promise<Result>> => {
    const read = method<Self, [], Promise<Result>>(prototype, name);
    return (self) => own(read(self));
  };
  const get = <Self, Result>(prototype: object, name: string): Op<Self, [], Result> => getter(prototype, name, apply);

  return {
    fetch: (receiver, args) => apply(fetch, receiver, args),
    Request: realm.Request,
    Response: realm.Response,
    Headers: realm.Headers,
    URL: realm.URL,
    ReadableStream: realm.ReadableStream,
    Blob: realm.Blob,
    FormData: realm.FormData,
    URLSearchParams: realm.URLSearchParams,
    setTimeout: (work, ms) => apply(setTimeout, realm, [work, ms]),
    clearTimeout: (timer) => apply(clearTimeout, realm, [timer as number]),
    now: () => apply(now, clock, []),
    date: { now: wallNow, parse: parseDate },
    parse,
    stringify,
    encode: (text) => apply(encode, encoder, [text]),
    decode: (bytes) => apply(decode, decoder, [bytes]),
    base: () => (baseURI === null ? (location?.href ?? 'http://localhost/') : baseURI(document)),
    request: {
      method: get(realm.Request.prototype, 'method'),
      url: get(realm.Request.prototype, 'url'),
      headers: get(realm.Request.prototype, 'headers'),
      // Firefox has no `body` on requests; what it cannot show is read.
      body: Reflect.has(realm.Request.prototype, 'body') ? get(realm.Request.prototype, 'body') : () => undefined,
      signal: get(realm.Request.prototype, 'signal'),
      clone: method(realm.Request.prototype, 'clone'),
      arrayBuffer: reading(realm.Request.prototype, 'arrayBuffer'),
    },
    response: {
      status: get(realm.Response.prototype, 'status'),
      statusText: get(realm.Response.prototype, 'statusText'),
      headers: get(realm.Response.prototype, 'headers'),
      body: get(realm.Response.prototype, 'body'),
      url: get(realm.Response.prototype, 'url'),
      type: get(realm.Response.prototype, 'type'),
      redirected: get(realm.Response.prototype, 'redirected'),
      clone: method(realm.Response.prototype, 'clone'),
      arrayBuffer: reading(realm.Response.prototype, 'arrayBuffer'),
      text: reading(realm.Response.prototype, 'text'),
    },
    headers: {
      get: method(realm.Headers.prototype, 'get'),
      delete: method(realm.Headers.prototype, 'delete'),
      set: method(realm.Headers.prototype, 'set'),
      forEach: method(realm.Headers.prototype, 'forEach'),
    },
    blob: { type: get(realm.Blob.prototype, 'type') },
    buffer: { byteLength: get(realm.ArrayBuffer.prototype, 'byteLength'), isView: realm.ArrayBuffer.isView },
    stream: {
      locked: get(realm.ReadableStream.prototype, 'locked'),
      getReader: method(realm.ReadableStream.prototype, 'getReader'),
      pipeThrough: method(realm.ReadableStream.prototype, 'pipeThrough'),
    },
    decompression: decompression(realm, apply),
    reader: {
      read: method(realm.ReadableStreamDefaultReader.prototype, 'read'),
      cancel: (reader, reason) => void ignored(cancel(reader, reason)),
    },
    signal: {
      aborted: get(realm.AbortSignal.prototype, 'aborted'),
      reason: get(realm.AbortSignal.prototype, 'reason'),
      listen: method(realm.EventTarget.prototype, 'addEventListener'),
    },
  };
}

function decompression(realm: typeof globalThis, apply: typeof Reflect.apply): Natives['decompression'] {
  const { DecompressionStream: Native, TypeError: Unknown } = realm;
  const readable = getter<DecompressionStream, BytePair['readable']>(Native.prototype, 'readable', apply);
  const writable = getter<DecompressionStream, BytePair['writable']>(Native.prototype, 'writable', apply);
  return (format) => {
    try {
      const stream = new Native(format as CompressionFormat);
      return { readable: readable(stream), writable: writable(stream) };
    } catch (error) {
      if (error instanceof Unknown) return null;
      throw error;
    }
  };
}

function getter<Self, Result>(prototype: object, name: string, apply: typeof Reflect.apply): Op<Self, [], Result> {
  const native = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (native === undefined) throw new TypeError(`this browser has no ${name}`);
  return (self) => apply(native, self, []) as Result;
}

async function ignored(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch {
    // The server's stream may have ended already; then there is nothing to tell it.
    return;
  }
}
