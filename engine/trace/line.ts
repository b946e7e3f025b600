/**
 * One line of a trace: what happened in an agent's console, as `simulate` reads it. Pure; never throws, whatever the text.
 */
import { nearest } from '../dsl/did-you-mean.ts';
import { findJsonMistake } from '../dsl/json-syntax.ts';
import { english } from '../say.ts';
import type { Json, JsonObject, ToolResult } from '../tool-call.ts';
import { BadLine, kindOf, own, refuseSlips, textField } from './fields.ts';
import { type RecordedLine, recordedLine } from './recorded.ts';
import { parseTime } from './time.ts';

/** What a line says. */
export type TraceStep =
  | { readonly type: 'run_start' }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly args: Json }
  | { readonly type: 'result'; readonly id: string; readonly result: ToolResult }
  | { readonly type: 'approve'; readonly id: string; readonly note: string | null }
  | { readonly type: 'reject'; readonly id: string; readonly note: string | null }
  | { readonly type: 'event'; readonly name: string; readonly data: Json }
  | { readonly type: 'step' }
  | { readonly type: 'run_end' };

export interface TraceLine {
  /** Where the clock is moved to before the step: milliseconds since 1970; null = time stands still. */
  readonly at: number | null;
  /** Which conversation it belongs to; null = the one without a name. */
  readonly thread: string | null;
  readonly step: TraceStep;
}

/** The fields of each type of line, besides `type`, `at` and `thread`. */
const FIELDS: Readonly<Record<TraceStep['type'], readonly string[]>> = {
  run_start: [],
  call: ['id', 'tool', 'args'],
  result: ['id', 'status', 'content'],
  approve: ['id', 'note'],
  reject: ['id', 'note'],
  event: ['name', 'data'],
  step: [],
  run_end: [],
};

const TYPES = Object.keys(FIELDS) as readonly TraceStep['type'][];

/** The line that a text says, or what is wrong with it, as a sentence. */
export function parseTraceLine(text: string): TraceLine | { readonly error: string } {
  return told(() => lineOf(objectOf(text)));
}

/** The same, and of an entry of a journal the line that it recorded; null where a trace has no line for it. */
export function parseRecord(text: string): TraceLine | null | { readonly error: string } {
  return told(() => {
    const written = objectOf(text);
    if (!Object.hasOwn(written, 'happening')) return lineOf(written);
    const recorded = recordedLine(own(written, 'happening'));
    if (recorded === null) return null;
    return lineOf(present({ ...recorded, at: own(written, 'at'), thread: own(written, 'thread') }));
  });
}

function told<T>(read: () => T): T | { readonly error: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadLine) return { error: /[.?]$/.test(error.message) ? error.message : `${error.message}.` };
    throw error;
  }
}

/** The line with the fields alone that it has. */
const present = (line: RecordedLine): JsonObject =>
  Object.fromEntries(Object.entries(line).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function lineOf(line: JsonObject): TraceLine {
  const type = typeOf(line);
  refuseSlips(line, ['type', 'at', 'thread', ...FIELDS[type]]);
  return { at: timeOf(line), thread: optionalText(line, 'thread'), step: stepOf(type, line) };
}

function objectOf(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Engines word it differently; a trace says the same everywhere.
    const mistake = findJsonMistake(text);
    if (mistake === null) throw new BadLine('The line is not JSON.');
    throw new BadLine(`The line is not JSON. At column ${mistake.offset + 1}: ${english(mistake.message)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new BadLine(`The line is ${kindOf(value)}, wanted an object with a "type"`);
}

function typeOf(line: JsonObject): TraceStep['type'] {
  const written = own(line, 'type');
  const type = TYPES.find((known) => known === written);
  if (type !== undefined) return type;
  if (typeof written !== 'string') throw new BadLine(`"type" is ${kindOf(written)}, wanted one of ${TYPES.join(', ')}`);
  const near = nearest(written, TYPES);
  const hint = near === undefined ? `wanted one of ${TYPES.join(', ')}` : `did you mean "${near}"?`;
  throw new BadLine(`"${written.slice(0, 80)}" is not a type of line; ${hint}`);
}

function timeOf(line: JsonObject): number | null {
  const written = own(line, 'at');
  if (written === undefined) return null;
  const at = parseTime(written);
  if (at !== null) return at;
  throw new BadLine(
    `"at" is ${JSON.stringify(written).slice(0, 80)}, wanted milliseconds since 1970 or an ISO 8601 time such as "2026-01-31T12:00:00Z"`,
  );
}

function optionalText(line: JsonObject, field: string): string | null {
  const value = own(line, field) ?? null;
  if (value === null || typeof value === 'string') return value;
  throw new BadLine(`"${field}" is ${kindOf(value)}, wanted a text`);
}

function stepOf(type: TraceStep['type'], line: JsonObject): TraceStep {
  switch (type) {
    case 'run_start':
    case 'step':
    case 'run_end':
      return { type };
    case 'call':
      return { type, id: textField(line, 'id'), tool: textField(line, 'tool'), args: own(line, 'args') ?? {} };
    case 'result':
      return { type, id: textField(line, 'id'), result: resultOf(line) };
    case 'approve':
    case 'reject':
      return { type, id: textField(line, 'id'), note: optionalText(line, 'note') };
    case 'event':
      return { type, name: textField(line, 'name'), data: own(line, 'data') ?? {} };
  }
}

function resultOf(line: JsonObject): ToolResult {
  const status = own(line, 'status');
  if (status !== 'success' && status !== 'error') {
    const is = typeof status === 'string' ? `"${status.slice(0, 80)}"` : kindOf(status);
    throw new BadLine(`"status" is ${is}, wanted "success" or "error"`);
  }
  return { status, content: own(line, 'content') ?? '' };
}
