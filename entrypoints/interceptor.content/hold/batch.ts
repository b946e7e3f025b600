/**
 * Several messages in one request. What is denied is left out and what is allowed goes on together, as one request; a call
 * that waits longer goes on by itself when it is decided, so that it holds nobody up (one of the others may be what it
 * waits for). The page gets one answer.
 *
 * Runs in the page's own world.
 */
import type { Traffic, WireId } from '../../../engine/wire/adapter.ts';
import { locate } from '../../../engine/wire/json-text.ts';
import { sendAwaited } from '../answer/answer.ts';
import { mergeAnswers, type Part } from '../answer/merge.ts';
import type { Awaited, GuardedCall } from '../calls/call.ts';
import type { Exchange } from '../exchange.ts';
import type { Guard } from '../guard.ts';
import type { Decision } from '../link.ts';
import { promised } from '../promises.ts';
import { BATCH_TOGETHER_MS } from '../timing.ts';
import { direct, json, left } from './direct.ts';
import { asDecided, isEdited } from './edited.ts';
import { nextStep } from './step.ts';
import { NOT_CHANGED, undecodable, WHY_NOT_CHANGED } from './words.ts';

/** One message of the array, with the call it carries. */
export interface BatchItem {
  readonly message: Traffic['messages'][number]['message'];
  readonly index: number;
  readonly call: GuardedCall | null;
  /** Set for requests that collect the result of an earlier call. */
  readonly awaited: Awaited | null;
}

type Sorted = { readonly item: BatchItem; readonly fate: Decision | 'undecided' };

/** A message that goes out, as it is written. */
type Slice = { readonly item: BatchItem; readonly text: string; readonly edited: boolean };

export async function batch(guard: Guard, exchange: Exchange, items: readonly BatchItem[]): Promise<Response> {
  const { natives } = guard;
  const sorted: Sorted[] = [];
  const until = natives.now() + BATCH_TOGETHER_MS;
  for (const item of items) {
    const { call } = item;
    if (call === null) {
      sorted[sorted.length] = {
        item,
        fate:
          item.message.kind === 'undecodable'
            ? { verdict: 'deny', reason: undecodable(item.message.why) }
            : { verdict: 'allow' },
      };
      continue;
    }
    const step = await nextStep(natives, call, Math.max(0, until - natives.now()));
    // All calls of a request go with it.
    if (step.kind === 'gone' && step.gone.kind === 'aborted') return left(guard, exchange, step.gone);
    if (step.kind === 'gone') continue;
    sorted[sorted.length] = { item, fate: step.kind === 'decided' ? step.decision : 'undecided' };
  }

  const together: Slice[] = [];
  const parts: Part[] = [];
  const denials: string[] = [];
  for (const { item, fate } of sorted) {
    const id = idOf(item);
    if (fate === 'undecided') {
      if (item.call !== null && id !== null)
        parts[parts.length] = { ids: [id], response: alone(guard, exchange, item, item.call, id) };
    } else if (fate.verdict === 'deny') denials[denials.length] = guard.adapter.denial(id, fate.reason);
    else {
      const text = item.call === null ? slice(exchange.body, item) : decided(guard, exchange.body, item, fate);
      if (text !== null) together[together.length] = { item, text, edited: item.call !== null && isEdited(fate) };
      else if (item.call !== null) {
        guard.calls.withdraw(item.call, WHY_NOT_CHANGED);
        denials[denials.length] = guard.adapter.denial(id, NOT_CHANGED);
      }
    }
  }
  if (denials.length > 0)
    parts[parts.length] = {
      ids: [],
      response: promised((resolve) => resolve(json(guard, exchange, `[${denials.join(',')}]`))),
    };
  if (together.length > 0) {
    const asSent = together.length === items.length && together.every(({ edited }) => !edited);
    const group = asSent ? exchange : exchange.withBody(`[${together.map(({ text }) => text).join(',')}]`);
    const awaited = together.flatMap(({ item }) => item.awaited ?? awaitedOf(item));
    parts[parts.length] = { ids: awaited.map(({ id }) => id), response: sendAwaited(guard, group, awaited) };
  }
  return mergeAnswers(guard, exchange, parts);
}

function alone(guard: Guard, exchange: Exchange, item: BatchItem, call: GuardedCall, id: WireId): Promise<Response> {
  return direct(guard, {
    exchange: exchange.withBody(`[${slice(exchange.body, item) ?? ''}]`),
    call,
    id,
    path: [0],
    legs: false,
    ownLeg: false,
  });
}

/** The message as it was written; null when it is not in the body. */
function slice(body: string, { index }: BatchItem): string | null {
  const span = locate(body, [index]);
  return span === null ? null : body.slice(span.start, span.end);
}

/** The message as a person let it through; null when that cannot be written. */
function decided(guard: Guard, body: string, item: BatchItem, fate: Decision): string | null {
  const text = slice(body, item);
  return text === null ? null : asDecided(guard, text, [], fate);
}

function idOf({ message }: BatchItem): WireId | null {
  return message.kind === 'call' || message.kind === 'undecodable' ? message.id : null;
}

function awaitedOf({ message, call }: BatchItem): readonly Awaited[] {
  return call !== null && message.kind === 'call'
    ? [{ connection: call.connection, id: message.id, call, expects: 'call' }]
    : [];
}
