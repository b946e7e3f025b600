/**
 * The writer of an answer: of a stream or of a body, whichever the first event is. What a server sends does not always follow what
 * the request asked for.
 *
 * Runs anywhere. Never throws.
 */
import { parseJson } from '../json.ts';
import type { AnswerWriter, FinishReason, ModelRequest, RequestedCall, WireEvent } from '../model-adapter.ts';
import { choicesOf, isBody } from './chunk.ts';
import { BodyWriter } from './write-body.ts';
import { StreamWriter } from './write-stream.ts';

export class ChatWriter implements AnswerWriter {
  readonly #request: ModelRequest;
  #writer: AnswerWriter;
  #settled: boolean;

  constructor(request: ModelRequest, begin?: { readonly id: string }) {
    this.#request = request;
    this.#settled = begin !== undefined;
    this.#writer = request.stream ? new StreamWriter(request, begin) : new BodyWriter(request, begin);
  }

  get id(): string | null {
    return this.#writer.id;
  }

  live(event: WireEvent): string | null {
    const value = parseJson(event.data);
    if (!this.#settled && choicesOf(value) !== null) {
      this.#settled = true;
      this.#writer = isBody(value) ? new BodyWriter(this.#request) : new StreamWriter(this.#request);
    }
    return this.#writer.live(event);
  }

  get passing(): boolean {
    return this.#settled && this.#writer.passing;
  }

  passed(events: string): void {
    this.#writer.passed(events);
  }

  call(call: RequestedCall): string {
    return this.#writer.call(call);
  }

  next(kept: readonly WireEvent[]): void {
    this.#writer.next(kept);
  }

  note(text: string): string {
    return this.#writer.note(text);
  }

  finish(reason: FinishReason, events: readonly WireEvent[]): string {
    return this.#writer.finish(reason, events);
  }
}
