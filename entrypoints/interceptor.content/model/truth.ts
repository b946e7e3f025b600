/**
 * What the model is to read in place of what the page sends: the page's history with everything in it that the page does not
 * know of.
 *
 * Runs in the page's own world. The same history gives the same text, from request to request.
 */

import { fixed, reminded, truthOf } from '../../../engine/wire/model/history.ts';
import type { Head } from '../../../engine/wire/model/kept.ts';
import { UNANSWERED } from '../../../engine/wire/model/splice.ts';
import { carriesHistory, type Entry, type ModelRequest } from '../../../engine/wire/model-adapter.ts';
import type { Conversation } from './conversation.ts';

export interface Truth {
  /** The history as the model knows it; of a held history, what is new. */
  readonly entries: readonly Entry[];
  /** The body to send; null when the page's own is true. */
  readonly body: string | null;
}

/** To be asked for right before the request is sent: calls that were kept may have been refused until then. */
export function truth(conversation: Conversation, request: ModelRequest): Truth {
  return carriesHistory(request) ? carried(conversation, request) : held(conversation, request);
}

/** Goes along with what the page has changed in its history. */
export function follow(conversation: Conversation, request: ModelRequest): void {
  if (!carriesHistory(request)) return;
  const { entries } = request;
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
  const { adapter, splices, placed, pending, system } = conversation;
  const { entries } = truthOf(adapter, request.entries, splices, placed);
  const all = reminded(adapter, entries, pending);
  const same = all === request.entries && system.length === 0 && request.changed !== true;
  return { entries, body: same ? null : adapter.build(request, { entries: all, ...systemOf(conversation) }) };
}

function held(conversation: Conversation, request: ModelRequest): Truth {
  const { adapter, pending } = conversation;
  const { entries, history } = request;
  const head = headOf(conversation, request);
  const all = reminded(adapter, withOwed(conversation, entries, head), pending);
  const system = adapter.systemInChains ? systemOf(conversation) : {};
  const previous = history.kind === 'chain' && head?.previous !== history.previous ? (head?.previous ?? null) : null;
  const same = all === entries && previous === null && !('system' in system) && request.changed !== true;
  const edit = { entries: all, ...(previous === null ? {} : { previous }), ...system };
  return { entries, body: same ? null : adapter.build(request, edit) };
}

/** The entries with the results in front that the server has not been given yet. */
function withOwed({ adapter }: Conversation, entries: readonly Entry[], head: Head | null): readonly Entry[] {
  if (head === null) return entries;
  const denied = [...head.denied, ...head.kept.map((call) => ({ call, text: UNANSWERED }))];
  if (denied.length === 0 && head.results.length === 0) return entries;
  const own = entries.filter(({ speaker }) => speaker === 'results');
  const others = entries.filter(({ speaker }) => speaker !== 'results');
  return [adapter.results(denied, [...head.results, ...own]), ...others];
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
