/** A model behind an Anthropic-compatible Messages endpoint. Runs on the server, with the official SDK. */
import Anthropic from '@anthropic-ai/sdk';
import type { ContentBlockParam, MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { Entry } from '../conversation.ts';
import { INSTRUCTIONS, type ModelEnv, parseArgs, type RealModel } from './models.ts';

const MAX_TOKENS = 4096;

export function anthropicModel(env: ModelEnv): RealModel {
  const model = env.ANTHROPIC_MODEL ?? 'claude-sonnet-4-5';
  const client = new Anthropic({
    apiKey: env.ANTHROPIC_API_KEY || null,
    baseURL: env.ANTHROPIC_BASE_URL || null,
  });
  return {
    id: 'anthropic',
    label: `Anthropic: ${model}`,
    async next({ entries, tools, signal }) {
      const message = await client.messages.create(
        {
          model,
          max_tokens: MAX_TOKENS,
          system: INSTRUCTIONS,
          messages: toMessages(entries),
          tools: tools.map(({ name, description, schema }) => ({
            name,
            description,
            input_schema: { ...schema, type: 'object' as const },
          })),
        },
        { signal },
      );
      let text = '';
      const calls = [];
      for (const block of message.content) {
        if (block.type === 'text') text += block.text;
        else if (block.type === 'tool_use')
          calls.push({ id: block.id, tool: block.name, args: parseArgs(JSON.stringify(block.input), block.name) });
      }
      return { text, calls };
    },
  };
}

/** The results of one turn go into one user message, in the order of its calls. */
function toMessages(entries: readonly Entry[]): MessageParam[] {
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
