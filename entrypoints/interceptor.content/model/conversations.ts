/**
 * Which conversation a request belongs to. By the id that the site says where to find; else by the protocol's own; else by its
 * history: a request goes on from the longest earlier request of this page that it begins with, or has calls of.
 *
 * Runs in the page's own world. Conversations of two tabs never meet here; one that was begun before the page was loaded anew is
 * asked for in the background.
 */

import { stringify } from '../../../engine/wire/json.ts';
import { argsMark, markBehind, markOf, marksOf } from '../../../engine/wire/model/marks.ts';
import {
  carriesHistory,
  type Entry,
  type ModelAdapter,
  type ModelRequest,
  type RequestedCall,
} from '../../../engine/wire/model-adapter.ts';
import { CALL_END, type ConversationPolicy } from '../../background/page-messages.ts';
import type { Exchange } from '../exchange.ts';
import type { Link } from '../link.ts';
import { type Bare, bare } from '../promises.ts';
import { Conversation } from './conversation.ts';

/** Prefixes of a history, and calls in it, that a conversation is looked for by; the newest. */
const ASKED_ENDS = 100;
const ASKED_CALLS = 20;

export interface ConversationsOptions {
  readonly link: Link;
  /** A text no other page load has. */
  readonly load: string;
  readonly policy: () => ConversationPolicy;
  /** The page's own address. */
  readonly address: () => string;
}

export interface Found {
  readonly conversation: Conversation;
  /** Mark of the whole request: what a later request goes on from. */
  readonly mark: string;
}

/** Of which true answers one that the page knows is made: their ids, in order. */
export interface Made {
  readonly ids: readonly string[];
}

export class Conversations {
  readonly #options: ConversationsOptions;
  /** By protocol and mark; null: several have come there, and it tells none of them. */
  readonly #reached: Record<string, Conversation | null> = Object.create(null);
  #count = 0;
  /** What the background has not been told. */
  #untold: readonly (() => void)[] = [];

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** Finds it, or begins it; the background is told by `tell`, to be called when the request has gone out. Waits for the background only when the request goes on from something this page has not seen. */
  async of(adapter: ModelAdapter, exchange: Exchange, request: ModelRequest): Promise<Bare<Found>> {
    const ends = this.#endsOf(exchange, request);
    const [mark = ''] = ends;
    const known = this.#known(adapter, ends, request);
    if (known !== null) return this.#at(known, mark, request);
    const begun = carriesHistory(request) && !request.entries.some(({ speaker }) => speaker === 'assistant');
    const named = ends.length === 1 && mark.startsWith('id:');
    const recalled = begun && !named ? null : await this.#options.link.recall(adapter.protocol, ends);
    // Another request may have begun it meanwhile.
    const again = this.#known(adapter, ends, request);
    if (again !== null) return this.#at(again, mark, request);
    this.#count += 1;
    const id = recalled?.id ?? (named ? mark.slice(3) : `${this.#options.load}-${this.#count}`);
    return this.#at(new Conversation(adapter, id, this.#options.link, recalled?.kept ?? []), mark, request);
  }

  /**
   * The answer to a request is out, under the id the page knows it by: a held history goes on from it. `behind`: the mark of what
   * stands directly before it.
   */
  answered({ conversation }: Found, id: string | null, behind: string, calls: readonly RequestedCall[]): void {
    if (id !== null) this.#reach(conversation, answerEnd(id));
    for (const call of calls) this.#reach(conversation, callEnd(call, behind));
    this.tell();
  }

  /** Tells the background what was found, for the next load of the page. */
  tell(): void {
    const untold = this.#untold;
    this.#untold = [];
    for (const tell of untold) tell();
  }

