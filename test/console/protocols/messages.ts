/** The conversation in the words of Anthropic's Messages. Runs in the page and on the server. */
import type { ContentBlock, ContentBlockParam, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages';
import type { Entry, ToolSpec, Turn } from '../conversation.ts';
import { parseArgs } from './parse-args.ts';

/** The results of one turn go into one user message, in the order of its calls. */
export function messagesOf(entries: readonly Entry[]): MessageParam[] {
  const messages: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const entry of entries) {
    const role = entry.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(entry);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
  }
  return messages;
}

function toBlocks(entry: Entry): ContentBlockParam[] {
  switch (entry.role) {
    case 'user':
      return [{ type: 'text', text: entry.text }];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: entry.call, content: entry.text, is_error: entry.isError }];
    case 'assistant': {
      const calls = entry.calls.map(({ id, tool, args }) => ({
        type: 'tool_use' as const,
        id,
        name: tool,
        input: args,
      }));
      return entry.text === '' ? calls : [{ type: 'text', text: entry.text }, ...calls];
    }
  }
}

export function messagesTools(tools: readonly ToolSpec[]): Tool[] {
  return tools.map(({ name, description, schema }) => ({
    name,
    description,
    input_schema: { ...schema, type: 'object' },
  }));
}

/** @throws Error when a call cannot be made as it stands */
export function messagesTurn(content: readonly ContentBlock[]): Turn {
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ id: block.id, tool: block.name, args: parseArgs(JSON.stringify(block.input), block.name) }]
        : [],
    ),
  };
}
