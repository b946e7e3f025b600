/**
 * One thread of a journal, decided again by other machines.
 *
 * What ran then ran with the result on record; what was not run then and would be now has an unknown result. What a person
 * decided then counts where the question is asked again; where it is new, a call that ran is taken as approved.
 */
import type { MachineSet } from '../../dsl/machine.ts';
import { touches } from '../../evaluate/touch.ts';
import type { Action, ToolCall } from '../../tool-call.ts';
import type { Happening, JournalEntry, Ticket } from '../journal.ts';
import type { Branch, BranchInput } from './branch.ts';
import { Calls, type ReplayedCall } from './calls.ts';
import type { Cause } from './finding.ts';
import { Lifecycle } from './lifecycle.ts';
import { type KnownResult, possibleAdvances } from './possible-advances.ts';
import { branches, continuations, touchedBy, worldsAfter } from './possible-gates.ts';
import { type Tally, whyOf } from './tally.ts';
import { Worlds } from './worlds.ts';

type Recorded = Extract<Happening, { readonly type: 'resolved' | 'settled' }>;

const VERDICTS = ['allow', 'warn', 'ask', 'deny'] as const;

const UNKNOWN: KnownResult = { result: null, cut: false };

export class ThreadReplay {
  readonly #machines: MachineSet;
  readonly #tally: Tally;
  readonly #worlds = new Worlds();
  readonly #calls = new Calls();
  readonly #lifecycle: Lifecycle;
  /** Somebody is at `goOn` already, and looks at the line again afterwards. */
  #going = false;

  constructor(machines: MachineSet, tally: Tally) {
    this.#machines = machines;
    this.#tally = tally;
    this.#lifecycle = new Lifecycle(machines, this.#worlds, tally);
  }

  /** Takes the next entry of the thread. */
  take(entry: JournalEntry): void {
    const { happening } = entry;
    switch (happening.type) {
      case 'gated':
        this.#gated(entry, happening);
        return;
      case 'resolved':
      case 'settled': {
        const call = this.#calls.get(happening.call);
        if (call?.status === 'in_line') call.later.push(entry);
        else if (call !== undefined) this.#onRecord(call, entry, happening);
        return;
      }
      case 'run_started':
      case 'step':
      case 'event':
      case 'run_ended':
      case 'reset':
      case 'reset_undone':
        this.#lifecycle.take(entry, happening);
        return;
      case 'noted':
      case 'kept':
        return; // A host's own business: no machine sees it.
      case 'lapsed':
      case 'unknown_state':
        return; // What the machines of then made of their own states.
    }
  }

  /** The record ends. Calls that were running have an unknown result; those that waited for them are decided by it. */
  finish(): void {
    for (const call of this.#calls.running()) this.#settle(call, UNKNOWN, call.gated.entry.at, 'no_result');
  }

  #gated(entry: JournalEntry, { call, verdict }: Extract<Happening, { readonly type: 'gated' }>): void {
    const known = this.#calls.get(call.id);
    if (known === undefined) {
      this.#first(entry, call, verdict);
      return;
    }
    switch (known.status) {
      case 'in_line':
        known.later.push(entry);
        return;
      case 'asked':
        known.gated = { entry, verdict };
        this.#calls.enqueue(known);
        this.#goOn();
        return;
      case 'running':
        // Refused after its approval then; now it was let through at once.
        if (verdict === 'deny') this.#settle(known, UNKNOWN, entry.at, 'no_result');
        return;
      case 'over':
        if (verdict === 'deny') this.#calls.end(known, 'over');
        return;
    }
  }

  #first(entry: JournalEntry, call: ToolCall, verdict: 'allow' | Action): void {
    const touched = touches(this.#machines, call);
    const refs = touchedBy({ touched });
    const gated = { entry, verdict };
    this.#calls.enqueue({ call, touched, refs, gated, status: 'in_line', ticket: null, later: [] });
    this.#goOn();
  }

  /** Lets everybody on who waits for nobody. */
  #goOn(): void {
    if (this.#going) return;
    this.#going = true;
    for (let call = this.#calls.dequeue(); call !== null; call = this.#calls.dequeue()) {
      this.#decide(call);
      for (const entry of call.later.splice(0)) this.take(entry);
    }
    this.#going = false;
  }

