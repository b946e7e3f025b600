/**
 * Splices: where what the page believes was said and what was really said differ. The page never learns of a refused call, of
 * the answer in between, or of the order in which calls were handed to it; every later request is made true again before it
 * goes to the model, in the same way each time, so that the prompt stays the same.
 *
 * Pure. A history that the page has changed loses the splices that no longer fit, never the page's own words.
 */
import type { Entry, ModelAdapter, Refusal, RequestedCall } from '../model-adapter.ts';
import { type Anchor, type ShownCall, sameCall } from './anchor.ts';
import { hasRepeats, nthOf } from './repeats.ts';

/** An assistant entry as the page knows it. */
export interface Shown {
  /** The calls it was handed, in order. */
  readonly calls: readonly ShownCall[];
  readonly text: string;
}

/** A refused call: the `nth` one of its id in its answer, from 0. */
export interface Denied {
  readonly call: string;
  readonly nth: number;
  readonly text: string;
}

/** One true answer of the model, and what the guard said to it. */
export interface Exchanged {
  /** The answer, with all its calls. */
  readonly entry: Entry;
  /** The guard's results for calls that the page does not know or did not answer. */
  readonly denied: readonly Denied[];
  /** What the guard asked in the user's place to go on; null when it did not. */
  readonly goOn: string | null;
}

/** Its anchor is the first entry of `shown`. */
export interface Splice extends Anchor {
  readonly name: string;
  /** The page's entries, in order: one, and one more for each time that kept calls were handed over. */
  readonly shown: readonly Shown[];
  /** At least one. */
  readonly exchanged: readonly Exchanged[];
  /** Whether the page was handed a call with other arguments than the model gave. */
  readonly changed: boolean;
}

/** The refused calls of an answer with what the model is to read for each. Its entry is asked for only when there is one. */
export function refusals(exchanged: Exchanged): readonly Refusal[] {
  if (exchanged.denied.length === 0) return [];
  const { calls } = exchanged.entry;
  return inOrder(
    calls,
    calls.map((_, at) => refused(exchanged, at)?.text ?? null),
  );
}

const refused = ({ entry, denied }: Exchanged, at: number): Denied | undefined => {
  const [id, nth] = [entry.calls[at]?.id, nthOf(entry.calls, at)];
  return denied.find((one) => one.call === id && one.nth === nth);
};

/** The calls that have a text, with their places where those alone tell them apart. */
function inOrder(calls: readonly RequestedCall[], texts: readonly (string | null)[]): readonly Refusal[] {
  const repeats = hasRepeats(calls);
  return calls.flatMap((call, at) => {
    const text = texts[at] ?? null;
    return text === null ? [] : [{ call, text, ...(repeats ? { at } : {}) }];
  });
}

/** The result that the model reads for a call that nobody answered. */
export const UNANSWERED =
  'Not run: the conversation went on before this call was handed over. Make it again if it is needed.';

/** Replaces the page's entries from `from` on that belong to `splice`. Returns the true ones, and how many of the page's went. */
export function unfolded(
  adapter: ModelAdapter,
  entries: readonly Entry[],
  from: number,
  splice: Splice,
): { readonly entries: readonly Entry[]; readonly taken: number } | null {
  const own: { assistants: Entry[]; results: Entry[] } = { assistants: [], results: [] };
  let at = from;
  for (const shown of splice.shown) {
    const entry = entries[at];
    // Whether the first one is it has been found out before; what else comes may be another answer with ids of the same.
    const how = at === from || splice.others === 'none' ? 'alike' : 'same';
    if (entry === undefined || !matches(entry, shown, how)) break;
    own.assistants.push(entry);
    at += 1;
    const answer = entries[at];
    if (answer?.speaker !== 'results') break;
    own.results.push(answer);
    at += 1;
  }
  const [first] = own.assistants;
  if (first === undefined) return null;
  const [only, more] = splice.exchanged;
  const whole = only !== undefined && more === undefined && !splice.changed;
  const single = whole && !hasRepeats(only.entry.calls);
  // Only the guard knows which words were in which answer; where a person has changed them, they stand as they are.
  if (!single && !sameText(first, splice.shown[0])) return null;
  const truth = splice.exchanged.flatMap((exchanged, index): readonly Entry[] => {
    const last = index === splice.exchanged.length - 1;
    const entry = single ? completed(adapter, first, exchanged.entry) : exchanged.entry;
    return [entry, ...answers(adapter, exchanged, last ? own.results : []), ...after(adapter, exchanged)];
  });
  return { entries: truth, taken: at - from };
}

/** Whether the page's entry can be the one it was shown. Its calls decide; without calls, the text. */
export function matches(entry: Entry, shown: Shown, how: 'same' | 'alike'): boolean {
  if (entry.speaker !== 'assistant' || entry.calls.length !== shown.calls.length) return false;
  if (shown.calls.length === 0) return sameText(entry, shown);
  return shown.calls.every((one) => entry.calls.some((call) => sameCall(call, one, how)));
}

function completed(adapter: ModelAdapter, entry: Entry, truth: Entry): Entry {
  const missing = truth.calls.filter(({ id }) => !entry.calls.some((call) => call.id === id));
  const order = truth.calls.map(({ id }) => id);
  return missing.length === 0 ? entry : adapter.withCalls(entry, missing, order);
}

/** Results for every call of the answer: the page's own, then the guard's. */
function answers(adapter: ModelAdapter, exchanged: Exchanged, own: readonly Entry[]): readonly Entry[] {
  const { calls } = exchanged.entry;
  const given = own.flatMap(({ results }) => results.map(({ call }) => call));
  // Of calls that share an id, the page's results are of those it was handed, in order.
  const texts = calls.map(({ id }, at) => {
    const denied = refused(exchanged, at);
    const shared = calls.filter((one) => one.id === id).length > 1;
    const result = denied !== undefined && shared ? -1 : given.indexOf(id);
    if (result === -1) return denied?.text ?? UNANSWERED;
    given.splice(result, 1);
    return null;
  });
  const added = inOrder(calls, texts);
  if (added.length === 0) return own.length > 1 ? [adapter.results([], own)] : own;
  return [adapter.results(added, own)];
}

function after(adapter: ModelAdapter, { goOn }: Exchanged): readonly Entry[] {
  return goOn === null ? [] : [adapter.user(goOn)];
}

/** Clients trim what they show and send it back so. */
const sameText = (entry: { readonly text: string }, shown: Shown | undefined): boolean =>
  entry.text.trim() === (shown?.text ?? '').trim();
