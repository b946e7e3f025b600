/**
 * What the options page knows: the configuration as the background has it, and texts that are not saved yet. Runs in the
 * options page; it changes nothing but through the background.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { SetRef, Settings, SiteMode } from '../background/settings.ts';
import type { Configuration, SeenPage, SetView, SiteOrder, UiReply, UiRequest } from '../background/ui-messages.ts';
import { t } from '../ui/i18n/i18n.ts';
import { Link, type LinkPort } from '../ui/link.ts';

/** A set the person looks at; `new` is one that was never saved. */
export type Selection = SetRef | { readonly from: 'new' };

/** A text that differs from what is saved. */
export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** What came of a change: nothing to say, or why it was not made. */
export type Answer = { readonly ok: true } | { readonly ok: false; readonly reason: string };

type Ordered = Extract<UiRequest, { readonly request: number; readonly type: Exclude<UiRequest['type'], 'argument'> }>;
/** Answers to orders. */
type Answered = Extract<UiReply, { readonly type: 'done' | 'refused' | 'site_seen' | 'settings' }>;
type Without<T> = T extends unknown ? Omit<T, 'request'> : never;

const lost = (request: number): Answered => ({ type: 'refused', request, reason: t('common.connectionLost') });

export class Model {
  readonly #configuration = signal<Configuration | null>(null);
  readonly #drafts = signal<ReadonlyMap<string, Draft>>(new Map());
  readonly #selection = signal<Selection | null>(null);
  readonly #answers = new Map<number, (reply: Answered) => void>();
  readonly #newest = signal<number | null>(null);
  #journal: 'unwatched' | 'wanted' | 'watched' = 'unwatched';
  readonly #link: Link;
  #requests = 0;

  constructor(connect: () => LinkPort) {
    this.#link = new Link({
      connect,
      watch: { type: 'watch_configuration' },
      receive: (reply) => this.#receive(reply),
      lost: () => {
        for (const request of [...this.#answers.keys()]) this.#answer(lost(request));
        if (this.#journal === 'watched') this.#journal = 'wanted';
      },
    });
  }

  /** `null` until the background has spoken. */
  get configuration(): ReadonlySignal<Configuration | null> {
    return this.#configuration;
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

  get unsaved(): boolean {
    return this.#drafts.value.size > 0;
  }

  /** Keeps a text for later; one that equals what is saved is no draft. */
  write(selection: Selection, draft: Draft): void {
    const saved = this.set(selection);
    const same = saved === null ? draft.name === '' && draft.text === '' : saved.text === draft.text;
    if (same) this.discard(selection);
    else this.#drafts.value = new Map(this.#drafts.value).set(idOf(selection), draft);
  }

  discard(selection: Selection): void {
    const drafts = new Map(this.#drafts.value);
    if (drafts.delete(idOf(selection))) this.#drafts.value = drafts;
  }

  /** Begins a new set with this content and shows it. */
  begin(draft: Draft): void {
    this.write({ from: 'new' }, draft);
    this.select({ from: 'new' });
  }

  /** Saves what is written; afterwards the saved set is shown. */
  async save(selection: Selection, { name, text }: Draft): Promise<Answer> {
    const answer = await this.#order({ type: 'save_set', name, text });
    if (answer.ok) {
      this.discard(selection);
      this.select({ from: 'own', name: name.trim() });
    }
    return answer;
  }

  deleteSet(name: string): Promise<Answer> {
    this.discard({ from: 'own', name });
    return this.#order({ type: 'delete_set', name });
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

  /** The open pages of a site, with what was seen on them; or why that cannot be said. */
  async seeSite(match: string): Promise<readonly SeenPage[] | string> {
    const reply = await this.#ask({ type: 'see_site', match });
    return reply.type === 'site_seen' ? reply.pages : reply.type === 'refused' ? reply.reason : [];
  }

  /** The settings as they are stored; or why they cannot be read. */
  async readSettings(): Promise<Settings | string> {
    const reply = await this.#ask({ type: 'read_settings' });
    return reply.type === 'settings' ? reply.settings : reply.type === 'refused' ? reply.reason : '';
  }

  /** Sequence number of the last entry of the journal (-1: there is none), as it grows; `null` until it is known. */
  watchJournal(): ReadonlySignal<number | null> {
    if (this.#journal === 'unwatched')
      this.#journal = this.#link.send({ type: 'watch_journal' }) ? 'watched' : 'wanted';
    return this.#newest;
  }

  async #order(order: Without<Ordered>): Promise<Answer> {
    const reply = await this.#ask(order);
    return reply.type === 'refused' ? { ok: false, reason: reply.reason } : { ok: true };
  }

  #ask(order: Without<Ordered>): Promise<Answered> {
    const request = ++this.#requests;
    const { promise, resolve } = Promise.withResolvers<Answered>();
    this.#answers.set(request, resolve);
    if (!this.#link.send({ ...order, request })) this.#answer(lost(request));
    return promise;
  }

  #answer(reply: Answered): void {
    this.#answers.get(reply.request)?.(reply);
    this.#answers.delete(reply.request);
  }

  #receive(reply: UiReply): void {
    switch (reply.type) {
      case 'configuration':
        this.#configuration.value = reply.configuration;
        // A new connection knows nothing of what was watched on the old one.
        if (this.#journal === 'wanted' && this.#link.send({ type: 'watch_journal' })) this.#journal = 'watched';
        break;
      case 'journal':
        this.#newest.value = reply.newest;
        break;
      case 'done':
      case 'refused':
      case 'site_seen':
      case 'settings':
        this.#answer(reply);
        break;
      case 'unreadable':
        for (const request of [...this.#answers.keys()])
          this.#answer({ type: 'refused', request, reason: reply.reason });
        break;
      default:
        // Answers to the popup's questions never come here.
        break;
    }
  }
}

/** A selection as a key. */
export const idOf = (selection: Selection): string =>
  selection.from === 'new' ? 'new' : `${selection.from}/${selection.name}`;
