/** Replays an answer of the model as the guard does: events in, pieces out, and what the page is shown of them. */
import type {
  AnswerWriter,
  Entry,
  FinishReason,
  ModelAdapter,
  ModelRequest,
  Piece,
  RequestedCall,
  WireEvent,
} from '../../engine/wire/model-adapter.ts';
import { parseEvent } from '../../engine/wire/sse/event.ts';
import { EventFramer } from '../../engine/wire/sse/framer.ts';
import type { Fixture } from './model-fixtures.ts';

/** One event on its way in; `event` is null for a block that carries none. */
export interface Step {
  readonly block: string;
  readonly event: WireEvent | null;
  readonly pieces: readonly Piece[];
}

export interface Read {
  readonly steps: readonly Step[];
  readonly pieces: readonly Piece[];
  readonly entry: Entry;
  readonly id: string | null;
  readonly text: string;
}

type Form = Pick<Fixture, 'form'>;

/** Reads an answer that arrives in these chunks. */
export function read(
  adapter: ModelAdapter,
  request: ModelRequest,
  { form }: Form,
  chunks: readonly Uint8Array[],
): Read {
  const reader = adapter.reader(request);
  const steps: Step[] = blocksOf(form, chunks).map(({ block, event }) => ({
    block,
    event,
    pieces: event === null ? [] : reader.read(event),
  }));
  steps.push({ block: '', event: null, pieces: reader.end() });
  return {
    steps,
    pieces: steps.flatMap(({ pieces }) => pieces),
    entry: reader.entry(),
    id: reader.id,
    text: reader.text,
  };
}

/** The ways to cut a fixture: whole, byte by byte, and once at the end of each event. */
export function* chunkings({ form, bytes }: Fixture): Generator<readonly Uint8Array[]> {
  yield [bytes];
  if (form === 'json') return;
  yield [...bytes].map((_, at) => bytes.subarray(at, at + 1));
  let at = 0;
  for (const { bytes: part } of new EventFramer().push(bytes)) {
    at += part.length;
    yield [bytes.subarray(0, at), bytes.subarray(at)];
  }
}

export const callsIn = ({ pieces }: Read): readonly RequestedCall[] =>
  pieces.flatMap((piece) => (piece.kind === 'call' ? [piece.call] : []));

export const finishOf = ({ pieces }: Read): Extract<Piece, { kind: 'finish' }> | null =>
  pieces.find((piece) => piece.kind === 'finish') ?? null;

/**
 * What the page is shown of an answer, less the calls that `keep` does not keep; a call that cannot be decoded is never shown.
 *
 * @param calls what to hand over in the place of the answer's calls, in their order
 * @param between text to write after each event
 * @param end 'keep back' leaves the end to the caller
 */
export function show(
  writer: AnswerWriter,
  answer: Read,
  keep: (call: RequestedCall) => boolean,
  calls: readonly RequestedCall[] = callsIn(answer),
  between = '',
  end: 'write' | 'keep back' = 'write',
): { readonly text: string } {
  const handed: RequestedCall[] = [];
  let at = 0;
  const one = (piece: Piece, { block, event, pieces }: Step): string => {
    switch (piece.kind) {
      case 'live':
        return (
          writer.live(piece.event) ?? (piece.event === event && pieces.length === 1 ? block : formatted(piece.event))
        );
      case 'call': {
        const call = calls[at++] ?? piece.call;
        if (call.undecodable !== null || !keep(piece.call)) return '';
        handed.push(call);
        return writer.call(call);
      }
      case 'finish':
        return end === 'keep back' ? '' : writer.finish(reasonFor(piece.reason, handed.length, at), piece.events);
    }
  };
  const text = answer.steps.map((step) => {
    if (step.event === null && step.pieces.length === 0) return step.block;
    return step.pieces.map((piece) => one(piece, step)).join('') + between;
  });
  return { text: text.join('') };
}

/** As the guard ends an answer: `calls` when the page was handed some, else as it ended, unless it ended to wait for them. */
function reasonFor(reason: FinishReason, handed: number, made: number): FinishReason {
  if (handed > 0) return 'calls';
  return made > 0 && reason === 'calls' ? 'stop' : reason;
}

function blocksOf(form: Fixture['form'], chunks: readonly Uint8Array[]): readonly Omit<Step, 'pieces'>[] {
  const decoder = new TextDecoder();
  if (form === 'json') {
    const block = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
    return [{ block, event: { event: null, data: block } }];
  }
  const framer = new EventFramer();
  const last = (): readonly (Uint8Array | null)[] => [framer.flush()?.block ?? null];
  return [...chunks.flatMap((chunk) => framer.push(chunk).map(({ block }) => block)), ...last()].flatMap((block) => {
    if (block === null) return [];
    const { event, data } = parseEvent(block);
    return [{ block: decoder.decode(block), event: data === null || data === '' ? null : { event, data } }];
  });
}

function formatted({ event, data }: WireEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${event === null ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}
