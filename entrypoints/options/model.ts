/**
 * What the options page knows: the configuration as the background has it, and texts that are not saved yet. Runs in the
 * options page; it changes nothing but through the background.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { SetRef, Settings, SiteMode } from '../background/settings.ts';
import type {
  Configuration,
  SeenPage,
  SetView,
  SiteOrder,
  StateCount,
  StopView,
  UiReply,
  UiRequest,
} from '../background/ui-messages.ts';
import { type Phrase, phrase, t } from '../ui/i18n/i18n.ts';
import { said } from '../ui/i18n/said.ts';
import { Link, type LinkPort } from '../ui/link.ts';
import { type DraftStore, FORGETFUL } from './machines/draft-store.ts';
import { type Deleted, remember, rename, restore } from './machines/own-sets.ts';
import { Trial } from './try/trial.ts';

/** A set the person looks at; `new` is one that was never saved, of which there may be several. */
export type Selection = SetRef | { readonly from: 'new'; readonly slot?: number };

/** A text that differs from what is saved. */
export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** What came of a change: nothing to say, or why it was not made. */
export type Answer = { readonly ok: true } | { readonly ok: false; readonly reason: Phrase };

type Ordered = Extract<UiRequest, { readonly request: number; readonly type: Exclude<UiRequest['type'], 'argument'> }>;
/** Answers to orders. */
type Answered =
  | Extract<UiReply, { readonly type: 'done' | 'refused' | 'site_seen' | 'settings' }>
  | { readonly type: 'lost' };
type Without<T> = T extends unknown ? Omit<T, 'request'> : never;

/** What was asked for, or why it cannot be had. */
export type Found<T> = { readonly ok: true; readonly found: T } | { readonly ok: false; readonly reason: Phrase };

const LOST: Answered = { type: 'lost' };

export class Model {
  /** What is tried out. */
  readonly trial = new Trial();
  readonly #configuration = signal<Configuration | null>(null);
  readonly #drafts: Signal<ReadonlyMap<string, Draft>>;
  readonly #draftStore: DraftStore;
  readonly #kept = signal(true);
  readonly #stop = signal<StopView | null>(null);
  readonly #deleted = signal<Deleted | null>(null);
  readonly #states = signal<readonly StateCount[]>([]);
  readonly #selection = signal<Selection | null>(null);
  readonly #answers = new Map<number, (reply: Answered) => void>();
  readonly #newest = signal<number | null>(null);
  #journal: 'unwatched' | 'wanted' | 'watched' = 'unwatched';
  #statesWatch: 'unwatched' | 'wanted' | 'watched' = 'unwatched';
  readonly #link: Link;
  #requests = 0;

