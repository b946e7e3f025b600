/** The model-level protocols that are understood, in the order in which a request is offered to them. */
import { anthropic } from './anthropic/adapter.ts';
import type { ModelAdapter } from './model-adapter.ts';
import { openaiChat } from './openai-chat/adapter.ts';
import { openaiResponses } from './openai-responses/adapter.ts';

export const modelAdapters: readonly ModelAdapter[] = [openaiChat, openaiResponses, anthropic];
