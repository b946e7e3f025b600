/**
 * One conversation with a model, as far as this page has seen it: what the page believes was said, what really was, and which
 * calls are still without a result.
 *
 * Runs in the page's own world. What is needed to go on after a reload is kept with the thread in the background.
 */
import type { Json, Reminder } from '../../../engine/tool-call.ts';
import type { Others } from '../../../engine/wire/model/anchor.ts';
import type { Placed } from '../../../engine/wire/model/history.ts';
import type { Head, Heads, KeptTurn, Parts, Places, Untold } from '../../../engine/wire/model/kept.ts';
import type { Exchanged, Shown, Splice } from '../../../engine/wire/model/splice.ts';
import type { Entry, ModelAdapter } from '../../../engine/wire/model-adapter.ts';
import type { GuardNote, ThreadHint } from '../../background/page-messages.ts';
import type { Link } from '../link.ts';
import { Given } from './given.ts';
import type { ModelCall } from './model-calls.ts';
import { keptTurn, type OpenTurn, openTurn } from './open-turn.ts';

const RANK: Record<Others, number> = { none: 0, elsewhere: 1, here: 2 };

/** Answers of held histories that are remembered, newest last. */
const HEADS = 100;

/** Answers with calls that are out that the next load of the page is told of, the newest. */
const KEPT_TURNS = 20;

export class Conversation {
  readonly thread: ThreadHint;
  readonly adapter: ModelAdapter;
  readonly #link: Link;
  readonly #given = new Given();
  splices: readonly Splice[] = [];
  placed: readonly Placed[] = [];
  /** Reminders that stand in the system prompt from now on. */
  system: readonly string[] = [];
  /** Reminders for the next request to the model alone. */
  pending: readonly Placed[] = [];
  heads: Heads = [];
  #parts: Parts = [];
  /** Oldest first; more than one where answers came side by side. */
  turns: readonly OpenTurn[] = [];
  /** Mark of the last request, and whether its answer was given whole. */
  last: { readonly mark: string; complete: boolean } | null = null;
  /** Whether a request is being worked on that has neither gone out nor been answered: its results are recorded, or kept calls decided. */
  underway = false;
  /** Whether a request has gone beyond the first. */
  grown = false;
  #names = 0;
  #later: readonly Untold[] = [];
  #keptTurns = false;

  constructor(adapter: ModelAdapter, id: string, link: Link, kept: readonly (readonly [string, Json])[] = []) {
    this.adapter = adapter;
    this.thread = { protocol: adapter.protocol, id };
    this.#link = link;
    for (const [name, value] of kept) this.#restore(name, value);
  }

  get id(): string {
    return this.thread.id ?? '';
  }

  /** An answer is given to the page, at `before`. What is known of earlier ones is true again afterwards. */
  give(shown: Shown, before: string, history: readonly Entry[]): Others {
    this.#given.add(shown, before, history);
    this.#keep('given', this.#given.newest);
    for (const splice of this.splices) {
      const [first] = splice.shown;
      const others = first === undefined ? 'none' : this.#given.others(first, splice.before);
      if (RANK[others] > RANK[splice.others]) this.setSplice({ ...splice, others });
    }
    return this.#given.others(shown, before);
  }

  /** What other answers had of the same ids as the calls of a turn. */
  others({ calls, before }: OpenTurn): Others {
    return this.#given.others({ calls: calls.map(({ shown }) => shown), text: '' }, before);
  }

  addTurn(turn: OpenTurn): void {
    this.turns = [...this.turns, turn];
    this.keepTurns();
  }

