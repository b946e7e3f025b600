/**
 * What a journal entry says about one instance. Pure.
 */
import type { Happening, JournalEntry, Moved } from '../../engine/state/journal.ts';
import type { Json, Violation } from '../../engine/tool-call.ts';
import type { HistoryLine } from './instance-messages.ts';

/** Characters of a call's arguments. */
const BRIEF = 1_000;

interface Named {
  readonly machine: string;
  readonly key: string;
}

type Is = (other: { readonly machine: string; readonly key: string | null }) => boolean;

/** The line for `instance`, or `null` when the entry does not concern it. */
export function historyLine(entry: JournalEntry, { machine, key }: Named): HistoryLine | null {
  const { happening, seq, at } = entry;
  const is: Is = (other) => other.machine === machine && other.key === key;
  const nothing = { seq, at, call: null, from: null, to: null, why: null };
  const moved = (move: Moved | undefined): Pick<HistoryLine, 'from' | 'to'> | null =>
    move === undefined ? null : { from: move.from, to: move.to };
  switch (happening.type) {
    case 'gated':
      return gatedLine(entry, happening, is);
    case 'resolved': {
      const asked = entry.changes.some((c) => c.type === 'ticket' && c.ticket.violations.some(is));
      const call = { id: happening.call, tool: toolOf(entry), args: null };
      const { outcome, note, reason } = happening;
      return asked ? { ...nothing, call, what: { kind: 'resolved', outcome }, why: note ?? reason } : null;
    }
    case 'settled': {
      const move = moved(happening.transitions.find(is));
      return move === null ? null : { ...settledLine(entry, happening), ...move };
    }
    case 'event': {
      const move = moved(happening.transitions.find(is));
      return move === null ? null : { ...nothing, ...move, what: { kind: 'event', name: happening.name } };
    }
    case 'reset':
    case 'reset_undone': {
      const move = moved(happening.instances.find(is));
      return move === null ? null : { ...nothing, ...move, what: { kind: happening.type } };
    }
    case 'lapsed':
    case 'unknown_state':
      return is(happening) ? { ...nothing, ...moved(happening), what: { kind: happening.type } } : null;
    default:
      return null; // Runs, steps and notes are of the thread, not of an instance.
  }
}

type Gated = Extract<Happening, { readonly type: 'gated' }>;
type Settled = Extract<Happening, { readonly type: 'settled' }>;

/** The end of a call as it is when nothing moved; `historyLine` says what did. */
export function settledLine({ seq, at, changes }: JournalEntry, { call, result }: Settled): HistoryLine {
  const ended = changes.find((change) => change.type === 'finished');
  return {
    seq,
    at,
    what: { kind: 'settled', status: result?.status ?? null },
    call: { id: call, tool: null, args: null },
    from: null,
    to: null,
    why: ended?.finished.reason ?? null,
  };
}

function gatedLine(entry: JournalEntry, { call, verdict, violations, observed }: Gated, is: Is): HistoryLine | null {
  const own = violations.find(is);
  const would = observed.find(is);
  const touched = entry.changes.some(
    (c) => (c.type === 'instance' && is(c)) || (c.type === 'live' && c.call.admissions.some(is)),
  );
  if (own === undefined && would === undefined && !touched) return null;
  const said: Violation | undefined = own ?? would ?? (verdict === 'allow' ? undefined : violations[0]);
  const state = own?.state ?? would?.state ?? null;
  return {
    seq: entry.seq,
    at: entry.at,
    what: {
      kind: 'gated',
      verdict: own === undefined && would !== undefined ? would.action : verdict,
      observed: own === undefined && would !== undefined,
    },
    call: { id: call.id, tool: call.tool, args: brief(call.args) },
    from: state,
    to: state,
    why: said?.reason ?? null,
  };
}

/** What tells one call from another, and no more than a page of history can hold. */
function brief(args: Json): string {
  const text = JSON.stringify(args);
  return text.length <= BRIEF ? text : `${text.slice(0, BRIEF)}…`;
}

function toolOf({ changes }: JournalEntry): string | null {
  return changes.find((change) => change.type === 'ticket')?.ticket.tool ?? null;
}
