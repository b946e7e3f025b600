/**
 * What every adapter of a model-level protocol offers: a protocol in which the page talks to the model itself. Tool calls
 * arrive in the model's answer, results leave in the next request.
 *
 * An adapter is pure: text and JSON in, data and text out. It knows tool calls, not machines; it holds nothing back and sends
 * nothing. It takes a request apart into a neutral conversation and puts one together again (`recognise`, `build`), reads one
 * answer of the model piece by piece (`AnswerReader`), and writes the one answer the page sees (`AnswerWriter`), which may be
 * made of several answers of the model, or of none.
 *
 * One folder an adapter, the same files in each (`recognise`, `build`, `read`, `write`, `remind`, `adapter`), and one suite
 * that they all run through: `test/conformance/model-wire.ts`.
 */
import type { Json, JsonObject, Reminder, ToolResult } from '../tool-call.ts';

/** One tool call as the model asked for it. */
export interface RequestedCall {
  /** Id under which its result is sent; made up by the reader (unique in its answer) when the model gave none. */
  readonly id: string;
  readonly tool: string;
  /** Decoded arguments. Free-text tools: the text. */
  readonly args: Json;
  /** Why the arguments cannot be decoded; then `args` is their text. Such a call never runs. */
  readonly undecodable: string | null;
  /**
   * The complete call as the protocol writes it inside a message (a `tool_calls[]` element, a `function_call` item, a `tool_use`
   * block), with its id. What goes back to the model is exactly this.
   */
  readonly raw: JsonObject;
}

/** A call that the guard answers, because the page does not know of it. */
export interface Refusal {
  readonly call: RequestedCall;
  /** What the model reads as its result. */
  readonly text: string;
  /** Its place among all results of its answer, where ids do not tell them apart; absent: where the protocol has it. */
  readonly at?: number;
}

/** One result that a request carries. */
export interface CarriedResult {
  /** Id of the call it answers. */
  readonly call: string;
  /** `null` status: the protocol has no error flag; the host decides by the content. */
  readonly status: ToolResult['status'] | null;
  readonly content: Json;
}

/**
 * A stretch of the conversation with one speaker. All messages or items of the protocol that belong to it are in `raw`, as they
 * stand in the request: consecutive results are one entry, and so are all output items of one model answer.
 *
 * A `results` entry may carry text of the user after its results where the protocol has both in one message.
 */
export interface Entry {
  readonly speaker: 'system' | 'user' | 'assistant' | 'results';
  /** Never empty. */
  readonly raw: readonly JsonObject[];
  /** What was said, all text parts joined without separator; reasoning is not text. Empty when nothing was. */
  readonly text: string;
  /** Calls of an assistant. */
  readonly calls: readonly RequestedCall[];
  readonly results: readonly CarriedResult[];
}

/** Where the history of a request is. */
export type History =
  /** All of it is in the request. */
  | { readonly kind: 'carried' }
  /**
   * The server holds it as a chain: the request carries only what is new. `previous` is the id of the answer that it continues;
   * `null` for the first request of a chain that is to be held.
   */
  | { readonly kind: 'chain'; readonly previous: string | null }
  /** The server holds it under a name, and adds each request and answer to it. */
  | { readonly kind: 'named'; readonly id: string };

/** Whether the request holds all that was said before: also the first of a chain, which may begin in the middle of a conversation. */
export function carriesHistory({ history }: Pick<ModelRequest, 'history'>): boolean {
  return history.kind === 'carried' || (history.kind === 'chain' && history.previous === null);
}

/** A request to the model, taken apart. */
export interface ModelRequest {
  readonly body: JsonObject;
  /** Whether the page asks for an event stream. */
  readonly stream: boolean;
  /** In the order in which they stand in the request. Requests of a chain or a named history carry only new ones. */
  readonly entries: readonly Entry[];
  readonly history: History;
  /** False when the answer can hold several alternatives (`n` > 1): nothing can be asked again then. */
  readonly single: boolean;
  /** True when `body` is not what the page sent, because its answer could not be guarded: it is built anew in any case. */
  readonly changed?: boolean;
}

