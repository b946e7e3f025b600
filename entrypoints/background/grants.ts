/**
 * What a person has allowed for the rest of a run: the same call again, or an instance. A grant answers later questions of the
 * same kind, and nothing else: it never touches a refusal, and a question that goes beyond what the person was shown is asked.
 *
 * Kept in session storage. A grant ends with its run, whatever dies in between: a new worker reads on in the journal from where the
 * record was written. A grant that is lost costs another question, never a call that was not allowed.
 * Runs in the background.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { canonicalJson } from '../../engine/state/canonical-json.ts';
import type { JournalEntry, Ticket } from '../../engine/state/journal.ts';
import type { Store } from '../../engine/state/store.ts';
import type { Json } from '../../engine/tool-call.ts';
import { SessionRecord } from './session-record.ts';
import type { StorageArea } from './settings-store.ts';

const grant = z.object({
  id: z.string(),
  /** `call`: the same tool with the same arguments. `instance`: whatever the same machines ask about the same instances. */
  kind: z.enum(['call', 'instance']),
  thread: z.string(),
  run: z.number(),
  /** Of the machine set that asked. */
  fingerprint: z.string(),
  tool: z.string(),
  /** SHA-256 over the arguments' canonical JSON. */
  args: z.string(),
  /** What was asked when it was given: no other question is answered by it. */
  asks: z.array(z.object({ machine: z.string(), key: z.string().nullable() })),
  at: z.number(),
  uses: z.number(),
});
const record = z.object({
  grants: z.array(grant),
  /** When the run of a thread began that goes on now, milliseconds since 1970. */
  runs: z.record(z.string(), z.number()),
  /** Sequence number of the last journal entry that is taken into account. */
  noted: z.number(),
});

export type Grant = z.infer<typeof grant>;
export type GrantKind = Grant['kind'];

/** A ticket, the arguments of its call, and the run that its thread is in. */
export interface Question {
  readonly ticket: Ticket;
  readonly args: Json;
  readonly run: number;
}

/** The oldest are forgotten beyond these. */
const MAX_GRANTS = 200;
const MAX_RUNS = 500;

export class Grants {
  readonly #record: SessionRecord<z.infer<typeof record>>;
  #grants: readonly Grant[];
  readonly #runs: Map<string, number>;
  readonly #unstored = new Set<string>();
  /** Taken back, but still in the stored record: they answer nothing, and go with the next write that works. */
  readonly #withdrawn = new Set<string>();
  #noted: number;
  /** Entries up to this one were read on loading. */
  #readTo = -1;

  private constructor(store: SessionRecord<z.infer<typeof record>>, { grants, runs, noted }: z.infer<typeof record>) {
    this.#record = store;
    this.#grants = grants;
    this.#runs = new Map(Object.entries(runs));
    this.#noted = noted;
  }

  /** Rejects when the record or the journal cannot be read. */
  static async load(area: StorageArea, journal: Pick<Store, 'journal' | 'newest'>): Promise<Grants> {
    const store = new SessionRecord<z.infer<typeof record>>(area, 'grants');
    const fresh: z.infer<typeof record> = { grants: [], runs: {}, noted: await journal.newest() };
    const known = await store.read(record, fresh);
    const grants = new Grants(store, known);
    if (known === fresh) await grants.#save();
    else await grants.#readOn(journal);
    return grants;
  }

  /** What happened after the record was written. */
  async #readOn(journal: Pick<Store, 'journal'>): Promise<void> {
    for await (const entry of journal.journal(this.#noted + 1)) {
      this.note([entry]);
      this.#readTo = entry.seq;
    }
  }

  /** Oldest first. */
  list(): readonly Grant[] {
    return this.#grants;
  }

  /** Whether it was taken back, and that could not be stored: it answers nothing, but returns with the next worker. */
  isWithdrawn(id: string): boolean {
    return this.#withdrawn.has(id);
  }

