/** Requests whose body the page has compressed itself, and what a server makes of them. */
import { deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { type Rig, type RigOptions, rig, type Upstream } from './rig.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

/** Codings a page can name, each with what it does to a text. Raw deflate often goes by the name of the other. */
export const CODINGS: readonly (readonly [name: string, coding: string, pack: (text: string) => Bytes])[] = [
  ['gzip', 'gzip', (text) => own(gzipSync(text))],
  ['gzip by its old name', 'X-GZIP', (text) => own(gzipSync(text))],
  ['deflate', 'deflate', (text) => own(deflateSync(text))],
  ['raw deflate by the name of deflate', 'deflate', (text) => own(deflateRawSync(text))],
  ['raw deflate', 'deflate-raw', (text) => own(deflateRawSync(text))],
  ['gzip beside identity', 'identity, gzip', (text) => own(gzipSync(text))],
];

export const gzipped = (text: string): Bytes => own(gzipSync(text));

/** Bodies that bytes can be passed in. */
export const FORMS: readonly (readonly [name: string, body: (bytes: Bytes) => BodyInit])[] = [
  ['bytes', (bytes) => bytes],
  ['an array buffer', (bytes) => bytes.buffer],
  ['a blob', (bytes) => new Blob([bytes], { type: 'application/json' })],
  ['a stream', (bytes) => new Blob([bytes]).stream()],
];

/** What the page passes to `fetch`. Streams need their `duplex`. */
export function packed(body: BodyInit, coding: string, headers: Record<string, string> = {}): RequestInit {
  const all = { 'content-type': 'application/json', 'content-encoding': coding, ...headers };
  return Object.assign({ method: 'POST', body, headers: all }, { duplex: 'half' });
}

/** A request as it arrived, its body in bytes. */
export interface Arrived {
  readonly bytes: Uint8Array;
  readonly coding: string | null;
  readonly type: string | null;
}

/** A page, and what of it arrives. */
export function arriving(upstream: Upstream, options: RigOptions = {}): Rig & { readonly arrived: Arrived[] } {
  const arrived: Arrived[] = [];
  const page = rig(async (request) => {
    const bytes = new Uint8Array(await request.clone().arrayBuffer());
    const { headers } = request;
    arrived.push({ bytes, coding: headers.get('content-encoding'), type: headers.get('content-type') });
    return upstream(request);
  }, options);
  return Object.assign(page, { arrived });
}

/** What a server reads. */
export const textOf = ({ bytes, coding }: Arrived): string =>
  coding === 'gzip' ? gunzipSync(bytes).toString() : Buffer.from(bytes).toString();
