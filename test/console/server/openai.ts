/** A model behind an OpenAI-compatible Chat Completions endpoint. Runs on the server, with the official SDK. */
import OpenAI from 'openai';
import { chatMessages, chatTools, chatTurn } from '../protocols/chat.ts';
import { type ModelEnv, openaiName } from './model-env.ts';
import type { RealModel } from './models.ts';

export function openaiModel(env: ModelEnv): RealModel {
  const model = openaiName(env);
  // A local endpoint may want no key; the SDK insists on some text.
  const client = new OpenAI({ apiKey: env.OPENAI_API_KEY || 'none', baseURL: env.OPENAI_BASE_URL || null });
  return {
    id: 'openai',
    label: `OpenAI: ${model}`,
    async next({ entries, tools, signal }) {
      const completion = await client.chat.completions.create(
        { model, messages: chatMessages(entries), tools: chatTools(tools) },
        { signal },
      );
      const message = completion.choices[0]?.message;
      if (message === undefined) throw new Error('The model gave no answer.');
      return chatTurn(message);
    },
  };
}