  /**
   * Ids of the true answers, in order, behind one that the page knows by this id; null when it is not made of several. Waits for the
   * background only when this page has not seen the answer.
   */
  async parts(adapter: ModelAdapter, id: string): Promise<Bare<Made> | null> {
    const { protocol } = adapter;
    const end = answerEnd(id);
    const known = this.#reached[`${protocol} ${end}`];
    if (known !== undefined) return made(known, id);
    const recalled = await this.#options.link.recall(protocol, [end]);
    if (recalled === null) return null;
    return made(new Conversation(adapter, recalled.id, this.#options.link, recalled.kept), id);
  }

  #known(adapter: ModelAdapter, ends: readonly string[], request: ModelRequest): Conversation | null {
    for (const [index, end] of ends.entries()) {
      const found = this.#reached[`${adapter.protocol} ${end}`];
      if (found === undefined || found === null) continue;
      // The very first request once more, after the conversation had gone on: somebody begins another one with the same words.
      const anew = index === 0 && carriesHistory(request) && found.grown && isOpening(request);
      return anew && !end.startsWith('id:') ? null : found;
    }
    return null;
  }

  #at(conversation: Conversation, mark: string, { entries }: ModelRequest): Bare<Found> {
    this.#reach(conversation, mark);
    // Once more as the page writes it: some clients do not send arguments back as they got them.
    for (const end of callEnds(entries, 1)) this.#reach(conversation, end);
    return bare({ conversation, mark });
  }

  #reach(conversation: Conversation, end: string): void {
    const key = `${conversation.adapter.protocol} ${end}`;
    const other = this.#reached[key];
    if (end === '' || other === conversation || other === null) return;
    this.#reached[key] = other !== undefined && end.startsWith(CALL_END) ? null : conversation;
    // The background finds out by itself that several have come to one call.
    this.#untold = [
      ...this.#untold,
      () => this.#options.link.reached(conversation.adapter.protocol, conversation.id, end),
    ];
  }

  /** What the request may go on from, the best first. Never empty. */
  #endsOf(exchange: Exchange, request: ModelRequest): readonly string[] {
    const id = this.#captured(exchange);
    if (id !== null) return [`id:${id}`];
    switch (request.history.kind) {
      case 'named':
        return [`id:${request.history.id}`];
      case 'chain':
        if (request.history.previous !== null) return [answerEnd(request.history.previous)];
        break;
      case 'carried':
        break;
    }
    const marks = new Set(marksOf(request.entries).toReversed());
    // A history that lost its beginning is still known by the calls in it.
    return [...[...marks].slice(0, ASKED_ENDS), ...callEnds(request.entries, ASKED_CALLS).slice(0, ASKED_CALLS)];
  }

  #captured(exchange: Exchange): string | null {
    const { id } = this.#options.policy();
    if (id === null) return null;
    const text = id.from === 'url' ? this.#options.address() : exchange.body;
    return new RegExp(id.pattern, 'u').exec(text)?.[1] ?? null;
  }
}

function made(conversation: Conversation | null, id: string): Bare<Made> | null {
  const ids = conversation?.partsOf(id) ?? null;
  return ids === null ? null : bare({ ids });
}

/** Where the answer that the page knows by this id stands. */
const answerEnd = (id: string): string => `answer:${id}`;

/** Some models number their calls anew in every answer; with the arguments, and behind the same words, they are hardly ever the same. */
const callEnd = (call: RequestedCall, behind: string): string =>
  CALL_END + markOf(stringify([behind, call.id, call.tool, argsMark(call)]));

/** The calls of the newest answers that have some, the last first. */
function callEnds(entries: readonly Entry[], answers: number): readonly string[] {
  const places = entries.flatMap(({ calls }, at) => (calls.length > 0 ? [at] : [])).slice(-answers);
  return places.toReversed().flatMap((at) => {
    const behind = markBehind(entries, at);
    return (entries[at]?.calls ?? []).toReversed().map((call) => callEnd(call, behind));
  });
}

/** Nothing but what a person says first. */
const isOpening = ({ entries }: ModelRequest): boolean =>
  !entries.some(({ speaker }) => speaker === 'assistant' || speaker === 'results');
