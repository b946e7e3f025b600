/**
 * What of an answer goes to the page as the model said it.
 *
 * Runs in the page's own world.
 */
import type { AnswerReader, AnswerWriter, WireEvent } from '../../../engine/wire/model-adapter.ts';
import { eventText } from '../../../engine/wire/sse/event.ts';
import type { PageAnswer } from './page-answer.ts';
import type { Arrived, Run } from './runs.ts';

/** Lets a whole run pass where nobody has to look at its events. False: they are to be read one by one. */
export function passed({ bytes, text }: Run, page: PageAnswer, reader: AnswerReader, writer: AnswerWriter): boolean {
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