/** What to change in a request. What is absent stays as it is in the request. */
export interface RequestEdit {
  readonly entries: readonly Entry[];
  /** Id of the true answer that the request continues; only for `chain`. */
  readonly previous?: string;
  /** Text to stand after the base system prompt, in this order; only for histories that are `carried`, or where it is per request. */
  readonly system?: readonly string[];
  /** The model may say what it likes: a choice of tool that the page forces was served by the answer before. */
  readonly free?: boolean;
}

/** How an answer ended. */
export type FinishReason =
  /** The model waits for results. */
  | 'calls'
  /** The model has said all it wanted. */
  | 'stop'
  /** A limit cut it off. */
  | 'cut'
  /** Refused, filtered or failed: nobody goes on from here. */
  | 'refused'
  /** The server wants the same turn sent back to go on (`pause_turn`): not an end. */
  | 'paused';

/** What the reader found, in the order in which the page is to see it. */
export type Piece =
  /**
   * Passes to the page as soon as it comes: text, reasoning, signs of life, everything that is no call and no end. `event` is the
   * very object that `read` was given when all of it passes, and one of the reader's own when only a part of it does.
   */
  | { readonly kind: 'live'; readonly event: WireEvent }
  /** A complete call. Given out as soon as it is complete, never before, and after all that precedes it. */
  | { readonly kind: 'call'; readonly call: RequestedCall }
  /**
   * The end of the answer; exactly once, unless the stream broke off or failed in the protocol's own words. As soon as it is known:
   * the connection may stay open. Behind it nothing comes but a mark such as `[DONE]`, as `live`.
   */
  | { readonly kind: 'finish'; readonly reason: FinishReason; readonly events: readonly WireEvent[] };

/** One event of a stream, or (event `null`, data = the whole body) a JSON answer. */
export interface WireEvent {
  readonly event: string | null;
  /** The text after `data:`; JSON text, or a mark such as `[DONE]`. */
  readonly data: string;
}

/** Reads one answer of the model. A new one for every answer. */
export interface AnswerReader {
  /**
   * Takes the next event of a stream, or the whole of a JSON answer as one event. Events that are no JSON or of no known kind are
   * `live`. Never throws.
   */
  read(event: WireEvent): readonly Piece[];
  /**
   * Whether whole events of a stream, as text, would all be given out as `live` just as they are; then they are taken in, and not to
   * be read. In doubt, false: then nothing was taken in. Costs next to nothing.
   */
  pass(events: string): boolean;
  /** Whether the model has said how its answer ends, so that nothing follows but totals and a mark; both may never come. */
  readonly ending: boolean;
  /** Whether an event that came behind the end holds totals of the answer and nothing else: then it may pass. */
  isTotals(event: WireEvent): boolean;
  /** The stream has ended. Gives what a well-formed end would still have given; `[]` when the answer broke off unfinished. */
  end(): readonly Piece[];
  /** The answer so far as an entry for the history: complete, with every call, every reasoning block and signature as it came. */
  entry(): Entry;
  /** What the answer has said so far, as the text of its entry; calls and reasoning are not text. */
  readonly text: string;
  /** Id of the answer, once known. */
  readonly id: string | null;
}

/**
 * Writes the one answer the page sees, as text to append to its body. It gets the pieces of one or more readers in order, less
 * the calls that are withheld, and keeps the page's view in itself consistent: one start, ids that stay, indexes without gaps,
 * one end whose reason fits what the page got, totals and summaries that hold what was shown and nothing else, usage added up.
 *
 * A writer of a JSON answer returns '' until `finish`, which returns the whole body.
 */
