/** Whether a `tool_choice` of the OpenAI protocols makes the model call a tool. Pure. */
import type { Json } from '../tool-call.ts';

export function isForced(choice: Json | undefined): boolean {
  return choice !== undefined && choice !== null && choice !== 'auto' && choice !== 'none';
}