  /** Whether the ticket is of the run that its thread is in. */
  isOfThisRun(ticket: Ticket): boolean {
    return ticket.at >= (this.#runs.get(ticket.thread) ?? 0);
  }

  /** Allows more of the same. Resolves when it is stored. */
  async give(kind: GrantKind, question: Question, id: string, at: number): Promise<Grant> {
    const { ticket, args, run } = question;
    const { thread, fingerprint, tool } = ticket;
    const asks = ticket.violations.map(({ machine, key }) => ({ machine, key }));
    const given: Grant = { id, kind, thread, run, fingerprint, tool, args: digest(args), asks, at, uses: 0 };
    this.#grants = [...this.#grants, given].slice(-MAX_GRANTS);
    this.#unstored.add(id);
    try {
      await this.#save();
    } catch (error) {
      this.#grants = this.#grants.filter((one) => one.id !== id);
      throw error;
    } finally {
      this.#unstored.delete(id);
    }
    return given;
  }

  /**
   * Takes a grant back: from now on it answers nothing. Resolves when that is stored: it does not return with the next worker. Rejects
   * when it cannot be stored; then it stays listed as withdrawn.
   */
  revoke(id: string): Promise<void> {
    this.#withdrawn.add(id);
    return this.#save();
  }

  /** Takes all of them back, likewise. */
  revokeAll(): Promise<void> {
    for (const { id } of this.#grants) this.#withdrawn.add(id);
    return this.#save();
  }

  /** A grant that answers everything the ticket asks, or `null`. One that is not stored yet answers nothing. */
  covering(question: Question): Grant | null {
    if (!this.isOfThisRun(question.ticket)) return null;
    const inForce = ({ id }: Grant): boolean => !this.#unstored.has(id) && !this.#withdrawn.has(id);
    return this.#grants.find((one) => inForce(one) && covers(one, question)) ?? null;
  }

  /** Counts one call that went through by it. */
  used(id: string): void {
    this.#grants = this.#grants.map((one) => (one.id === id ? { ...one, uses: one.uses + 1 } : one));
    this.#keep();
  }

  /** Follows the journal: grants end with their run. */
  note(entries: readonly JournalEntry[]): void {
    let changed = false;
    for (const { seq, thread, at, happening } of entries) {
      if (seq <= this.#readTo) continue;
      this.#noted = Math.max(this.#noted, seq);
      const begins = happening.type === 'run_started';
      if (!begins && !(happening.type === 'run_ended' && happening.decision !== 'continue')) continue;
      this.#grants = this.#grants.filter((one) => one.thread !== thread);
      if (begins) this.#begin(thread, at);
      changed = true;
    }
    if (changed) this.#keep();
  }

  #begin(thread: string, at: number): void {
    this.#runs.delete(thread);
    this.#runs.set(thread, at);
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= MAX_RUNS) return;
      this.#runs.delete(oldest);
    }
  }

  async #save(): Promise<void> {
    const left = new Set(this.#withdrawn);
    const grants = this.#grants.filter(({ id }) => !left.has(id));
    await this.#record.write({ grants, runs: Object.fromEntries(this.#runs), noted: this.#noted });
    this.#grants = this.#grants.filter(({ id }) => !left.has(id));
    for (const id of left) this.#withdrawn.delete(id);
  }

  #keep(): void {
    this.#save().catch((error: unknown) => console.warn('Interlock: grants could not be stored.', error));
  }
}

/** INVARIANT: everything the person was shown when they gave the grant is compared; what is new is never covered. */
function covers(given: Grant, { ticket, args, run }: Question): boolean {
  if (given.thread !== ticket.thread || given.run !== run || given.fingerprint !== ticket.fingerprint) return false;
  const asked = ({ machine, key }: Ticket['violations'][number]): boolean =>
    given.asks.some((ask) => ask.machine === machine && ask.key === key);
  if (ticket.violations.length === 0 || !ticket.violations.every(asked)) return false;
  switch (given.kind) {
    case 'call':
      return given.tool === ticket.tool && given.args === digest(args);
    case 'instance':
      return ticket.violations.every(({ key }) => key !== null);
  }
}

const utf8 = new TextEncoder();

const digest = (args: Json): string => bytesToHex(sha256(utf8.encode(canonicalJson(args))));
