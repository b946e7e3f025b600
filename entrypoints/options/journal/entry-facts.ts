/**
 * What an entry of the journal is about, as far as a list shows and a filter asks. Pure.
 */
import type { Change, Happening, JournalEntry } from '../../../engine/state/journal.ts';
import { list } from '../../ui/format.ts';

export type Kind = Happening['type'];

export interface Facts {
  readonly kind: Kind;
  /** The tool of the call, where there is one. */
  readonly tool: string | null;
  /** Names of the machines, each once. */
  readonly machines: readonly string[];
  /** The verdict, the outcome or the decision, as the engine calls it. */
  readonly outcome: string | null;
  /** What moved, what was said, or why. */
  readonly detail: string | null;
}

/** Which tool a call was made to: entries that end a call name the call alone. */
export class Tools {
  readonly #known = new Map<string, string>();

  /** To be told of entries before they are asked about. */
  learn(entries: readonly JournalEntry[]): void {
    for (const { thread, happening } of entries) {
      if (happening.type === 'gated') this.#known.set(JSON.stringify([thread, happening.call.id]), happening.call.tool);
    }
  }

  of(thread: string, call: string): string | null {
    return this.#known.get(JSON.stringify([thread, call])) ?? null;
  }
}

export function factsOf(entry: JournalEntry, tools: Tools): Facts {
  const { happening, changes } = entry;
  return {
    kind: happening.type,
    tool: toolOf(entry, tools),
    machines: [...new Set([...machinesOf(happening), ...changes.flatMap(machineOf)])],
    outcome: outcomeOf(happening),
    detail: detailOf(happening),
  };
}

function toolOf({ thread, happening }: JournalEntry, tools: Tools): string | null {
  switch (happening.type) {
    case 'gated':
      return happening.call.tool;
    case 'resolved':
    case 'settled':
      return tools.of(thread, happening.call);
    default:
      return null;
  }
}

function machinesOf(happening: Happening): readonly string[] {
  switch (happening.type) {
    case 'gated':
      return [...happening.violations, ...happening.observed].map(({ machine }) => machine);
    case 'settled':
    case 'event':
      return happening.transitions.map(({ machine }) => machine);
    case 'reset':
    case 'reset_undone':
      return happening.instances.map(({ machine }) => machine);
    case 'lapsed':
    case 'unknown_state':
      return [happening.machine];
    default:
      return [];
  }
}

const machineOf = (change: Change): readonly string[] => ('machine' in change ? [change.machine] : []);

function outcomeOf(happening: Happening): string | null {
  switch (happening.type) {
    case 'gated':
      return happening.verdict;
    case 'resolved':
      return happening.outcome;
    case 'settled':
      return happening.outcome === 'settled' ? (happening.result?.status ?? null) : happening.outcome;
    case 'run_ended':
      return happening.decision;
    default:
      return null;
  }
}

function detailOf(happening: Happening): string | null {
  switch (happening.type) {
    case 'gated':
      return (happening.violations[0] ?? happening.observed[0])?.reason ?? null;
    case 'resolved':
      return happening.note ?? happening.reason;
    case 'settled':
    case 'event':
      return moves(happening.transitions) ?? (happening.type === 'event' ? happening.name : null);
    case 'reset':
    case 'reset_undone':
      return moves(happening.instances);
    case 'lapsed':
    case 'unknown_state':
      return moves([happening]);
    case 'run_ended':
      return happening.message;
    case 'noted':
      return happening.text;
    case 'kept':
      return happening.name;
    case 'run_started':
    case 'step':
      return null;
  }
}

function moves(made: readonly { readonly key: string; readonly from: string; readonly to: string }[]): string | null {
  return made.length === 0 ? null : list(made.map(({ key, from, to }) => `${key} ${from} → ${to}`.trim()));
}
