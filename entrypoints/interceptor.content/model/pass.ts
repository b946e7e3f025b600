/**
 * What of an answer goes to the page as the model said it.
 *
 * Runs in the page's own world.
 */
import type { AnswerReader, AnswerWriter, WireEvent } from '../../../engine/wire/model-adapter.ts';
import { eventText } from '../../../engine/wire/sse/event.ts';
import type { PageAnswer } from './page-answer.ts';
import type { Arrived, Run } from './runs.ts';

/** Lets pass what nobody has to look at, and gives out the other events of a run, which are to be read before it goes on. */
export function* closely(run: Run, page: PageAnswer, reader: AnswerReader, writer: AnswerWriter): Generator<Arrived> {
  if (passed(run, page, reader, writer)) return;
  const halves = run.halves();
  if (halves.length === 0) yield* run.events();
  for (const half of halves) yield* closely(half, page, reader, writer);
}

function passed({ bytes, text }: Run, page: PageAnswer, reader: AnswerReader, writer: AnswerWriter): boolean {
  if (text === null || !writer.passing || !reader.pass(text)) return false;
  writer.passed(text);
  page.bytes(bytes);
  return true;
}

/** An event that is no call and no end; byte for byte where nothing has to be changed. */
export function show(page: PageAnswer, writer: AnswerWriter, event: WireEvent, arrived: Arrived | null): void {
  const text = writer.live(event);
  if (text !== null) page.text(text);
  else if (arrived?.event === event) page.bytes(arrived.bytes);
  else page.text(eventText(event));
}
