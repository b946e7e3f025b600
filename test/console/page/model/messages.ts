/** A turn of a model over Messages, streamed to the page by the official client. Runs in the page. */
import { INSTRUCTIONS, MAX_TOKENS } from '../../protocols/instructions.ts';
import { messagesOf, messagesTools, messagesTurn } from '../../protocols/messages.ts';
import { anthropicClient, type NextTurnFrom } from './client.ts';

export const messagesModel: NextTurnFrom = async ({ model, entries, tools, signal, onText }) => {
  const stream = anthropicClient().messages.stream(
    {
      model,
      max_tokens: MAX_TOKENS,
      system: INSTRUCTIONS,
      messages: messagesOf(entries),
      tools: messagesTools(tools),
    },
    { signal },
  );
  stream.on('text', onText);
  return messagesTurn((await stream.finalMessage()).content);
};
