/**
 * Takes a chunk apart that holds more than one thing: words, calls and the end of a choice.
 *
 * Runs anywhere.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject } from '../json.ts';
import { indexOf } from './chunk.ts';

interface Split {
  /** Whether it is the first chunk of the answer: it passes even when nothing but its frame is left. */
  readonly first: boolean;
  /** Choices whose role has passed already. */
  readonly roles: ReadonlySet<number>;
  /** Whether another part of the chunk is kept for the end, which then carries the usage. */
  readonly ends: boolean;
}

/** What of a chunk passes to the page at once; null when nothing does. */
export function livePart(
  chunk: JsonObject,
  choices: readonly JsonObject[],
  { first, roles, ends }: Split,
): JsonObject | null {
  const { usage, ...frame } = chunk;
  const passing = choices
    .map(({ message: _, ...choice }) => ({
      ...choice,
      delta: withoutCalls(field(choice, 'delta')),
      finish_reason: null,
    }))
    .filter((choice) => first || saysSomething(choice.delta, !roles.has(indexOf(choice))));
  if (passing.length === 0) return null;
  return { ...frame, choices: passing, ...(ends || usage === undefined ? {} : { usage }) };
}

/** What of a chunk belongs to the end. */
export function finishPart(chunk: JsonObject, choices: readonly JsonObject[]): JsonObject {
  return { ...chunk, choices: choices.map(({ message: _, ...choice }) => ({ ...choice, delta: {} })) };
}

function withoutCalls(delta: Json | undefined): JsonObject {
  if (!isObject(delta)) return {};
  const { tool_calls: _, function_call: __, ...rest } = delta;
  return rest;
}

function saysSomething(delta: JsonObject, roleIsNews: boolean): boolean {
  return Object.entries(delta).some(([name, value]) => (name === 'role' ? roleIsNews : value !== null && value !== ''));
}
