/** The scripted model behind a model protocol: what it says next follows from the request alone. Runs on the server. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { Model, Said } from '../../../model-server/model.ts';
import type { Turn } from '../../conversation.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { scriptedTurn } from '../../scripted/model.ts';
import { READ } from './read.ts';

/** Milliseconds from piece to piece: one is to see the text come. */
const PIECE_MS = 25;

/** Answers to requests that are in order. */
export function scriptedAnswers(
  protocol: Protocol,
  model: Model,
): (body: JsonObject, signal: AbortSignal) => Promise<Response> {
  let answers = 0;
  return async (body, signal) => {
    answers += 1;
    const turn = scriptedTurn(READ[protocol](body), () => `call_${randomUUID().replaceAll('-', '')}`.slice(0, 29));
    const stream = body['stream'] === true;
    const request = { path: '', headers: {}, body, stream, complaints: [], closed: Promise.resolve(true) };
    const { chunks } = model.answer(said(turn), answers)(request);
    const type = stream ? 'text/event-stream; charset=utf-8' : 'application/json';
    return new Response(paced(chunks, signal), { headers: { 'content-type': type, 'cache-control': 'no-store' } });
  };
}

/** Each text ends a paragraph: another answer may be put behind it in the same turn. */
function said({ text, calls }: Turn): readonly Said[] {
  return [
    ...(text === '' ? [] : [{ text: `${text}\n\n` }]),
    ...calls.map(({ id, tool, args }) => ({ call: id, tool, args })),
  ];
}

function paced(chunks: readonly (string | Uint8Array)[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined || signal.aborted) return controller.close();
      if (next > 1) await pause(PIECE_MS);
      controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
    },
  });
}