export interface AnswerWriter {
  /** `null`: the event can pass as it is (byte for byte where it is the one that came). Else the text in its place ('' = nothing). */
  live(event: WireEvent): string | null;
  /** Whether all that the reader can `pass` goes to the page as it came. Then `passed` is told of it in place of `live`. */
  readonly passing: boolean;
  passed(events: string): void;
  /** Hands a call to the page. */
  call(call: RequestedCall): string;
  /**
   * What follows comes from another answer of the model: counters and ids go on. `kept` are the events of the `finish` piece that
   * was kept back; what they say of the answer (its usage, its text) counts for the whole.
   */
  next(kept: readonly WireEvent[]): void;
  /** Text of the guard's own that the person sees in the answer, as if the model had said it. */
  note(text: string): string;
  /**
   * Ends the answer. `events` are those of the last `finish` piece; empty when the guard ends the answer itself. `reason` is what
   * the page's client is to act on: `calls` exactly when it was handed calls in this answer.
   */
  finish(reason: FinishReason, events: readonly WireEvent[]): string;
  /** Id of the answer as the page knows it; null where ids mean nothing. */
  readonly id: string | null;
}

/** An answer that the server keeps under its id. */
export interface StoredAnswer {
  readonly id: string;
  /** Whether it is cancelled at the path. */
  readonly cancels: boolean;
  /** The path of another answer in its place. */
  pathOf(id: string): string;
}

/** A protocol adapter. */
export interface ModelAdapter {
  /** Name of the protocol, as in thread hints: `openai-chat`, `openai-responses`, `anthropic`. */
  readonly protocol: string;
  /** Whether requests to this path (without query) ask the model, as far as an address can tell: there is no body, or it cannot be read. */
  creates(path: string): boolean;
  /** Cheap and without false noes: whether `recognise` is worth calling. `path` is the path of the address, without query. */
  sniff(path: string, body: string): boolean;
  /** The request taken apart; null when it is not one of this protocol to create an answer. Never throws. */
  recognise(path: string, body: string): ModelRequest | null;
  /** The answer that the server keeps at this path, to be fetched, deleted or cancelled; null: none. Absent: it keeps none. */
  stored?(path: string): StoredAnswer | null;
  /** The request with the edit carried out, as JSON text. The same request and the same edit give the same text. */
  build(request: ModelRequest, edit: RequestEdit): string;
  /** A reader for one answer to `request`. */
  reader(request: ModelRequest): AnswerReader;
  /**
   * A writer for the answer the page reads. `begin` is there when no answer of the model begins it (the guard answers the request
   * itself): the id to give it. The start is then written with the first piece.
   */
  writer(request: ModelRequest, begin?: { readonly id: string }): AnswerWriter;
  /** The call with other arguments (a person changed them), for the page to run; its id and everything else stay. */
  withArgs(call: RequestedCall, args: Json): RequestedCall;
  /** The assistant entry with the calls put in at their places in `order` (all ids of the true answer, in order). */
  withCalls(entry: Entry, calls: readonly RequestedCall[], order: readonly string[]): Entry;
  /**
   * One results entry made of the denials and of what is in `after` (existing results entries of the same turn, in order): all
   * results first, then what else the entries hold (text of the user). Places of denials ascend.
   */
  results(denied: readonly Refusal[], after: readonly Entry[]): Entry;
  /** A turn of the user. */
  user(text: string): Entry;
  /**
   * Entries with a reminder in them. It goes behind `entries[at]`, or into it where the protocol demands that; `system` reminders
   * are not given here unless the protocol keeps its history on the server. Never between calls and their results.
   */
  remind(entries: readonly Entry[], at: number, reminder: Reminder): readonly Entry[];
  /** Whether `system` texts are given with every request also where the server holds the history; else they are reminders there. */
  readonly systemInChains: boolean;
  /** A comment, or the protocol's own sign of life, for a stream that is held. A whole event. */
  readonly keepAlive: string;
  /** Whether a text is this protocol's way to say that a call failed, where results have no flag. Used when `status` is null. */
  failed(content: Json): boolean;
}