  constructor(connect: () => LinkPort, drafts: DraftStore = FORGETFUL) {
    this.#draftStore = drafts;
    this.#drafts = signal(drafts.load());
    this.#link = new Link({
      connect,
      watch: [{ type: 'watch_configuration' }, { type: 'watch_stop' }],
      receive: (reply) => this.#receive(reply),
      lost: () => {
        for (const request of [...this.#answers.keys()]) this.#answer(request, LOST);
        if (this.#journal === 'watched') this.#journal = 'wanted';
        if (this.#statesWatch === 'watched') this.#statesWatch = 'wanted';
      },
    });
  }

  /** `null` until the background has spoken. */
  get configuration(): ReadonlySignal<Configuration | null> {
    return this.#configuration;
  }

  /** Who stopped everything; `null` when nobody did, and until the background has spoken. */
  get stop(): ReadonlySignal<StopView | null> {
    return this.#stop;
  }

  /** The set that is looked at: the one chosen, else the first in force. */
  get selection(): Selection {
    const chosen = this.#selection.value;
    const sets = this.#configuration.value?.sets ?? [];
    if (chosen !== null && (chosen.from === 'new' || sets.some((set) => idOf(set.ref) === idOf(chosen)))) return chosen;
    const [inForce] = this.#configuration.value?.sites.flatMap((site) => site.sets) ?? [];
    return inForce ?? sets[0]?.ref ?? { from: 'new' };
  }

  select(selection: Selection): void {
    this.#selection.value = selection;
  }

  set(selection: Selection): SetView | null {
    return this.#configuration.value?.sets.find((set) => idOf(set.ref) === idOf(selection)) ?? null;
  }

  draft(selection: Selection): Draft | null {
    return this.#drafts.value.get(idOf(selection)) ?? null;
  }

  /** New sets that are written and not saved, oldest first. */
  get begun(): readonly { readonly selection: Selection; readonly draft: Draft }[] {
    return [...this.#drafts.value]
      .filter(([id]) => isNewId(id))
      .map(([id, draft]) => ({ selection: { from: 'new', slot: Number(id.slice(4)) } as const, draft }));
  }

  /** Whether closing the page would lose a text. */
  get unsaved(): boolean {
    return this.#drafts.value.size > 0 && !this.#kept.value;
  }

  /** Keeps a text for later; one that equals what is saved is no draft. */
  write(selection: Selection, draft: Draft): void {
    const saved = this.set(selection);
    const same = saved === null ? draft.name === '' && draft.text === '' : saved.text === draft.text;
    if (same) this.discard(selection);
    else this.#putDrafts(new Map(this.#drafts.value).set(idOf(selection), draft));
  }

  discard(selection: Selection): void {
    const drafts = new Map(this.#drafts.value);
    if (drafts.delete(idOf(selection))) this.#putDrafts(drafts);
  }

  #putDrafts(drafts: ReadonlyMap<string, Draft>): void {
    this.#drafts.value = drafts;
    this.#kept.value = this.#draftStore.keep(drafts);
  }

  /** Begins a new set with this content and shows it. */
  begin(draft: Draft): void {
    const taken = [...this.#drafts.value.keys()].filter(isNewId).map((id) => Number(id.slice(4)));
    const selection: Selection = { from: 'new', slot: Math.max(0, ...taken) + 1 };
    this.write(selection, draft);
    this.select(selection);
  }

  /** Saves what is written; afterwards the saved set is shown. */
  async save(selection: Selection, { name, text }: Draft): Promise<Answer> {
    const answer = await this.saveSet(name, text);
    if (answer.ok) {
      const saved: Selection = { from: 'own', name: name.trim() };
      this.#isSaved(saved, text);
      this.discard(selection);
      this.select(saved);
    }
    return answer;
  }

  /** What is written from now on is compared with this, also before the background has told of it. */
  #isSaved(selection: Selection, text: string): void {
    const configuration = this.#configuration.value;
    if (configuration === null) return;
    const sets = configuration.sets.map((set) => (idOf(set.ref) === idOf(selection) ? { ...set, text } : set));
    this.#configuration.value = { ...configuration, sets };
  }

  saveSet(name: string, text: string): Promise<Answer> {
    return this.#order({ type: 'save_set', name, text });
  }

  /** The set that was deleted last, until it is brought back or forgotten. */
  get deleted(): Deleted | null {
    return this.#deleted.value;
  }

  async deleteSet(name: string): Promise<Answer> {
    return this.#order({ type: 'delete_set', name });
  }

  /** Deletes an own set in a way that can be taken back. */
  async removeSet(name: string): Promise<Answer> {
    const configuration = this.#configuration.value;
    const deleted = configuration === null ? null : remember(configuration, name);
    const answer = await this.deleteSet(name);
    if (answer.ok) {
      this.discard({ from: 'own', name });
      this.#deleted.value = deleted;
    }
    return answer;
  }

  /** Brings the set that was deleted last back. */
  async undelete(): Promise<Answer> {
    const [deleted, configuration] = [this.#deleted.value, this.#configuration.value];
    if (deleted === null || configuration === null) return { ok: true };
    const answer = await restore(deleted, configuration, this);
    if (answer.ok) this.select({ from: 'own', name: deleted.name });
    if (answer.ok) this.#deleted.value = null;
    return answer;
  }

  forgetDeleted(): void {
    this.#deleted.value = null;
  }

  /** Gives an own set another name. What is written and not saved goes with it. */
  async renameSet(from: string, to: string): Promise<Answer> {
    const configuration = this.#configuration.value;
    if (configuration === null) return { ok: true };
    const answer = await rename(from, to, configuration, this);
    if (!answer.ok) return answer;
    const draft = this.draft({ from: 'own', name: from });
    this.discard({ from: 'own', name: from });
    if (draft !== null) this.write({ from: 'own', name: to }, { ...draft, name: to });
    this.select({ from: 'own', name: to });
    return answer;
  }

  /** How many instances are in which state, as it changes. */
  watchStates(): ReadonlySignal<readonly StateCount[]> {
    if (this.#statesWatch === 'unwatched')
      this.#statesWatch = this.#link.send({ type: 'watch_states' }) ? 'watched' : 'wanted';
    return this.#states;
  }

  switchSet(match: string, set: SetRef, on: boolean): Promise<Answer> {
    return this.#order({ type: 'switch_set', match, set, on });
  }

  setMode(match: string, mode: SiteMode): Promise<Answer> {
    return this.#order({ type: 'set_mode', match, mode });
  }

  startOver(): Promise<Answer> {
    return this.#order({ type: 'start_over' });
  }

  changeSites(order: SiteOrder): Promise<Answer> {
    return this.#order({ type: 'site', order });
  }

  /** The open pages of a site, with what was seen on them. */
  async seeSite(match: string): Promise<Found<readonly SeenPage[]>> {
    const reply = await this.#ask({ type: 'see_site', match });
    return reply.type === 'site_seen' ? { ok: true, found: reply.pages } : { ok: false, reason: whyNot(reply) };
  }

  /** The settings as they are stored. */
  async readSettings(): Promise<Found<Settings>> {
    const reply = await this.#ask({ type: 'read_settings' });
    return reply.type === 'settings' ? { ok: true, found: reply.settings } : { ok: false, reason: whyNot(reply) };
  }

  /** Sequence number of the last entry of the journal (-1: there is none), as it grows; `null` until it is known. */
  watchJournal(): ReadonlySignal<number | null> {
    if (this.#journal === 'unwatched')
      this.#journal = this.#link.send({ type: 'watch_journal' }) ? 'watched' : 'wanted';
    return this.#newest;
  }

  async #order(order: Without<Ordered>): Promise<Answer> {
    const reply = await this.#ask(order);
    return reply.type === 'done' ? { ok: true } : { ok: false, reason: whyNot(reply) };
  }

  #ask(order: Without<Ordered>): Promise<Answered> {
    const request = ++this.#requests;
    const { promise, resolve } = Promise.withResolvers<Answered>();
    this.#answers.set(request, resolve);
    if (!this.#link.send({ ...order, request })) this.#answer(request, LOST);
    return promise;
  }

  #answer(request: number, reply: Answered): void {
    this.#answers.get(request)?.(reply);
    this.#answers.delete(request);
  }

  #receive(reply: UiReply): void {
    switch (reply.type) {
      case 'configuration':
        this.#configuration.value = reply.configuration;
        // A new connection knows nothing of what was watched on the old one.
        if (this.#journal === 'wanted' && this.#link.send({ type: 'watch_journal' })) this.#journal = 'watched';
        if (this.#statesWatch === 'wanted' && this.#link.send({ type: 'watch_states' })) this.#statesWatch = 'watched';
        break;
      case 'stop':
        this.#stop.value = reply.stop;
        break;
      case 'states':
        this.#states.value = reply.counts;
        break;
      case 'journal':
        this.#newest.value = reply.newest;
        break;
      case 'done':
      case 'refused':
      case 'site_seen':
      case 'settings':
        this.#answer(reply.request, reply);
        break;
      case 'unreadable':
        for (const request of [...this.#answers.keys()])
          this.#answer(request, { type: 'refused', request, reason: reply.reason });
        break;
      default:
        // Answers to the popup's questions never come here.
        break;
    }
  }
}

/** A selection as a key. */
export const idOf = (selection: Selection): string =>
  selection.from === 'new' ? `new/${selection.slot ?? 0}` : `${selection.from}/${selection.name}`;

const isNewId = (id: string): boolean => id.startsWith('new/');

/** Why an order was not carried out. */
function whyNot(reply: Answered): Phrase {
  return phrase(() => (reply.type === 'refused' ? said(reply.reason) : t('common.connectionLost')));
}
