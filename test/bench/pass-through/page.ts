/**
 * What the pages do: one that is guarded, and one of the same server under a name that no site entry covers.
 *
 * Runs in Node; what is passed to `evaluate` runs in the page.
 */
import type { Page } from 'puppeteer-core';
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { Taken } from './clients.ts';

/** How the page takes an answer in: the bytes alone, or as a client does, event by event. */
export type Reading = 'bytes' | 'events';

export interface Streamed {
  readonly bytes: number;
  /** Milliseconds from the call of `fetch` to the first bytes, to the last word, and to the end. */
  readonly first: number;
  readonly said: number;
  readonly all: number;
}

/** Streams one answer; its last word ends `words` bytes behind its beginning. */
export function streamed(
  page: Page,
  path: string,
  request: JsonObject,
  reading: Reading,
  words: number,
): Promise<Streamed> {
  return page.evaluate(
    async (address, body, how, untilWord) => {
      const began = performance.now();
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body,
      });
      const reader = response.body?.getReader();
      if (reader === undefined) throw new Error('The answer has no body.');
      const decoder = new TextDecoder();
      let first = Number.NaN;
      let said = Number.NaN;
      let bytes = 0;
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (Number.isNaN(first)) first = performance.now() - began;
        if (done) break;
        bytes += value.length;
        if (how === 'events') parse(value);
        if (Number.isNaN(said) && bytes >= untilWord) said = performance.now() - began;
      }
      return { bytes, first, said, all: performance.now() - began };

      function parse(value: Uint8Array): void {
        const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = block.slice(block.indexOf('data: ') + 6);
          if (data !== '[DONE]') JSON.parse(data);
        }
      }
    },
    path,
    JSON.stringify(request),
    reading,
    words,
  );
}

/** Lets the protocol's official client take one answer in; `pace` is how many events of it come a second, 0 for as many as go. */
export function taken(page: Page, protocol: string, words: number, pace: number, request: JsonObject): Promise<Taken> {
  return page.evaluate(
    (name, count, events, body) => window.take(name, count, events, body),
    protocol,
    words,
    pace,
    request,
  );
}

/** Milliseconds for each of `times` requests that are no model's: a JSON body there and back, or a file. */
export function plain(page: Page, what: 'json' | 'file', times: number): Promise<readonly number[]> {
  return page.evaluate(
    async (kind, count) => {
      const body = JSON.stringify({ note: 'Nothing for a model.'.repeat(50) });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const times: number[] = [];
      for (let n = 0; n < count; n++) {
        const began = performance.now();
        const response = await (kind === 'json' ? fetch('/echo', init) : fetch('/file'));
        await response.arrayBuffer();
        times.push(performance.now() - began);
      }
      return times;
    },
    what,
    times,
  );
}

/** Bytes that live in the page: objects and buffers, after a collection. */
export async function living(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  const usage: { readonly usedSize: number; readonly backingStorageSize?: number } =
    await session.send('Runtime.getHeapUsage');
  await session.detach();
  if (usage.backingStorageSize === undefined)
    throw new Error('This Chromium does not say how much memory buffers take; a newer one does.');
  return usage.usedSize + usage.backingStorageSize;
}
