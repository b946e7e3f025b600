/** The protocols in which the page may talk to a model itself. Data for the page and the server. */
export type Protocol = 'chat' | 'responses' | 'messages';

export interface ProtocolFacts {
  readonly label: string;
  /** Below `/model/v1/`. */
  readonly path: string;
  /** Id of the real model that speaks it. */
  readonly vendor: 'openai' | 'anthropic';
}

export const PROTOCOLS: Readonly<Record<Protocol, ProtocolFacts>> = {
  chat: { label: 'Chat Completions', path: 'chat/completions', vendor: 'openai' },
  responses: { label: 'Responses', path: 'responses', vendor: 'openai' },
  messages: { label: 'Messages', path: 'messages', vendor: 'anthropic' },
};

/** In the order in which they are offered. */
export const PROTOCOL_NAMES: readonly Protocol[] = ['chat', 'responses', 'messages'];

/** Name by which the page asks for the scripted model. */
export const SCRIPTED = 'scripted';
