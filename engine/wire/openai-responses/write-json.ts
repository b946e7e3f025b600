/**
 * Writes the one JSON answer the page reads: nothing until the end, and then all of it.
 *
 * Runs anywhere.
 */
import { field, parseJson, stringify } from '../json.ts';
import type { AnswerWriter, FinishReason, ModelRequest, RequestedCall, WireEvent } from '../model-adapter.ts';
import { message } from './event.ts';
import { PageAnswer } from './page-answer.ts';

export class JsonWriter implements AnswerWriter {
  readonly #answer: PageAnswer;

  constructor(request: ModelRequest, begin?: { readonly id: string }) {
    this.#answer = new PageAnswer(request, begin?.id ?? null);
  }

  get id(): string | null {
    return this.#answer.id;
  }

  live(): string {
    return '';
  }

  get passing(): boolean {
    return false;
  }

  passed(): void {
    // A body is written at once.
  }

  call(call: RequestedCall): string {
    this.#answer.output.add(stringify(call.raw), call);
    return '';
  }

  next(kept: readonly WireEvent[]): void {
    this.#answer.next(bodyOf(kept) ?? '');
  }

  note(text: string): string {
    this.#answer.output.add(stringify(message(this.#answer.noteId(), text)));
    return '';
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    const body = bodyOf(events);
    return body === undefined ? stringify(this.#answer.ownEnd(reason).response) : this.#answer.summary(body, reason);
  }
}

function bodyOf(events: readonly WireEvent[]): string | undefined {
  return events.map(({ data }) => data).find((data) => Array.isArray(field(parseJson(data), 'output')));
}
