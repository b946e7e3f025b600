/** The page's own way to a model, by protocol. Runs in the page. */
import type { Protocol } from '../../protocols/protocol.ts';
import { chatModel } from './chat.ts';
import type { NextTurnFrom } from './client.ts';
import { messagesModel } from './messages.ts';
import { responsesModel } from './responses.ts';

export const MODEL_BY_PROTOCOL: Readonly<Record<Protocol, NextTurnFrom>> = {
  chat: chatModel,
  responses: responsesModel,
  messages: messagesModel,
};
