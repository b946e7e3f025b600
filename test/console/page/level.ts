/** What goes through the page, as its address says. Runs in the page. */
import { PROTOCOL_NAMES, type Protocol } from '../protocols/protocol.ts';

/** `mcp`: the calls to the tools; `model`: the talk with the model, and the tools are in the page; `both`: both. */
export type Level = 'mcp' | 'model' | 'both';

const query = new URLSearchParams(location.search);
const asked = query.get('level');

export const level: Level = asked === 'model' || asked === 'both' ? asked : 'mcp';
/** Whether the tools are MCP servers. */
export const usesServers = level !== 'model';
/** Whether the page talks to the model itself. */
export const usesModel = level !== 'mcp';
/** Protocol to begin with. */
export const firstProtocol: Protocol = PROTOCOL_NAMES.find((name) => name === query.get('protocol')) ?? 'chat';

/** The page's address at another level; everything else stays. */
export function addressAt(other: Level): string {
  const next = new URLSearchParams(location.search);
  if (other === 'mcp') next.delete('level');
  else next.set('level', other);
  return next.size === 0 ? '/' : `/?${next}`;
}
