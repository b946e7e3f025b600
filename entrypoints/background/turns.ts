/**
 * What pages say about turns and conversations: steps, ends of turns, notes, and what is kept for the next load of a page.
 * Runs in the background.
 *
 * What a tab says takes effect in the order in which it was said, also across its connections. Nothing here lets a call run:
 * without a guard that can be asked, a turn is complete and nothing is recalled.
 */
import type { Guard } from '../../engine/guard.ts';
import type { Json } from '../../engine/tool-call.ts';
import { checked, isOutIn } from './kept-form.ts';
import { Marks } from './marks.ts';
import type { CallRef } from './page-calls.ts';
import type { PageReply, PageRequest, ThreadHint } from './page-messages.ts';
import type { Problems } from './problems.ts';
import type { SessionMemory } from './session-memory.ts';
import type { StorageArea } from './settings-store.ts';
import { type Place, parseThread, threadOf } from './thread-id.ts';

type Of<T extends PageRequest['type']> = Extract<PageRequest, { readonly type: T }>;
type RunEnd = Pick<Extract<PageReply, { type: 'run_end' }>, 'decision' | 'message'>;
type Recalled = Extract<PageReply, { type: 'recalled' }>['conversation'];

/** Names under which something is kept with one thread. */
export const MAX_NAMES = 1_000;
/** Characters of one kept value, as JSON. */
export const MAX_VALUE = 4_000_000;

const COMPLETE: RunEnd = { decision: 'complete' };

/** As a note of the journal; what exactly is wrong, the console says. */
const UNREADABLE =
  'Part of what was kept of this conversation is damaged, or of another version of Interlock, and was dropped. The model reads there what the page sends.';

