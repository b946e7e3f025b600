/**
 * What every adapter of an execution-level protocol offers: a protocol in which the page's own request is the tool call.
 * An adapter is pure: text and JSON in, data and text out. It knows tool calls, not machines; it holds nothing and sends
 * nothing. Who waits, who is told and what goes out when is the business of the realm that uses it.
 *
 * One folder an adapter, the same files in each (`recognise`, `call`, `deny`, `hold`, `result`, `remind`, `adapter`), and
 * one suite that they all run through: `test/conformance/wire.ts`.
 */
import type { Json, JsonObject, ToolResult } from '../tool-call.ts';
import type { Path } from './json-text.ts';

/** The id of a message as the protocol writes it. The number 1 and the text "1" are two ids. */
export type WireId = string | number;

/** What one message that a page sends means to the guard. */
export type Outbound =
  | CallMessage
  /** A tool call that cannot be decoded. It must not run; `why` says what is wrong with it. */
  | { readonly kind: 'undecodable'; readonly id: WireId | null; readonly why: string }
  /** The page no longer waits for the request `id`. */
  | { readonly kind: 'cancel'; readonly id: WireId }
  /** Asks for the state or the result of a call that was started earlier and goes by the name `task`. */
  | {
      readonly kind: 'collect';
      readonly id: WireId;
      readonly task: string;
      readonly expects: 'task-result' | 'task-status';
    }
  /** A new run begins. */
  | { readonly kind: 'run' }
  | { readonly kind: 'other' };

/** A request to run a tool. */
export interface CallMessage {
  readonly kind: 'call';
  readonly id: WireId;
  readonly tool: string;
  readonly args: Json;
  /** What the caller offers for a wait that is longer than its patience. */
  readonly hold: HoldOffer;
  /** Present when the call may be the continuation of an earlier one: the state it echoes (null = it echoes none). */
  readonly continues: { readonly state: string | null } | null;
}

/** How a waiting caller can be kept waiting. */
export interface HoldOffer {
  /** Token under which the caller accepts signs of progress; null = it accepts none. */
  readonly progress: WireId | null;
  /** Whether the caller can be told to ask again, and does so by itself. */
  readonly legs: boolean;
}

/** What a request body carries. */
export interface Traffic {
  /** `direct`: the answer comes back in the response. `relay`: in an event stream of the session `session`. */
  readonly form: 'direct' | 'relay';
  readonly session: string | null;
  /** Whether the body is an array of messages. */
  readonly batch: boolean;
  readonly messages: readonly { readonly message: Outbound; readonly path: Path }[];
}

/** What a request was for, when its answer comes. */
export type Expects = 'call' | 'task-result' | 'task-status';

/** One answer found in a response body or in the data of an event. */
export interface Answer {
  readonly id: WireId;
  readonly message: JsonObject;
  /** Where `message` is in the text it was found in. */
  readonly path: Path;
}

/** What an answer means for the call it belongs to. */
export type Outcome =
  /** The call is over. */
  | { readonly kind: 'result'; readonly result: ToolResult; readonly spot: ReminderSpot | null }
  /** The caller is to send the call again with something added; `state` is what it will echo. */
  | { readonly kind: 'continues'; readonly state: string | null }
  /** The call goes on under the name `task`; its result has to be collected. */
  | { readonly kind: 'task'; readonly task: string }
  /** Not over, nothing new. */
  | { readonly kind: 'unfinished' };

/** Where in the answer a reminder reaches the model: an object with a list of content, or a text. Paths are from the message. */
export type ReminderSpot = { readonly kind: 'content' | 'text'; readonly path: Path };

/** A protocol adapter. All text in and out is JSON text unless said otherwise. */
export interface WireAdapter {
  /** Name of the protocol, as in thread hints. */
  readonly protocol: string;
  /** Header in which requests name their session, and the answer to the first request of one gives it its name. */
  readonly sessionHeader: string;
  /** Cheap and without false noes: whether `recognise` is worth calling. */
  sniff(body: string): boolean;
  /** Whether the headers alone say that a request is of this protocol: for one whose body cannot be read. */
  isDeclared(header: (name: string) => string | null): boolean;
  /** What the body carries; null when it is not of this protocol. Decides by the body alone. */
  recognise(body: string): Traffic | null;
  /** The answers in a response body (direct), or in the data of an event (direct or relayed). */
  answers(json: Json): readonly Answer[];
  /** Tasks that a message from the server reports as failed or cancelled, with the reason; most messages report none. */
  endedTasks(json: Json): readonly { readonly task: string; readonly why: string }[];
  outcome(message: JsonObject, expects: Expects): Outcome;
  /** Why a whole request failed, when the body says so without naming the request; null when it does not. */
  requestFailure(json: Json): string | null;
  /** The one answer to a call that does not run, as every version of the protocol accepts it. */
  denial(id: WireId | null, reason: string): string;
  /** Fails a request whose answer cannot be given in the protocol's own words. */
  failure(id: WireId, reason: string): string;
  /** A sign of life for a caller that offered `progress`; `step` counts up from 1. */
  progress(token: WireId, step: number, text: string): string;
  /** Tells a caller that can be told so to send the call again, echoing `state`. */
  leg(id: WireId, state: string): string;
  /** The message as it must reach the server: without the state of a `leg`. `path` is where it is in `body`. */
  withoutLeg(body: string, path: Path): string;
  /**
   * First part of the names of headers that repeat arguments of a call: on a request that has one, the arguments cannot be changed.
   * Null: there are none.
   */
  readonly argumentHeader: string | null;
  /** The call with other arguments (JSON text), and nothing left of its own; null when it has no place for them. `path` is where it is in `body`. */
  withArguments(body: string, path: Path, args: string): string | null;
  /** Puts `text` where the model reads it, last. `path` is where the answer is in `body`. */
  remind(body: string, path: Path, spot: ReminderSpot, text: string): string;
  /** Wraps an answer for the event stream of a relay. */
  relayed(answer: string): string;
  /** What a relay answers to the page when it took a message. */
  readonly relayAccepted: string;
  /** What a relay answers when it could not pass a message on. */
  relayRefused(reason: string): string;
  /** Why a relay did not pass a message on; null when it did, or when the text is no answer of a relay. */
  relayFailure(json: Json): string | null;
}