  /** Some calls of its turns are over, or there are others. */
  keepTurns(): void {
    const kept = this.turns.map(keptTurn).filter(({ calls }) => calls.length > 0);
    if (kept.length === 0 && !this.#keptTurns) return;
    this.#keptTurns = kept.length > 0;
    this.#keep('turns', kept.length > 0 ? kept.slice(-KEPT_TURNS) : null);
  }

  head(id: string): Head | null {
    for (const [name, head] of this.heads) if (name === id) return head;
    return null;
  }

  setHead(id: string, head: Head): void {
    this.heads = [...this.heads.filter(([name]) => name !== id), [id, head] as const].slice(-HEADS);
    this.#keep('heads', this.heads);
  }

  /** Ids of the true answers, in order, behind one that the page knows by this id; null when it is not made of several. */
  partsOf(id: string): readonly string[] | null {
    for (const [name, ids] of this.#parts) if (name === id) return ids;
    return null;
  }

  setParts(id: string, ids: readonly string[]): void {
    this.#parts = [...this.#parts.filter(([name]) => name !== id), [id, ids] as const].slice(-HEADS);
    this.#keep('parts', this.#parts);
  }

  addSplice(splice: Omit<Splice, 'name'>): Splice {
    this.#names = Math.max(this.#names, ...this.splices.map(({ name }) => Number(name) || 0)) + 1;
    const made = { name: String(this.#names), ...splice };
    this.setSplice(made);
    return made;
  }

  setSplice(splice: Splice): void {
    const others = this.splices.filter(({ name }) => name !== splice.name);
    this.splices = [...others, splice].sort((a, b) => a.at - b.at);
    this.#keep(`splice ${splice.name}`, splice);
  }

  dropSplice(name: string): void {
    this.splices = this.splices.filter((splice) => splice.name !== name);
    this.#keep(`splice ${name}`, null);
  }

  /** A call of the turn's answer is not to be run after all. */
  deny(splice: string | null, { shown, nth }: ModelCall, text: string): void {
    const found = this.splices.find(({ name }) => name === splice);
    const last = found?.exchanged.at(-1);
    if (found === undefined || last === undefined) return;
    const exchanged: Exchanged = { ...last, denied: [...last.denied, { call: shown.id, nth, text }] };
    this.setSplice({ ...found, exchanged: [...found.exchanged.slice(0, -1), exchanged] });
  }

  /**
   * Where a reminder goes from now on; `held`: the server keeps what it is told. `sent`: mark of the arguments as the page sends them
   * back, when it does.
   */
  remind(call: Untold['call'], reminder: Reminder, held: boolean, sent: string | null = null): void {
    const args = [...new Set([call.args, ...(sent === null ? [] : [sent])])];
    const placed = { after: call.shown.id, args, nth: null, reminder };
    if (reminder.target === 'system' && (!held || this.adapter.systemInChains)) {
      this.system = [...this.system.filter((text) => text !== reminder.content), reminder.content];
      this.#keep('system', this.system);
    } else if (reminder.target === 'context' || held) {
      this.pending = [...this.pending, placed];
    } else {
      this.setPlaced([...this.placed, placed]);
    }
  }

  setPlaced(placed: readonly Placed[]): void {
    this.placed = placed;
    this.#keep('placed', placed);
  }

  /** A reminder for when the page comes back: only then it is known whether the server holds the history. */
  remindLater(call: ModelCall, reminder: Reminder): void {
    this.#setLater([...this.#later, { call: { shown: call.shown, args: call.args }, reminder }]);
  }

  /** The page is back. */
  remindNow(held: boolean): void {
    for (const { call, reminder } of this.#later) this.remind(call, reminder, held);
    if (this.#later.length > 0) this.#setLater([]);
  }

  #setLater(later: readonly Untold[]): void {
    this.#later = later;
    this.#keep('later', later.length > 0 ? later : null);
  }

  note(kind: GuardNote['kind'], calls: readonly ModelCall[], text: string): void {
    this.#link.note({ kind, calls: calls.map(({ call }) => call), text: text.slice(0, 2000) }, this.thread);
  }

  #keep(name: string, value: unknown): void {
    this.#link.keep(name, value as Json, this.thread);
  }

  /** As it was kept by this class, and checked by the background; the page cannot write there. */
  #restore(name: string, value: Json): void {
    if (name.startsWith('splice '))
      this.splices = [...this.splices, value as unknown as Splice].sort((a, b) => a.at - b.at);
    else if (name === 'heads') this.heads = value as unknown as typeof this.heads;
    else if (name === 'parts') this.#parts = value as unknown as Parts;
    else if (name === 'placed') this.placed = value as unknown as typeof this.placed;
    else if (name === 'system') this.system = value as unknown as typeof this.system;
    else if (name === 'given') this.#given.restore(value as unknown as Places);
    else if (name === 'later') this.#later = value as unknown as readonly Untold[];
    else if (name === 'turns') {
      this.turns = (value as unknown as readonly KeptTurn[]).map((turn) => openTurn(turn, this.thread));
      this.#keptTurns = true;
    }
  }
}
