/**
 * The headers of a `fetch` that has not been made yet.
 *
 * Runs in the page's own world. Looks without taking anything away, but for a copy of headers that can be walked through once.
 */

import { branded } from './branded.ts';
import type { Natives } from './natives.ts';

/** The headers that count: those of the init, else those of the Request. Throws what `fetch` would throw for bad ones. */
export function headersOf(natives: Natives, request: Request | null, { headers }: RequestInit): Headers {
  if (headers === undefined) return request === null ? new natives.Headers() : natives.request.headers(request);
  return new natives.Headers(headers);
}

/** Written the same way: a record keeps the letters of its names, which a Headers object would lower. */
export function headersCopy(natives: Natives, headers: HeadersInit): HeadersInit {
  if (!(Symbol.iterator in headers)) return { ...headers };
  if (branded<Headers>(headers, (value) => natives.headers.get(value, 'accept'))) return new natives.Headers(headers);
  return Array.from(headers, ([name = '', value = '']): [string, string] => [name, value]);
}

/** Headers less one. */
export function withoutHeader(natives: Natives, headers: Headers, name: string): Headers {
  const rest = new natives.Headers(headers);
  natives.headers.delete(rest, name);
  return rest;
}

/** What can be walked through once only (`map.entries()`): once looked at, it would be empty when `fetch` comes to it. */
export function isOnce(headers: HeadersInit): boolean {
  if (!(Symbol.iterator in headers)) return false;
  const walk: unknown = headers[Symbol.iterator]();
  return walk === headers;
}
