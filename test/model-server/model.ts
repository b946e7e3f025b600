/**
 * A scripted model of each protocol behind one shape: strict about what it is sent, with the memory of a server, and saying what it
 * is told in the protocol's own words. Runs in tests only.
 */
import type { JsonObject } from '../../engine/tool-call.ts';
import { anthropicModel } from './anthropic.ts';
import { chatAnswer, chatProtocol } from './openai-chat.ts';
import { ResponsesServer } from './openai-responses.ts';
import { type Cut, halves } from './pieces.ts';
import type { ModelProtocol, ModelServerRequest, ScriptedAnswer } from './server.ts';

/** What the model says in one answer. */
export type Said =
  | { readonly text: string }
  | { readonly call: string; readonly tool: string; readonly args: Record<string, unknown> };

export interface Model {
  readonly protocol: ModelProtocol;
  /** The answer as the protocol writes it, in the form the request asks for; its id ends in `index`. */
  answer(said: readonly Said[], index: number): (request: ModelServerRequest) => ScriptedAnswer;
}

/** A model with a memory of its own. `cut`: how its texts are streamed. */
export function modelOf(protocol: 'openai-chat' | 'openai-responses' | 'anthropic', cut: Cut = halves): Model {
  switch (protocol) {
    case 'openai-chat':
      return chat(cut);
    case 'openai-responses':
      return responses(cut);
    case 'anthropic':
      return messages(cut);
  }
}

function chat(cut: Cut): Model {
  return {
    protocol: chatProtocol,
    answer: (said, index) =>
      chatAnswer(
        `chatcmpl-${index}`,
        {
          text: said.flatMap((one) => ('text' in one ? [one.text] : [])).join(''),
          calls: said.flatMap((one) =>
            'call' in one ? [{ id: one.call, tool: one.tool, args: one.args as JsonObject }] : [],
          ),
        },
        cut,
      ),
  };
}

function responses(cut: Cut): Model {
  const server = new ResponsesServer(cut);
  return {
    protocol: server.protocol,
    answer: (said, index) =>
      server.answer({ id: `resp_${index}`, output: said.map((one, at) => item(one, `${index}_${at}`)) }),
  };
}

const item = (one: Said, id: string): JsonObject =>
  'text' in one
    ? {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: one.text, annotations: [], logprobs: [] }],
      }
    : {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: one.call,
        name: one.tool,
        arguments: JSON.stringify(one.args),
        status: 'completed',
      };

function messages(cut: Cut): Model {
  const { protocol, answer } = anthropicModel(cut);
  return { protocol, answer: (said, index) => answer(`msg_${index}`, said.map(block)) };
}

const block = (one: Said): JsonObject =>
  'text' in one
    ? { type: 'text', text: one.text, citations: null }
    : { type: 'tool_use', id: one.call, name: one.tool, input: one.args as JsonObject };
