/** A turn of a model over Chat Completions, streamed to the page by the official client. Runs in the page. */
import { chatMessages, chatTools, chatTurn } from '../../protocols/chat.ts';
import { type NextTurnFrom, openaiClient } from './client.ts';

export const chatModel: NextTurnFrom = async ({ model, entries, tools, signal, onText }) => {
  const stream = openaiClient().chat.completions.stream(
    { model, messages: chatMessages(entries), ...(tools.length > 0 ? { tools: chatTools(tools) } : {}) },
    { signal },
  );
  stream.on('content', onText);
  const { choices } = await stream.finalChatCompletion();
  const message = choices[0]?.message;
  if (message === undefined) throw new Error('The model gave no answer.');
  return chatTurn(message);
};
