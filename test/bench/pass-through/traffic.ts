/**
 * What a model says without calling a tool, in the three protocols, and what a page asks it: ready-made bytes, so that serving them
 * costs next to nothing.
 *
 * Runs in Node.
 */
import type { JsonObject } from '../../../engine/tool-call.ts';

export interface Protocol {
  readonly name: string;
  readonly path: string;
  /** The events of an answer that says `words` pieces of text: what begins it, those that say something, and what ends it. */
  answer(words: number): readonly [begin: string, words: string, end: string];
  /** A request that streams, after so many turns of both sides. */
  request(conversation: string, turns: number): JsonObject;
}

/** What an answer says again and again; with its frame, an event has about 200 bytes. */
const WORD = 'Text of \\"words\\", of marks\\nand of lines. ';

/** Without quoting: what was said, as the history repeats it. */
export const SAID: string = JSON.parse(`"${WORD}"`);

const many = (words: number, event: (at: number) => string): string =>
  Array.from({ length: words }, (_, at) => event(at)).join('');

function turnsOf(conversation: string, turns: number): readonly JsonObject[] {
  const first = { role: 'user', content: `Question of ${conversation}.` };
  const later = Array.from({ length: turns }, (_, at) => [
    { role: 'assistant', content: SAID },
    { role: 'user', content: `Question ${at} of ${conversation}.` },
  ]);
  return [first, ...later.flat()];
}

const chunk = (choices: string): string =>
  `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1790000000,"model":"bench-1","choices":${choices}}\n\n`;

const chat: Protocol = {
  name: 'Chat Completions',
  path: '/v1/chat/completions',
  answer: (words) => [
    chunk('[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]'),
    many(words, () => chunk(`[{"index":0,"delta":{"content":"${WORD}"},"finish_reason":null}]`)),
    `${chunk('[{"index":0,"delta":{},"finish_reason":"stop"}]')}data: [DONE]\n\n`,
  ],
  request: (conversation, turns) => ({ model: 'bench-1', stream: true, messages: turnsOf(conversation, turns) }),
};

const typed = (type: string, rest: string): string => `event: ${type}\ndata: {"type":"${type}",${rest}}\n\n`;

const responses: Protocol = {
  name: 'Responses',
  path: '/v1/responses',
  answer(words) {
    const at = '"item_id":"msg_1","output_index":0,"content_index":0';
    const text = many(words, () => WORD);
    const item = (status: string, content: string): string =>
      `{"id":"msg_1","type":"message","status":"${status}","role":"assistant","content":[${content}]}`;
    const part = (said: string): string => `{"type":"output_text","text":"${said}","annotations":[]}`;
    const response = (status: string, output: string): string =>
      `"response":{"id":"resp_1","object":"response","created_at":1790000000,"status":"${status}","model":"bench-1","output":[${output}]}`;
    const begin = [
      typed('response.created', `"sequence_number":0,${response('in_progress', '')}`),
      typed('response.output_item.added', `"sequence_number":1,"output_index":0,"item":${item('in_progress', '')}`),
      typed('response.content_part.added', `"sequence_number":2,${at},"part":${part('')}`),
    ];
    const end = [
      typed('response.output_text.done', `"sequence_number":${words + 3},${at},"text":"${text}"`),
      typed(
        'response.output_item.done',
        `"sequence_number":${words + 4},"output_index":0,"item":${item('completed', part(text))}`,
      ),
      typed(
        'response.completed',
        `"sequence_number":${words + 5},${response('completed', item('completed', part(text)))}`,
      ),
    ];
    return [
      begin.join(''),
      many(words, (n) => typed('response.output_text.delta', `"sequence_number":${n + 3},${at},"delta":"${WORD}"`)),
      end.join(''),
    ];
  },
  request: (conversation, turns) => ({
    model: 'bench-1',
    stream: true,
    store: false,
    input: turnsOf(conversation, turns),
  }),
};

const messages: Protocol = {
  name: 'Messages',
  path: '/v1/messages',
  answer(words) {
    const begin = [
      typed(
        'message_start',
        '"message":{"id":"msg_1","type":"message","role":"assistant","model":"bench-1","content":[],"stop_reason":null,"usage":{"input_tokens":9,"output_tokens":1}}',
      ),
      typed('content_block_start', '"index":0,"content_block":{"type":"text","text":""}'),
    ];
    const end = [
      typed('content_block_stop', '"index":0'),
      typed('message_delta', '"delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9}'),
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ];
    return [
      begin.join(''),
      many(words, () => typed('content_block_delta', `"index":0,"delta":{"type":"text_delta","text":"${WORD}"}`)),
      end.join(''),
    ];
  },
  request: (conversation, turns) => ({
    model: 'bench-1',
    stream: true,
    max_tokens: 1000,
    messages: turnsOf(conversation, turns),
  }),
};

/** Bytes of an answer: up to its last word, and all of them. Everything in it is ASCII. */
export function sizeOf({ answer }: Protocol, words: number): { readonly said: number; readonly all: number } {
  const [begin, middle, end] = answer(words).map(({ length }) => length) as [number, number, number];
  return { said: begin + middle, all: begin + middle + end };
}

export const PROTOCOLS: readonly Protocol[] = [chat, responses, messages];
