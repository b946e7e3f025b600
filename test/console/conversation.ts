/**
 * What the console's page, its models and its server say to each other: a conversation without any vendor's words.
 * Runs in the page and on the server; holds data only.
 */
import type { JsonObject } from '../../engine/tool-call.ts';

/** A call the model asks for. */
export interface ToolUse {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** One step of the conversation, oldest first. Every `ToolUse` of an assistant entry is followed by its result. */
export type Entry =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolUse[] }
  | { readonly role: 'tool'; readonly call: string; readonly text: string; readonly isError: boolean };

/** A tool as the model sees it. `schema` is the JSON Schema of its arguments. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** What a model answers: no calls means that the task is over. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly ToolUse[];
}

/** A choice in the page's model picker. */
export interface ModelChoice {
  readonly id: string;
  readonly label: string;
}

/** What the server tells the page about itself. */
export interface ConsoleInfo {
  readonly scratch: string;
  /** Real models the server has a key for; the scripted one lives in the page. */
  readonly models: readonly ModelChoice[];
}

/** A file of the scratch folder; `path` is relative to it, with `/`. */
export interface ScratchFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}