  #decide(call: ReplayedCall): void {
    const { entry, verdict: recorded } = call.gated;
    const { touched, refs } = call;
    const record = recorded === 'deny' ? 'over' : 'goes_on';
    const input: BranchInput = {
      machines: this.#machines,
      call: call.call,
      touched,
      counts: this.#lifecycle.counts,
      now: entry.at,
      thread: entry.thread,
    };
    const found = branches(input, refs, this.#worlds, call.ticket?.status === 'approved' ? call.ticket : null);
    const causes = refs.map(({ machine, key }) => this.#worlds.causeOf(machine, key)).filter((c) => c !== null);
    const cause = causes[0] ?? 'no_result';
    if (found === null) {
      this.#tally.compare(recordedOf(call), VERDICTS, cause);
      for (const { machine, key } of refs) this.#worlds.set(machine, key, null, cause);
      this.#calls.end(call, record);
      return;
    }
    const verdicts = VERDICTS.filter((verdict) => found.some((branch) => branch.verdict === verdict));
    this.#tally.compare(recordedOf(call), verdicts, cause, whyOf(found[0]?.strongest ?? null));
    const ticket = verdicts.length === 1 ? ticketOf(found) : null;
    if (ticket !== null && recorded === 'ask') {
      // The question was asked then, too: the record goes on to say what came of it.
      for (const ref of refs) this.#worlds.set(ref.machine, ref.key, worldsAfter(found, ref), cause);
      call.status = 'asked';
      call.ticket = ticket;
      return;
    }
    const onward = found.flatMap((branch) => continuations(input, branch, recorded));
    for (const ref of refs) this.#worlds.set(ref.machine, ref.key, worldsAfter(onward, ref), 'no_result');
    if (!onward.some((branch) => branch.runs)) {
      this.#calls.end(call, record);
      return;
    }
    this.#calls.run(call);
    if (recorded === 'deny') this.#settle(call, UNKNOWN, entry.at, 'no_result');
  }

  /** What the record says about a call that is not in line. */
  #onRecord(call: ReplayedCall, { at }: JournalEntry, happening: Recorded): void {
    if (happening.type === 'resolved' && happening.outcome === 'approved') {
      if (call.status === 'asked' && call.ticket !== null) call.ticket = { ...call.ticket, status: 'approved' };
    } else if (call.status !== 'running') {
      this.#calls.end(call, 'over');
    } else if (happening.type === 'resolved') {
      this.#settle(call, UNKNOWN, at, 'no_result'); // Turned away then; now it was let through at once.
    } else {
      const { result } = happening;
      const cut = result?.cutFrom !== undefined;
      this.#settle(call, { result, cut }, at, cut ? 'cut_result' : 'no_result');
    }
  }

  /** Ends a running call with what is known of its result. */
  #settle(call: ReplayedCall, known: KnownResult, now: number, cause: Cause): void {
    const { counts } = this.#lifecycle;
    const question = { machines: this.#machines, call: call.call, known, counts, now };
    for (const { machine, key } of call.refs) {
      const worlds = this.#worlds.of(machine, key);
      const moved = worlds?.flatMap(({ instance, admission }) =>
        (admission === null ? [instance] : possibleAdvances(question, admission, instance)).map((after) => ({
          instance: after,
          admission: null,
        })),
      );
      this.#worlds.set(machine, key, moved ?? null, cause);
    }
    this.#lifecycle.completed();
    this.#calls.end(call, 'over');
    this.#goOn();
  }
}

function recordedOf({ call, gated }: ReplayedCall) {
  return { entry: gated.entry, call: { id: call.id, tool: call.tool }, from: gated.verdict };
}

/** One ticket for what is asked in any world. */
function ticketOf(found: readonly Branch[]): Ticket | null {
  const tickets = found.flatMap(({ ticket }) => ticket ?? []);
  const [first] = tickets;
  return first === undefined ? null : { ...first, violations: tickets.flatMap((ticket) => ticket.violations) };
}
