/** Writes an answer of the Responses API as its server does: as a stream of events, or as a body. Runs in tests only. */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { isObject, listField, textField } from '../../engine/wire/json.ts';
import { type Cut, halves } from './pieces.ts';

/** An answer of the model. */
export interface ResponsesAnswer {
  /** Id of the response. */
  readonly id: string;
  readonly output: readonly JsonObject[];
  /** Default `completed`. */
  readonly status?: 'completed' | 'incomplete' | 'failed';
  /** Other fields of the response object. */
  readonly fields?: JsonObject;
}

/** A message of the model. */
export function says(id: string, text: string): JsonObject {
  return { id, type: 'message', status: 'completed', role: 'assistant', content: [textPart(text)] };
}

/** A call of a function. */
export function calls(id: string, name: string, args: Json): JsonObject {
  return {
    id: `fc_${id}`,
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  };
}

/** The response object. */
export function responseOf({ id, output, status = 'completed', fields = {} }: ResponsesAnswer): JsonObject {
  const usage = {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 29,
  };
  return {
    id,
    object: 'response',
    created_at: 1764576000,
    status,
    error: null,
    model: 'scripted-1',
    output,
    usage,
    ...fields,
  };
}

/** The events, one text each. */
export function eventsOf(answer: ResponsesAnswer, cut: Cut = halves): readonly string[] {
  const response = responseOf(answer);
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  const events: readonly JsonObject[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...answer.output.flatMap((item, at) => itemEvents(item, at, cut)),
    { type: `response.${answer.status ?? 'completed'}`, response },
  ];
  return events.map(
    (event, at) => `event: ${textField(event, 'type')}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
  );
}

function itemEvents(item: JsonObject, output_index: number, cut: Cut): readonly JsonObject[] {
  const at = { item_id: textField(item, 'id') ?? '', output_index };
  const around = (started: JsonObject, between: readonly JsonObject[]): readonly JsonObject[] => [
    { type: 'response.output_item.added', output_index, item: { ...item, ...started } },
    ...between,
    { type: 'response.output_item.done', output_index, item },
  ];
  switch (textField(item, 'type')) {
    case 'message':
      return around(
        { status: 'in_progress', content: [] },
        listField(item, 'content').flatMap((part, index) =>
          isObject(part) ? partEvents(part, { ...at, content_index: index }, cut) : [],
        ),
      );
    case 'function_call':
      return around(
        { status: 'in_progress', arguments: '' },
        textEvents('response.function_call_arguments', 'arguments', textField(item, 'arguments') ?? '', at),
      );
    case 'custom_tool_call':
      return around(
        { status: 'in_progress', input: '' },
        textEvents('response.custom_tool_call_input', 'input', textField(item, 'input') ?? '', at),
      );
    default:
      return around({}, []);
  }
}

function partEvents(part: JsonObject, at: JsonObject, cut: Cut): readonly JsonObject[] {
  return [
    { type: 'response.content_part.added', ...at, part: textPart('') },
    ...textEvents('response.output_text', 'text', textField(part, 'text') ?? '', { ...at, logprobs: [] }, cut),
    { type: 'response.content_part.done', ...at, part },
  ];
}

/** The text in pieces, as a model's tokens come, and then the whole. */
function textEvents(
  type: string,
  name: string,
  text: string,
  at: JsonObject,
  cut: Cut = halves,
): readonly JsonObject[] {
  return [
    ...cut(text).map((delta) => ({ type: `${type}.delta`, ...at, delta })),
    { type: `${type}.done`, ...at, [name]: text },
  ];
}

const textPart = (text: string): JsonObject => ({ type: 'output_text', text, annotations: [], logprobs: [] });
