/** OpenAI Chat Completions with the official client's tool runner. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import { openaiChat } from '../../../engine/wire/openai-chat/adapter.ts';
import { chatClient } from '../../model-clients/chat.ts';
import { chatAnswer, chatProtocol } from '../../model-server/openai-chat.ts';
import type { Kit, Model } from './kit.ts';

export function chatKit(stream: boolean): Kit {
  return {
    name: stream ? 'Chat Completions, streaming' : 'Chat Completions, JSON',
    adapter: openaiChat,
    stream,
    held: false,
    model: modelOf,
    client: chatClient(stream),
  };
}

function modelOf(): Model {
  return {
    protocol: chatProtocol,
    answer: (said, index) =>
      chatAnswer(`chatcmpl-${index}`, {
        text: said.flatMap((one) => ('text' in one ? [one.text] : [])).join(''),
        calls: said.flatMap((one) =>
          'call' in one ? [{ id: one.call, tool: one.tool, args: one.args as JsonObject }] : [],
        ),
      }),
  };
}
