/**
 * The open pages of a site, and which protocols were seen on each since it was loaded. Pure. Runs in the background.
 */
import type { SessionMemory } from './session-memory.ts';
import { covers, parseMatch } from './sites.ts';
import type { SeenPage } from './ui-messages.ts';

/** A tab as the browser tells it; one without an address is of a site the extension may not see. */
export interface OpenTab {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
}

/** The pages among `tabs` that `match` covers. */
export function pagesOf(
  match: string,
  tabs: readonly OpenTab[],
  memory: Pick<SessionMemory, 'toldMode' | 'protocolsOf'>,
): readonly SeenPage[] {
  const pattern = parseMatch(match);
  if (pattern === null) return [];
  return tabs.flatMap(({ id, url, title = '' }) => {
    if (id === undefined || url === undefined || !URL.canParse(url)) return [];
    const address = new URL(url);
    if (!covers(pattern, address)) return [];
    const told = memory.toldMode(id, address.origin);
    const connected = told !== null && told !== 'off';
    return [{ tab: id, title, url, connected, protocols: memory.protocolsOf(id) }];
  });
}
