/**
 * What the model is to read in place of what the page sends: the page's history with everything in it that the page does not
 * know of.
 *
 * Runs in the page's own world. The same history gives the same text, from request to request.
 */

import { fixed, reminded, truthOf } from '../../../engine/wire/model/history.ts';
import { carriesHistory, type Entry, type ModelRequest } from '../../../engine/wire/model-adapter.ts';
import type { Conversation, Head } from './conversation.ts';

export interface Truth {
  /** The history as the model knows it; of a held history, what is new. */
  readonly entries: readonly Entry[];
  /** The body to send; null when the page's own is true. To be called right before it is sent. */
  readonly body: () => string | null;
}

/** `aside`: what the request does not hold of the history is not gone from it. */
export function truth(conversation: Conversation, request: ModelRequest, aside: boolean): Truth {
  if (!carriesHistory(request)) return held(conversation, request);
  if (!aside) follow(conversation, request);
  return carried(conversation, request);
}

/** Goes along with what the page has changed in its history. */
function follow(conversation: Conversation, { entries }: ModelRequest): void {
  const found = truthOf(conversation.adapter, entries, conversation.splices, []);
  if (conversation.placed.some(({ nth }) => nth === null))
    conversation.setPlaced(fixed(found.entries, conversation.placed));
  for (const splice of found.moved) {
    conversation.setSplice(splice);
    conversation.note(
      'moved',
      [],
      `The page changed its history; what it does not know of now stands at entry ${splice.at}.`,
    );
  }
  for (const name of found.dropped) {
    conversation.dropSplice(name);
    conversation.note(
      'dropped',
      [],
      'The page changed its history; what it does not know of has no place there any more.',
    );
  }
}

function carried(conversation: Conversation, request: ModelRequest): Truth {
  const { adapter } = conversation;
  const whole = (): readonly Entry[] =>
    truthOf(adapter, request.entries, conversation.splices, conversation.placed).entries;
  return {
    get entries() {
      return whole();
    },
    body() {
      // Denials may have been added since: calls that were kept and are not run after all.
      const entries = reminded(adapter, whole(), conversation.pending);
      if (entries === request.entries && conversation.system.length === 0 && request.changed !== true) return null;
      return adapter.build(request, { entries, ...systemOf(conversation) });
    },
  };
}

function held(conversation: Conversation, request: ModelRequest): Truth {
  const { adapter } = conversation;
  const { entries, history } = request;
  return {
    entries,
    body() {
      const head = headOf(conversation, request);
      const all = reminded(adapter, withOwed(conversation, entries, head), conversation.pending);
      const system = adapter.systemInChains ? systemOf(conversation) : {};
      const previous =
        history.kind === 'chain' && head?.previous !== history.previous ? (head?.previous ?? null) : null;
      if (all === entries && previous === null && !('system' in system) && request.changed !== true) return null;
      return adapter.build(request, { entries: all, ...(previous === null ? {} : { previous }), ...system });
    },
  };
}

/** The entries with the results in front that the server has not been given yet. */
function withOwed({ adapter }: Conversation, entries: readonly Entry[], head: Head | null): readonly Entry[] {
  if (head === null || (head.denied.length === 0 && head.results.length === 0)) return entries;
  const own = entries.filter(({ speaker }) => speaker === 'results');
  const others = entries.filter(({ speaker }) => speaker !== 'results');
  return [adapter.results(head.denied, [...head.results, ...own]), ...others];
}

/** What the server knows at the answer that the request goes on from. */
export function headOf(conversation: Conversation, { history }: ModelRequest): Head | null {
  switch (history.kind) {
    case 'carried':
      return null;
    case 'chain':
      return history.previous === null ? null : conversation.head(history.previous);
    case 'named':
      return conversation.head(nameKey(history.id));
  }
}

/** Under which a history that goes by a name has its head. */
export const nameKey = (name: string): string => `name:${name}`;

const systemOf = ({ system }: Conversation): { system?: readonly string[] } => (system.length === 0 ? {} : { system });
