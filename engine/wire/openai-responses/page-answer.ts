/**
 * The answer as the page knows it, whatever form it is written in: its id, its output, and what its end says.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, stringify, textField } from '../json.ts';
import type { FinishReason, ModelRequest } from '../model-adapter.ts';
import { added } from '../usage.ts';
import { PageOutput } from './page-output.ts';
import { endOf, ownResponse, previousOf, withMembers } from './summary.ts';

export class PageAnswer {
  readonly output = new PageOutput();
  readonly #request: ModelRequest;
  /** Usage of the answers whose end was kept back. */
  readonly #usages: JsonObject[] = [];
  #id: string | null;
  #first: boolean;
  /** What the answer that came first goes on from, as it says itself. */
  #previous: string | null = null;
  /** The latest response object, as text; '' before one came. */
  #response = '';
  #notes = 0;

  constructor(request: ModelRequest, id: string | null) {
    this.#request = request;
    this.#id = id;
    this.#first = id === null;
  }

  get id(): string | null {
    return this.#id;
  }

  /** Whether what comes now is the answer that gave the page its id. */
  get first(): boolean {
    return this.#first;
  }

  /** Takes a response object in. */
  learn(response: string): void {
    if (response === '') return;
    this.#response = response;
    this.#id ??= textField(parseJson(response), 'id') ?? null;
  }

  /** Goes on with another answer; `kept` is the response object that would have ended this one, or ''. */
  next(kept: string): void {
    if (kept !== '') {
      this.learn(kept);
      if (this.#first) this.#previous = textField(parseJson(kept), 'previous_response_id') ?? null;
      const usage = field(parseJson(kept), 'usage');
      if (isObject(usage)) this.#usages.push(usage);
      this.output.absorb(kept);
    }
    this.output.next();
    this.#first = false;
  }

  /**
   * The response object that ends the page's answer, made of the one that ends the model's. `reason`: what the page is to act on;
   * null leaves it as it is.
   */
  summary(response: string, reason: FinishReason | null): string {
    this.learn(response);
    this.output.absorb(response);
    const json = parseJson(response);
    const usage = field(json, 'usage');
    const output = this.output.equals(response) ? null : this.output.list();
    return withMembers(response, {
      ...(reason === 'stop' && textField(json, 'status') === 'incomplete'
        ? { status: '"completed"', incomplete_details: 'null' }
        : {}),
      ...(this.#id === null || this.#id === textField(json, 'id') ? {} : { id: stringify(this.#id) }),
      ...(output === null ? {} : { output }),
      ...(output === null || textField(json, 'output_text') === undefined
        ? {}
        : { output_text: stringify(this.output.words()) }),
      ...(this.#usages.length === 0
        ? {}
        : {
            usage: stringify(
              (isObject(usage) ? [...this.#usages, usage] : this.#usages).reduce((all, one) => added(all, one)),
            ),
          }),
      ...(this.#first || field(json, 'previous_response_id') === undefined
        ? {}
        : { previous_response_id: stringify(previousOf(this.#request.body) ?? this.#previous) }),
    });
  }

  /** An end that the model did not write. */
  ownEnd(reason: FinishReason): { readonly type: `response.${string}`; readonly response: Json } {
    const { status, details } = endOf(reason);
    this.#id ??= 'resp_interlock';
    const begun = this.#response === '' ? stringify(ownResponse(this.#request, this.#id)) : this.#response;
    const response = withMembers(begun, {
      id: stringify(this.#id),
      status: stringify(status),
      incomplete_details: stringify(details),
      output: this.output.list(),
      ...(this.#usages.length === 0 ? {} : { usage: stringify(this.#usages.reduce((all, one) => added(all, one))) }),
    });
    return { type: `response.${status}`, response: parseJson(response) ?? null };
  }

  /** An id for a message of the guard's own. */
  noteId(): string {
    this.#notes += 1;
    return `msg_${(this.#id ?? 'interlock').replace(/^resp_/, '')}_note${this.#notes}`;
  }
}
