/** What an adapter's test gives to the common suite, and what the parts of the suite share. */
import type { Json, JsonObject } from '../../engine/tool-call.ts';
import type { ModelAdapter, RequestedCall } from '../../engine/wire/model-adapter.ts';
import type { Fixture } from './model-fixtures.ts';

/** A call as the page's client hands it to a tool. */
export interface SeenCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
}

/** A group of checks, by which a fixture can be left out. */
export type Check =
  | 'read'
  | 'write'
  | 'alive'
  | 'bytes'
  | 'unchanged'
  | 'withhold'
  | 'go-on'
  | 'alone'
  | 'note'
  | 'args'
  | 'history'
  | 'damage';

export interface ModelConformance {
  readonly adapter: ModelAdapter;
  /** Folder under `test/fixtures/`. */
  readonly fixtures: string;
  readonly path: string;
  /** The request that the fixture answers; `stream` is set by the suite. Carries its history, ends with a turn of the user. */
  readonly request: (fixture: string) => JsonObject;
  /** What the official client makes of the answer; rejects when it cannot read it. Comparable with `toEqual`. */
  readonly accumulate: (text: string, form: Fixture['form']) => Promise<Json>;
  /** The calls in what `accumulate` gave, in order. */
  readonly calls: (accumulated: Json) => readonly SeenCall[];
  /** Complaints of a strict server about a request. */
  readonly check: (body: JsonObject) => readonly string[];
  /** What a fixture cannot pass: `check fixture` → the reason. */
  readonly skips?: Readonly<Record<string, string>>;
}

/** Registers a check of one fixture, unless it is to be left out. */
export type Checker = (name: Check, sentence: string, body: () => void | Promise<void>) => void;

/** What the guard says in these tests: with a quote, a letter outside ASCII and a line end, which all have to survive. */
export const NOTE = 'Mind the gap: "ü"\n';

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const seen = (calls: readonly RequestedCall[]): readonly SeenCall[] =>
  calls.map(({ id, tool, args }) => ({ id, tool, args }));
