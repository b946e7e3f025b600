/** A model behind an OpenAI-compatible Chat Completions endpoint. Runs on the server, with the official SDK. */
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Entry } from '../conversation.ts';
import { INSTRUCTIONS, type ModelEnv, parseArgs, type RealModel } from './models.ts';

export function openaiModel(env: ModelEnv): RealModel {
  const model = env.OPENAI_MODEL ?? 'gpt-5-mini';
  // A local endpoint may want no key; the SDK insists on some text.
  const client = new OpenAI({ apiKey: env.OPENAI_API_KEY || 'none', baseURL: env.OPENAI_BASE_URL || null });
  return {
    id: 'openai',
    label: `OpenAI: ${model}`,
    async next({ entries, tools, signal }) {
      const completion = await client.chat.completions.create(
        {
          model,
          messages: [{ role: 'system', content: INSTRUCTIONS }, ...entries.map(toMessage)],
          tools: tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: { name, description, parameters: { ...schema } },
          })),
        },
        { signal },
      );
      const message = completion.choices[0]?.message;
      if (message === undefined) throw new Error('The model gave no answer.');
      const calls = (message.tool_calls ?? []).map((call) => {
        if (call.type !== 'function') throw new Error(`The model made a call of an unknown kind: "${call.type}".`);
        return { id: call.id, tool: call.function.name, args: parseArgs(call.function.arguments, call.function.name) };
      });
      return { text: message.content ?? '', calls };
    },
  };
}

function toMessage(entry: Entry): ChatCompletionMessageParam {
  switch (entry.role) {
    case 'user':
      return { role: 'user', content: entry.text };
    case 'tool':
      return { role: 'tool', tool_call_id: entry.call, content: entry.isError ? `Error: ${entry.text}` : entry.text };
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
