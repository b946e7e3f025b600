/** The conversation in the words of Chat Completions. Runs in the page and on the server. */
import type {
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import type { Entry, ToolSpec, Turn } from '../conversation.ts';
import { resultText } from './flagless.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { parseArgs } from './parse-args.ts';

export function chatMessages(entries: readonly Entry[]): ChatCompletionMessageParam[] {
  return [{ role: 'system', content: INSTRUCTIONS }, ...entries.map(toMessage)];
}

function toMessage(entry: Entry): ChatCompletionMessageParam {
  switch (entry.role) {
    case 'user':
      return { role: 'user', content: entry.text };
    case 'tool':
      return { role: 'tool', tool_call_id: entry.call, content: resultText(entry) };
    case 'assistant': {
      const calls = entry.calls.map(({ id, tool, args }) => ({
        id,
        type: 'function' as const,
        function: { name: tool, arguments: JSON.stringify(args) },
      }));
      return { role: 'assistant', content: entry.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
    }
  }
}

export function chatTools(tools: readonly ToolSpec[]): ChatCompletionTool[] {
  return tools.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: { ...schema } },
  }));
}

/** @throws Error when a call cannot be made as it stands */
export function chatTurn({ content, tool_calls }: Pick<ChatCompletionMessage, 'content' | 'tool_calls'>): Turn {
  const calls = (tool_calls ?? []).map((call) => {
    if (call.type !== 'function') throw new Error(`The model made a call of an unknown kind: "${call.type}".`);
    return { id: call.id, tool: call.function.name, args: parseArgs(call.function.arguments, call.function.name) };
  });
  return { text: content ?? '', calls };
}
