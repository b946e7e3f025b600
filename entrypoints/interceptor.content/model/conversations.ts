/**
 * Which conversation a request belongs to. By the id that the site says where to find; else by the protocol's own; else by its
 * history: a request goes on from the longest earlier request of this page that it begins with, or has calls of.
 *
 * Runs in the page's own world. Conversations of two tabs never meet here; one that was begun before the page was loaded anew is
 * asked for in the background.
 */

import { argsMark, marksOf } from '../../../engine/wire/model/marks.ts';
import {
  carriesHistory,
  type ModelAdapter,
  type ModelRequest,
  type RequestedCall,
} from '../../../engine/wire/model-adapter.ts';
import type { ConversationPolicy } from '../../background/page-messages.ts';
import type { Exchange } from '../exchange.ts';
import type { Link } from '../link.ts';
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

export class Conversations {
  readonly #options: ConversationsOptions;
  /** By protocol and mark. */
  readonly #reached: Record<string, Conversation> = Object.create(null);
  #count = 0;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** Finds it, or begins it. Waits for the background only when the request goes on from something this page has not seen. */
  async of(adapter: ModelAdapter, exchange: Exchange, request: ModelRequest): Promise<Found> {
    const ends = this.#endsOf(exchange, request);
    const [mark = ''] = ends;
    const known = this.#known(adapter, ends, request);
    if (known !== null) return this.#at(known, mark);
    const begun = carriesHistory(request) && !request.entries.some(({ speaker }) => speaker === 'assistant');
    const named = ends.length === 1 && mark.startsWith('id:');
    const recalled = begun && !named ? null : await this.#options.link.recall(adapter.protocol, ends);
    // Another request may have begun it meanwhile.
    const again = this.#known(adapter, ends, request);
    if (again !== null) return this.#at(again, mark);
    this.#count += 1;
    const id = recalled?.id ?? (named ? mark.slice(3) : `${this.#options.load}-${this.#count}`);
    return this.#at(new Conversation(adapter, id, this.#options.link, recalled?.kept ?? []), mark);
  }

  /** The answer to a request is out, under the id the page knows it by: a held history goes on from it. */
  answered({ conversation }: Found, id: string | null, calls: readonly RequestedCall[]): void {
    if (id !== null) this.#reach(conversation, `answer:${id}`);
    for (const call of calls) this.#reach(conversation, callEnd(call));
  }

  #known(adapter: ModelAdapter, ends: readonly string[], request: ModelRequest): Conversation | null {
    for (const [index, end] of ends.entries()) {
      const found = this.#reached[`${adapter.protocol} ${end}`];
      if (found === undefined) continue;
      // The very first request once more, after the conversation had gone on: somebody begins another one with the same words.
      const anew = index === 0 && carriesHistory(request) && found.grown && isOpening(request);
      return anew && !end.startsWith('id:') ? null : found;
    }
    return null;
  }

  #at(conversation: Conversation, mark: string): Found {
    this.#reach(conversation, mark);
    return { conversation, mark };
  }

  #reach(conversation: Conversation, end: string): void {
    const key = `${conversation.adapter.protocol} ${end}`;
    if (end === '' || this.#reached[key] === conversation) return;
    this.#reached[key] = conversation;
    this.#options.link.reached(conversation.adapter.protocol, conversation.id, end);
  }

  /** What the request may go on from, the best first. Never empty. */
  #endsOf(exchange: Exchange, request: ModelRequest): readonly string[] {
    const id = this.#captured(exchange);
    if (id !== null) return [`id:${id}`];
    switch (request.history.kind) {
      case 'named':
        return [`id:${request.history.id}`];
      case 'chain':
        if (request.history.previous !== null) return [`answer:${request.history.previous}`];
        break;
      case 'carried':
        break;
    }
    const marks = new Set(marksOf(request.entries).toReversed());
    // A history that lost its beginning is still known by the calls in it.
    const calls = request.entries.flatMap((entry) => entry.calls).slice(-ASKED_CALLS);
    return [...[...marks].slice(0, ASKED_ENDS), ...calls.toReversed().map(callEnd)];
  }

  #captured(exchange: Exchange): string | null {
    const { id } = this.#options.policy();
    if (id === null) return null;
    const text = id.from === 'url' ? this.#options.address() : exchange.body;
    return new RegExp(id.pattern, 'u').exec(text)?.[1] ?? null;
  }
}

/** Some models number their calls anew in every answer; with the arguments they are hardly ever the same. */
const callEnd = (call: RequestedCall): string => `call:${call.id} ${argsMark(call)}`;

/** Nothing but what a person says first. */
const isOpening = ({ entries }: ModelRequest): boolean =>
  !entries.some(({ speaker }) => speaker === 'assistant' || speaker === 'results');
