/**
 * What became of the calls that waited, for views that show one at the moment it ends. Kept in memory, newest first; the
 * journal is the record. Runs in the background.
 */

import type { Ticket } from '../../engine/state/journal.ts';
import { outcomeOf } from './approvals.ts';
import type { GuardService } from './guard-service.ts';
import type { EndedCall, Outcome } from './ui-messages.ts';

const KEPT = 50;

export class Endings {
  #list: readonly EndedCall[] = [];

  constructor(service: GuardService) {
    service.listen((event) => {
      if (event.type !== 'entries') return;
      for (const change of event.entries.flatMap((entry) => entry.changes)) {
        const outcome = change.type === 'ticket' ? outcomeOf(change.ticket) : null;
        if (change.type !== 'ticket' || outcome === null) continue;
        const others = this.#list.filter((ended) => ended.ticket !== change.ticket.id);
        this.#list = [ended(change.ticket, outcome, service.clock()), ...others].slice(0, KEPT);
      }
    });
  }

  list(): readonly EndedCall[] {
    return this.#list;
  }
}

function ended({ id, tool, violations }: Ticket, outcome: Outcome, at: number): EndedCall {
  return { ticket: id, outcome, tool, key: violations[0]?.key ?? null, at };
}
