/**
 * A strict Messages API for the scripted model server: what a good request is, threads that the server holds, and answers.
 */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, listField, textField } from '../../engine/wire/json.ts';
import { answerEvents } from './anthropic-events.ts';
import { checkConversation, contentOf, unknown } from './anthropic-rules.ts';
import { checkAnthropicHeaders } from './headers.ts';
import { type Cut, halves } from './pieces.ts';
import type { ModelProtocol, ModelServerRequest, ScriptedAnswer } from './server.ts';

const FIELDS = [
  ...['model', 'max_tokens', 'messages', 'stream', 'system', 'tools', 'tool_choice', 'thinking', 'thread', 'metadata'],
  ...['temperature', 'top_k', 'top_p', 'stop_sequences', 'cache_control', 'container', 'context_management'],
  ...['diagnostics', 'inference_geo', 'mcp_servers', 'output_config', 'output_format', 'service_tier', 'speed'],
  ...['billing_policy', 'compaction', 'fallback_credit_token', 'fallbacks', 'user_profile_id', 'workspace_id'],
];

/** What the server keeps. `threads`: whole conversations, by the id of their last answer. `said`: answers, by the ids of their calls. */
export interface Memory {
  readonly threads: Map<string, readonly Json[]>;
  readonly continued: Set<string>;
  readonly said: Map<string, readonly Json[]>;
}

export const emptyMemory = (): Memory => ({ threads: new Map(), continued: new Set(), said: new Map() });

/** Complaints about a request to create a message; none when it is good. */
export function checkMessagesRequest(body: JsonObject, memory: Memory): readonly string[] {
  const model = textField(body, 'model') ?? '';
  const limit = field(body, 'max_tokens');
  const messages = listField(body, 'messages');
  const system = field(body, 'system');
  return [
    ...unknown(body, FIELDS).map((complaint) => `The request: ${complaint}.`),
    ...(model === '' ? ['The request names no model.'] : []),
    ...(typeof limit === 'number' && limit > 0 ? [] : ['The request has no max_tokens.']),
    ...(Array.isArray(field(body, 'messages')) ? [] : ['The request has no list of messages.']),
    ...(system === undefined || typeof system === 'string' ? [] : checkSystem(system)),
    ...(field(body, 'tool_choice') === undefined ||
    listField(body, 'tools').length > 0 ||
    heldOf(body, memory).length > 0
      ? []
      : ['tool_choice: it is only for requests with tools.']),
    ...checkThread(body, memory),
    ...checkConversation([...heldOf(body, memory), ...messages], memory.said),
  ];
}

function checkSystem(system: Json): readonly string[] {
  if (!Array.isArray(system)) return ['system is neither text nor a list.'];
  const good = system.every((block) => textField(block, 'type') === 'text' && textField(block, 'text'));
  return good ? [] : ['system holds something other than text.'];
}

function checkThread(body: JsonObject, { threads, continued }: Memory): readonly string[] {
  const thread = field(body, 'thread');
  if (thread === undefined || textField(thread, 'type') === 'create') return [];
  const previous = textField(thread, 'previous_message_id') ?? '';
  return [
    ...(threads.has(previous) ? [] : [`thread_not_found: "${previous}".`]),
    ...(continued.has(previous) ? [`thread_already_continued: "${previous}".`] : []),
    ...['system', 'tools'].filter((name) => Object.hasOwn(body, name)).map((name) => `A thread keeps its ${name}.`),
  ];
}

const heldOf = (body: JsonObject, { threads }: Memory): readonly Json[] =>
  threads.get(textField(field(body, 'thread'), 'previous_message_id') ?? '') ?? [];

export interface AnthropicModel {
  readonly protocol: ModelProtocol;
  readonly memory: Memory;
  /** An answer for a script, in the form the request asks for: `content`, and why it stopped (default by its calls). */
  answer(id: string, content: readonly JsonObject[], stop?: string): (request: ModelServerRequest) => ScriptedAnswer;
}

/** A model with a memory of its own. Any path that ends in `/v1/messages` is its. `cut`: how its texts are streamed. */
export function anthropicModel(cut: Cut = halves): AnthropicModel {
  const memory = emptyMemory();
  return {
    memory,
    protocol: {
      serves: (path) => path.endsWith('/v1/messages'),
      check: (body) => checkMessagesRequest(body, memory),
      checkHeaders: (header, body) => checkAnthropicHeaders(header, field(body, 'thread') !== undefined),
      error: (status, message) =>
        JSON.stringify({ type: 'error', error: { type: ERRORS[status] ?? 'api_error', message, details: null } }),
    },
    answer: (id, content, stop) => (request) => {
      keep(memory, request.body, id, content);
      const reason = stop ?? (content.some((block) => block['type'] === 'tool_use') ? 'tool_use' : 'end_turn');
      const usage = { input_tokens: 10 * listField(request.body, 'messages').length, output_tokens: 5 };
      const message = { id, type: 'message', role: 'assistant', model: field(request.body, 'model') ?? null, content };
      const whole = { ...message, stop_reason: reason, stop_sequence: null, usage };
      return { chunks: request.stream ? answerEvents(whole, cut) : [JSON.stringify(whole)] };
    },
  };
}

const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function keep(memory: Memory, body: JsonObject, id: string, content: readonly JsonObject[]): void {
  for (const block of contentOf({ content }))
    if (textField(block, 'type') === 'tool_use') memory.said.set(textField(block, 'id') ?? '', content);
  if (field(body, 'thread') === undefined) return;
  const held = [...heldOf(body, memory), ...listField(body, 'messages'), { role: 'assistant', content }];
  const previous = textField(field(body, 'thread'), 'previous_message_id');
  if (previous !== undefined) memory.continued.add(previous);
  memory.threads.set(id, held);
}
