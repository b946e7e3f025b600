/** A strict Chat Completions API for the scripted model server: what a good request is, and answers. */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import { field, listField, textField } from '../../engine/wire/json.ts';
import { checkOpenAiHeaders } from './headers.ts';
import { checkMessages, unknownFields } from './openai-chat-rules.ts';
import { type Cut, halves } from './pieces.ts';
import type { ModelProtocol, ModelServerRequest, ScriptedAnswer } from './server.ts';

const FIELDS = [
  ...['messages', 'model', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...['max_completion_tokens', 'max_tokens', 'metadata', 'modalities', 'moderation', 'n', 'parallel_tool_calls'],
  ...['prediction', 'presence_penalty', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
  ...['reasoning_effort', 'response_format', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store', 'stream'],
  ...['stream_options', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity'],
  'web_search_options',
];

/** Complaints about a request to create a chat completion; none when it is good. */
export function checkChatRequest(body: JsonObject): string[] {
  const options = field(body, 'stream_options') ?? null;
  return [
    ...unknownFields(body, FIELDS).map((complaint) => `The request: ${complaint}`),
    ...(textField(body, 'model') ? [] : ['The request names no model.']),
    ...(listField(body, 'tools').length > 0
      ? []
      : ['tool_choice', 'parallel_tool_calls'].flatMap((name) =>
          (field(body, name) ?? null) === null ? [] : [`${name} is only for requests with tools.`],
        )),
    ...(options === null || field(body, 'stream') === true ? [] : ['stream_options are only for streams.']),
    ...(Array.isArray(field(body, 'messages'))
      ? checkMessages(listField(body, 'messages'))
      : ['messages: it is no list.']),
  ];
}

export const chatProtocol: ModelProtocol = {
  serves: (path) => path.endsWith('/chat/completions'),
  check: checkChatRequest,
  checkHeaders: checkOpenAiHeaders,
  error: (status, message) =>
    JSON.stringify({ error: { message, type: ERRORS[status] ?? 'server_error', param: null, code: null } }),
};

const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'rate_limit_exceeded',
};

/** What an answer says. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly tool: string; readonly args: Json }[];
  /** Default: by the calls. */
  readonly finish?: string;
}

/** An answer for a script, in the form the request asks for; of a stream, every event is a chunk, and texts come in pieces. */
export function chatAnswer(
  id: string,
  { text = '', calls = [], finish }: Said,
  cut: Cut = halves,
): (request: ModelServerRequest) => ScriptedAnswer {
  const elements = calls.map(({ id: call, tool, args }) => ({
    id: call,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  const reason = finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return ({ stream, body }) => {
    const frame = { id, created: 1, model: textField(body, 'model') ?? '' };
    const prompt = 10 * listField(body, 'messages').length;
    const usage = { prompt_tokens: prompt, completion_tokens: 5, total_tokens: prompt + 5 };
    if (!stream) {
      const tools = elements.length === 0 ? {} : { tool_calls: elements };
      const message = { role: 'assistant', content: text === '' ? null : text, refusal: null, ...tools };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: reason }];
      return { chunks: [JSON.stringify({ ...frame, object: 'chat.completion', choices, usage })] };
    }
    const asked = field(field(body, 'stream_options'), 'include_usage') === true;
    const event = (choices: readonly Json[], more: JsonObject = {}): string =>
      `data: ${JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices, ...more })}\n\n`;
    const delta = (said: JsonObject, end: string | null = null): string =>
      event([{ index: 0, delta: said, logprobs: null, finish_reason: end }], asked ? { usage: null } : {});
    return {
      chunks: [
        delta({ role: 'assistant', content: text === '' ? null : '', refusal: null }),
        ...cut(text).map((piece) => delta({ content: piece })),
        ...elements.flatMap(({ function: { name, arguments: args }, ...call }, index) => [
          delta({ tool_calls: [{ index, ...call, function: { name, arguments: '' } }] }),
          ...halves(args).map((half) => delta({ tool_calls: [{ index, function: { arguments: half } }] })),
        ]),
        delta({}, reason),
        ...(asked ? [event([], { usage })] : []),
        'data: [DONE]\n\n',
      ],
    };
  };
}
