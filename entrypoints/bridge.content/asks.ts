/**
 * Which calls of this page wait for a person, read off the messages that pass the bridge. It changes none of them.
 *
 * Runs in the isolated world.
 */
import type { BridgeNotice, PageReply, PageRequest } from '../background/page-messages.ts';

export interface Asks {
  /** A message goes to the background. */
  sent(message: PageRequest): void;
  /** A message goes to the page. */
  heard(message: PageReply | BridgeNotice): void;
}

/** `show` is called with the tools of the calls that wait, oldest first, whenever these change. */
export function followAsks(show: (tools: readonly string[]) => void): Asks {
  const tools = new Map<string, string>();
  const waiting = new Map<string, string>();
  const tell = (): void => show([...waiting.values()]);
  const over = (call: string): void => {
    tools.delete(call);
    if (waiting.delete(call)) tell();
  };
  return {
    sent(message) {
      if (message.type === 'gate') tools.set(message.call, message.tool);
      if (message.type === 'withdraw') over(message.call);
    },
    heard(message) {
      if (message.type === 'link' && message.state === 'dead') {
        tools.clear();
        waiting.clear();
        tell();
      }
      if (message.type === 'unsent' && message.of === 'gate') over(message.name);
      if (message.type !== 'verdict') return;
      const tool = tools.get(message.call);
      if (message.verdict !== 'ask') over(message.call);
      else if (tool !== undefined && !waiting.has(message.call)) {
        waiting.set(message.call, tool);
        tell();
      }
    },
  };
}
