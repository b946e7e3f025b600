/**
 * Calls that a person lets run with other arguments. As changed it is a call of its own, with an id of its own: it is gated
 * again, and the journal holds both. The page goes on waiting under the id it knows.
 *
 * Kept in session storage, and stored before the changed call is gated: a worker that dies in between knows it again. When a
 * record is lost, the call that the page knows has ended, and does not run. Runs in the background.
 */
import { z } from 'zod';
import type { Json } from '../../engine/tool-call.ts';
import type { CallRef } from './page-calls.ts';
import { isJson } from './parse-page.ts';
import { SessionRecord } from './session-record.ts';
import type { StorageArea } from './settings-store.ts';

const edit = z.object({
  /** Id of the call as changed. */
  call: z.string(),
  args: z.custom<Json>(isJson),
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

  of(ref: CallRef): Edit | null {
    return this.#edits.get(keyOf(ref)) ?? null;
  }

  /** Puts a changed call in the place of the one the page knows, once: the first change counts. Resolves when that is stored. */
  async put(ref: CallRef, args: Json, answered: readonly string[]): Promise<void> {
    const key = keyOf(ref);
    if (!this.#edits.has(key)) this.#edits.set(key, { call: `${ref.call} (edited)`, args, answered: [...answered] });
    await this.#save();
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

const keyOf = ({ thread, call }: CallRef): string => JSON.stringify([thread, call]);
