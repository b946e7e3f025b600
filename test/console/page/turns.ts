/** Where the next turn of the model comes from. Runs in the page. */
import type { Turn } from '../conversation.ts';
import { SCRIPTED } from '../protocols/protocol.ts';
import { scriptedTurn } from '../scripted/model.ts';
import type { NextTurn } from './agent.ts';
import { usesModel } from './level.ts';
import { MODEL_BY_PROTOCOL } from './model/turn.ts';
import { model, protocol, tools } from './state.ts';

export const nextTurn: NextTurn = async (entries, signal, onText) => {
  if (usesModel) {
    const parts = { model: model.value, entries, tools: tools.value.tools, signal, onText };
    return MODEL_BY_PROTOCOL[protocol.value](parts);
  }
  const turn =
    model.value === SCRIPTED
      ? scriptedTurn(entries, () => crypto.randomUUID())
      : await turnOfServer({ model: model.value, entries, tools: tools.value.tools }, signal);
  onText(turn.text);
  return turn;
};

/** The server talks to the model, and the page gets turns. */
async function turnOfServer(asked: unknown, signal: AbortSignal): Promise<Turn> {
  const response = await fetch('/api/model', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    signal,
  });
  if (!response.ok) throw new Error(`The model cannot be reached: ${await response.text()}`);
  return (await response.json()) as Turn;
}
