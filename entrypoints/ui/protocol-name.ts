/**
 * Names of protocols as people know them. Pure.
 */
import { revealed } from './reveal.ts';

const NAMES: Readonly<Record<string, string>> = {
  mcp: 'MCP',
  anthropic: 'Anthropic Messages',
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
};

/** The name of the protocol `id`; one that is not known is shown by its id. */
export const protocolName = (id: string): string => (Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : revealed(id));
