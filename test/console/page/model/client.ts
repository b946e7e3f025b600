/**
 * The official clients as a page uses them that talks to a model itself: through the page's own `fetch`. Runs in the page.
 * The address is the console's own server, which adds keys: none is ever in the page.
 */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { Entry, ToolSpec, Turn } from '../../conversation.ts';

/** What a turn is made from. */
export interface TurnParts {
  /** `scripted`, or the id of a real model. */
  readonly model: string;
  readonly entries: readonly Entry[];
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
  /** Told every piece of the text, as it comes. */
  readonly onText: (piece: string) => void;
}

/** Rejects as the official client does. */
export type NextTurnFrom = (parts: TurnParts) => Promise<Turn>;

// The key is the server's business; the clients insist on some text. A failure is shown, not tried again behind one's back.
const common = () => ({
  apiKey: 'kept-by-the-server',
  fetch: window.fetch.bind(window),
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
});

export const openaiClient = (): OpenAI => new OpenAI({ ...common(), baseURL: `${location.origin}/model/v1` });
export const anthropicClient = (): Anthropic => new Anthropic({ ...common(), baseURL: `${location.origin}/model` });
