/**
 * One answer out of several: the page sent one request, whatever became of its parts. An array when every part is JSON;
 * an event stream as soon as one part is.
 *
 * Runs in the page's own world.
 */

import type { WireId } from '../../../engine/wire/adapter.ts';
import { elements, locate } from '../../../engine/wire/json-text.ts';
import { formatEvent } from '../../../engine/wire/sse/event.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import { made } from '../likeness.ts';
import { promised } from '../promises.ts';
import { createOutlet, type Outlet } from '../stream/outlet.ts';
import { describe, kindOf } from './answer.ts';
import { parsed } from './settle-text.ts';

/** An answer that is on its way, and the requests it answers. */
export interface Part {
  readonly ids: readonly WireId[];
  readonly response: Promise<Response>;
}

/** Resolves when all parts have answered, or one of them has begun to stream. Rejects when the only part does. */
export async function mergeAnswers(guard: Guard, exchange: Exchange, parts: readonly Part[]): Promise<Response> {
  const { natives } = guard;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only.response;
  const first = await promised<'stream' | 'json'>((resolve) => {
    let left = parts.length;
    const look = async ({ response }: Part): Promise<void> => {
      const streams = await isStream(guard, response);
      left -= 1;
      if (streams) resolve('stream');
      else if (left === 0) resolve('json');
    };
    for (const part of parts) void look(part);
    if (left === 0) resolve('json');
  });
  if (first === 'stream') {
    const outlet = createOutlet(natives, () => undefined);
    void writeAll(guard, parts, outlet);
    return made(natives, exchange.url, 200, 'text/event-stream', outlet.stream);
  }
  const texts: string[] = [];
  for (const part of parts)
    await messagesOf(guard, part, (text) => {
      texts[texts.length] = text;
    });
  return texts.length === 0
    ? made(natives, exchange.url, 202, null, null)
    : made(natives, exchange.url, 200, 'application/json', `[${texts.join(',')}]`);
}

async function isStream(guard: Guard, response: Promise<Response>): Promise<boolean> {
  try {
    return kindOf(guard, await response) === 'events';
  } catch {
    // What it failed with becomes its message.
    return false;
  }
}

async function writeAll(guard: Guard, parts: readonly Part[], outlet: Outlet): Promise<void> {
  const written = parts.map((part) => writePart(guard, part, outlet));
  for (const one of written) await one;
  outlet.close();
}

async function writePart(guard: Guard, part: Part, outlet: Outlet): Promise<void> {
  const { natives } = guard;
  if (!(await isStream(guard, part.response))) {
    await messagesOf(guard, part, (text) => outlet.write(formatEvent(text)));
    return;
  }
  const body = natives.response.body(await part.response);
  if (body === null) return;
  const reader = natives.stream.getReader(body);
  try {
    for (;;) {
      // Each part writes whole events, so they can be mixed.
      await outlet.demand();
      if (!outlet.open) return natives.reader.cancel(reader, undefined);
      const { done, value } = await natives.reader.read(reader);
      if (done) return;
      outlet.write(value);
    }
  } catch (error) {
    outlet.fail(error);
  }
}

/** Gives out the messages in a part's answer; failures for its requests when it is none. Never rejects. */
async function messagesOf(guard: Guard, { ids, response }: Part, take: (message: string) => void): Promise<void> {
  let reason: string;
  try {
    const got = await response;
    const kind = kindOf(guard, got);
    if (kind === 'accepted') return;
    reason = `the server answered ${describe(guard, got)}`;
    const text = kind === 'json' ? await guard.natives.response.text(got) : '';
    const json = parsed(guard, text);
    const whole = json === undefined ? null : locate(text, []);
    if (json !== undefined && whole !== null && guard.adapter.answers(json).length > 0) {
      const spans = Array.isArray(json) ? elements(text, whole) : [whole];
      for (const { start, end } of spans) take(text.slice(start, end));
      return;
    }
    reason = (json === undefined ? null : guard.adapter.requestFailure(json)) ?? reason;
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  for (const id of ids) take(guard.adapter.failure(id, reason));
}