/** What is needed of the guard service. */
export interface TurnsOptions {
  readonly session: StorageArea;
  readonly problems: Pick<Problems, 'report'>;
  readonly memory: () => Promise<SessionMemory>;
  /** The thread of a message; `null` where nothing is guarded. */
  readonly thread: (place: Place, hint: ThreadHint) => Promise<string | null>;
  /** The site entry that guards a page; `null` where none does. */
  readonly site: (url: string) => Promise<string | null>;
  /** Does `work` with the guard of a thread. */
  readonly inThread: <T>(thread: string, work: (guard: Guard) => Promise<T>) => Promise<T>;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #marks: Marks;
  readonly #said = new Map<number, Promise<unknown>>();
  /** What is kept with a thread, as far as it was looked up. */
  readonly #names = new Map<string, Promise<Set<string>>>();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#marks = new Marks(options.session);
  }

  /** Does `work` after everything that the tab has said so far, and before everything it says later. */
  inOrder<T>({ tab }: Place, work: () => Promise<T>): Promise<T> {
    const done = (this.#said.get(tab) ?? Promise.resolve()).then(work);
    // The caller of `work` gets its error; what is said later only waits for the end.
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#said.set(tab, settled);
    void settled.then(() => {
      if (this.#said.get(tab) === settled) this.#said.delete(tab);
    });
    return done;
  }

  /** Resolves when everything that the tab has said so far has taken effect. */
  async said({ tab }: Place): Promise<void> {
    await this.#said.get(tab);
  }

  async step(place: Place, { thread: hint }: Of<'step'>): Promise<void> {
    await this.#at(place, hint, (guard, thread) => guard.step(thread));
  }

  async note(place: Place, { note, thread: hint }: Of<'note'>): Promise<void> {
    await this.#at(place, hint, (guard, thread) => guard.note(thread, note));
  }

  /** Whether a turn may end. Asked again by the same name, it gives the same answer, also after the worker was killed. */
  async endRun(place: Place, { end: name, thread: hint }: Of<'end_run'>): Promise<RunEnd> {
    const end = await this.#at(place, hint, (guard, thread) => guard.endRun(thread, name));
    if (end === null || end.decision === 'complete' || end.message === undefined) return COMPLETE;
    return { decision: 'continue', message: end.message };
  }

  /** Keeps a value with the conversation. What is too much is not kept, and a person is told. */
  async keep(place: Place, { name, value, thread: hint }: Of<'keep'>): Promise<void> {
    const thread = await this.#conversation(place, hint);
    if (thread === null) return;
    const names = await this.#namesOf(thread);
    const excess = excessOf(names, name, value);
    if (excess !== null) this.#tooMuch(place, excess);
    // What was kept under the name is out of date then: better none.
    const kept = excess === null ? value : null;
    await this.#options.inThread(thread, (guard) => guard.keep(thread, name, kept));
    if (kept === null) names.delete(name);
    else names.add(name);
  }

  async reached(place: Place, { protocol, id, end }: Of<'reached'>): Promise<void> {
    const match = await this.#options.site(place.url);
    if (match !== null) await this.#marks.reached({ place, match, protocol }, id, end);
  }

  async recall(place: Place, { protocol, ends }: Of<'recall'>): Promise<Recalled> {
    const match = await this.#options.site(place.url);
    if (match === null) return null;
    const id = await this.#marks.find({ place, match, protocol }, ends);
    if (id === null) return null;
    const hint = { protocol, id };
    const thread = await this.#conversation(place, hint);
    return thread === null ? null : { id, kept: await this.#checked(place, hint, thread) };
  }

  /** What is kept with the conversation, as far as it can be read. The rest is forgotten, and the journal says so. */
  async #checked(place: Place, hint: ThreadHint, thread: string): Promise<readonly (readonly [string, Json])[]> {
    const { inThread } = this.#options;
    const kept = await inThread(thread, (guard) => guard.kept(thread));
    const found = kept.map(([name, value]) => ({ name, ...checked(name, value) }));
    for (const { name, value, faults } of found)
      if (faults.length > 0) await inThread(thread, (guard) => guard.keep(thread, name, value));
    const faults = found.flatMap((one) => one.faults);
    if (faults.length > 0) {
      console.warn('Interlock: values that were kept with a conversation were dropped.', thread, faults);
      const note = { kind: 'dropped', calls: [], text: UNREADABLE } as const;
      await this.#at(place, hint, (guard, at) => guard.note(at, note));
      this.#names.delete(thread);
    }
    return found.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
  }

  /**
   * Whether the conversation of a call that runs has put it down as out: its page comes with the result after it was loaded anew. Not
   * where calls have another thread than their conversation.
   */
  async isOut(place: Place, { thread, call }: CallRef): Promise<boolean> {
    const of = parseThread(thread);
    if (of?.kind !== 'protocol' || of.origin !== place.origin) return false;
    if (of.match !== (await this.#options.site(place.url))) return false;
    await this.said(place);
    const kept = await this.#options.inThread(thread, (guard) => guard.kept(thread));
    return kept.some(([name, value]) => isOutIn(name, value, call));
  }

  async #at<T>(place: Place, hint: ThreadHint, work: (guard: Guard, thread: string) => Promise<T>): Promise<T | null> {
    const { thread: threadAt, inThread } = this.#options;
    const thread = await threadAt(place, hint);
    return thread === null ? null : inThread(thread, (guard) => work(guard, thread));
  }

  /** Where the memory of a conversation is: with a thread of its own, however the site tells the threads of calls apart. */
  async #conversation(place: Place, hint: ThreadHint): Promise<string | null> {
    const match = await this.#options.site(place.url);
    return match === null ? null : threadOf(hint, place, match, (await this.#options.memory()).nonce);
  }

  #namesOf(thread: string): Promise<Set<string>> {
    const known = this.#names.get(thread);
    if (known !== undefined) return known;
    const reading = this.#options.inThread(
      thread,
      async (guard) => new Set((await guard.kept(thread)).map(([name]) => name)),
    );
    this.#names.set(thread, reading);
    reading.catch(() => this.#names.delete(thread));
    return reading;
  }

  #tooMuch({ origin }: Place, excess: string): void {
    console.warn(`Interlock: ${origin}: ${excess}`);
    this.#options.problems.report(`keep ${origin}`, {
      code: 'message',
      message: `Part of what the guard has to remember of a conversation of ${origin} was not kept: ${excess}`,
      remedy: 'The conversation goes on as it is until the page is reloaded. Begin a new one before you reload it.',
    });
  }
}

/** Why a value cannot be kept; `null` when it can. */
function excessOf(names: ReadonlySet<string>, name: string, value: Json): string | null {
  if (value === null) return null;
  if (!names.has(name) && names.size >= MAX_NAMES) return `there are ${MAX_NAMES} values already.`;
  const { length } = JSON.stringify(value);
  return length > MAX_VALUE ? `a value has ${length} characters, ${MAX_VALUE} are the most.` : null;
}
