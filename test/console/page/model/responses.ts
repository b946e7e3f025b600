/** A turn of a model over Responses, streamed to the page by the official client. Runs in the page. */
import { INSTRUCTIONS } from '../../protocols/instructions.ts';
import { responsesInput, responsesTools, responsesTurn } from '../../protocols/responses.ts';
import { type NextTurnFrom, openaiClient } from './client.ts';

export const responsesModel: NextTurnFrom = async ({ model, entries, tools, signal, onText }) => {
  const stream = openaiClient().responses.stream(
    { model, instructions: INSTRUCTIONS, input: responsesInput(entries), tools: responsesTools(tools) },
    { signal },
  );
  stream.on('response.output_text.delta', ({ delta }) => onText(delta));
  return responsesTurn((await stream.finalResponse()).output);
};
