/** A model behind an Anthropic-compatible Messages endpoint. Runs on the server, with the official SDK. */
import Anthropic from '@anthropic-ai/sdk';
import { INSTRUCTIONS, MAX_TOKENS } from '../protocols/instructions.ts';
import { messagesOf, messagesTools, messagesTurn } from '../protocols/messages.ts';
import { anthropicName, type ModelEnv } from './model-env.ts';
import type { RealModel } from './models.ts';

export function anthropicModel(env: ModelEnv): RealModel {
  const model = anthropicName(env);
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
          messages: messagesOf(entries),
          tools: messagesTools(tools),
        },
        { signal },
      );
      return messagesTurn(message.content);
    },
  };
}
