/**
 * Calls that a person lets run with other arguments. As changed it is a call of its own, with an id of its own: it is gated
 * again, and the journal holds both. The page goes on waiting under the id it knows.
 *
 * Kept in session storage, and stored before the journal says that the call was changed: a worker that dies in between knows it
 * again. Until the journal says so, it is a proposal and counts for nothing. When a record is lost, the call that the page knows
 * has ended, and does not run. Runs in the background.
 */
import { z } from 'zod';
import type { Ticket } from '../../engine/state/journal.ts';
import type { Json } from '../../engine/tool-call.ts';
import type { CallRef } from './page-calls.ts';
import { isJson } from './parse-page.ts';
import { SessionRecord } from './session-record.ts';
import type { StorageArea } from './settings-store.ts';

const edit = z.object({
  /** Id of the call as changed. */
  call: z.string(),
  args: z.custom<Json>(isJson),
  /** The ticket under which the call had waited. */
  ticket: z.string(),
  /** Machines that asked about the call before it was changed: the person has answered them. */
  answered: z.array(z.string()),
});
const record = z.record(z.string(), edit);

export type Edit = z.infer<typeof edit>;

export class Edits {
  readonly #record: SessionRecord<z.infer<typeof record>>;
  readonly #edits: Map<string, Edit>;
  /** Calls whose page can run them with other arguments. In memory: pages say so again when they come back. */
  readonly #editable = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(store: SessionRecord<z.infer<typeof record>>, edits: z.infer<typeof record>) {
    this.#record = store;
    this.#edits = new Map(Object.entries(edits));
  }

  /** Rejects when the record cannot be read. */
  static async load(area: StorageArea): Promise<Edits> {
    const store = new SessionRecord<z.infer<typeof record>>(area, 'edits');
    return new Edits(store, await store.read(record, {}));
  }

  /** The page can run the call with other arguments. */
  offer(ref: CallRef): void {
    this.#editable.add(keyOf(ref));
  }

  isEditable(ref: CallRef): boolean {
    return this.#editable.has(keyOf(ref));
  }

  /** The change of a call, if it counts: its ticket ended with it. `ticketOf` gives a ticket as it is on record. */
  async of(ref: CallRef, ticketOf: (id: string) => Promise<Ticket | null>): Promise<Edit | null> {
    const edit = this.#edits.get(keyOf(ref));
    if (edit === undefined) return null;
    const ticket = await ticketOf(edit.ticket);
    return ticket !== null && isReplaced(ticket) ? edit : null;
  }

  /** Proposes a changed call in the place of the one the page knows, instead of what was proposed before. Resolves when that is stored. */
  async propose(ref: CallRef, edit: Omit<Edit, 'call'>): Promise<void> {
    this.#edits.set(keyOf(ref), { call: `${ref.call} (edited)`, ...edit });
    await this.#save();
  }

  /** Changes of one call are made one after the other. */
  inTurn<T>(ref: CallRef, work: () => Promise<T>): Promise<T> {
    const key = keyOf(ref);
    const done = (this.#turns.get(key) ?? Promise.resolve()).then(work, work);
    this.#turns.set(key, done);
    const over = (): void => {
      if (this.#turns.get(key) === done) this.#turns.delete(key);
    };
    done.then(over, over);
    return done;
  }

  /** The call is over. */
  forget(ref: CallRef): void {
    const key = keyOf(ref);
    this.#editable.delete(key);
    if (!this.#edits.delete(key)) return;
    this.#save().catch((error: unknown) => console.warn('Interlock: an edit could not be forgotten.', error));
  }

  #save(): Promise<void> {
    return this.#record.write(Object.fromEntries(this.#edits));
  }
}

/** What the journal says about a call that a person let run with other arguments. */
export const REPLACED = 'A person changed its arguments; it goes on as a call of its own, as changed.';

/** Whether a call has ended because a person changed it. */
export const isReplaced = ({ status, note }: Ticket): boolean => status === 'abandoned' && note === REPLACED;

const keyOf = ({ thread, call }: CallRef): string => JSON.stringify([thread, call]);
