/**
 * The Responses API for the scripted server: it keeps what it answered, as the real one does, and refuses a request that does not
 * go with it. Runs in tests only.
 */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, isObject, textField } from '../../engine/wire/json.ts';
import { checkOpenAiHeaders } from './headers.ts';
import { checkResponsesRequest, heldItems } from './openai-responses-check.ts';
import { eventsOf, type ResponsesAnswer, responseOf } from './openai-responses-events.ts';
import { type Cut, halves } from './pieces.ts';
import type { ModelProtocol, ModelServerRequest, ScriptedAnswer } from './server.ts';

export { checkResponsesRequest } from './openai-responses-check.ts';
export { calls, eventsOf, type ResponsesAnswer, responseOf, says } from './openai-responses-events.ts';

/** One server's memory, and its answers. */
export class ResponsesServer {
  readonly #cut: Cut;
  readonly #responses = new Map<string, readonly JsonObject[]>();
  readonly #conversations = new Map<string, readonly JsonObject[]>();

  /** `cut`: how its texts are streamed. */
  constructor(cut: Cut = halves) {
    this.#cut = cut;
  }

  readonly protocol: ModelProtocol = {
    serves: (path) => path.endsWith('/responses'),
    check: (body) => checkResponsesRequest(body, { responses: this.#responses, conversations: this.#conversations }),
    checkHeaders: checkOpenAiHeaders,
    error: (_status, message) =>
      JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  };

  /** An answer for a script; it is kept once it is given. `more`: how it is sent. */
  answer(
    answer: ResponsesAnswer,
    more: Omit<ScriptedAnswer, 'chunks'> = {},
  ): (request: ModelServerRequest) => ScriptedAnswer {
    return ({ body, stream }) => {
      this.#keep(body, answer);
      return { ...more, chunks: stream ? eventsOf(answer, this.#cut) : [JSON.stringify(responseOf(answer))] };
    };
  }

  #keep(body: JsonObject, { id, output }: ResponsesAnswer): void {
    const held = heldItems(body, { responses: this.#responses, conversations: this.#conversations });
    const all = [...(typeof held === 'string' ? [] : held), ...inputOf(body), ...output];
    if (field(body, 'store') !== false) this.#responses.set(id, all);
    const conversation = field(body, 'conversation');
    const name = typeof conversation === 'string' ? conversation : textField(conversation, 'id');
    if (name !== undefined) this.#conversations.set(name, all);
  }
}

function inputOf(body: JsonObject): readonly JsonObject[] {
  const input = field(body, 'input');
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? input.filter((item: Json) => isObject(item)) : [];
}
