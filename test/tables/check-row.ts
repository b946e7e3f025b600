/**
 * One row of a truth table → what it says and what the engine says. A row carries the input (`glob`, `pattern`, …) and
 * exactly one expectation; `note` says in words what the row is there for.
 */
import type { KeyNormalizer } from '../../engine/dsl/machine.ts';
import {
  normalizeKey,
  parseTemplate,
  renderLenient,
  resolveKeys,
  resolveValue,
  templateFields,
} from '../../engine/key/template.ts';
import {
  compileGlob,
  exactToolName,
  formatPattern,
  holdsAll,
  matchesCall,
  type Parsed,
  parseConditions,
  parsePattern,
  patternFields,
} from '../../engine/pattern/pattern.ts';
import type { Json, JsonObject } from '../../engine/tool-call.ts';

/** A row as it stands in the JSON file; which fields there are depends on the table. */
export interface Row {
  readonly note: string;
  readonly glob?: string;
  readonly pattern?: string;
  readonly conditions?: string;
  readonly template?: string;
  readonly text?: string;
  readonly tool?: string;
  readonly args?: Json;
  readonly context?: JsonObject;
  readonly value?: Json;
  readonly normalizer?: KeyNormalizer;
  readonly root?: string;
  /** Expectations. `error` is the offset of the mistake. */
  readonly match?: boolean;
  readonly error?: number;
  readonly canonical?: string;
  readonly exact?: string | null;
  readonly key?: string;
  readonly keys?: readonly string[] | null;
  readonly fields?: readonly (string | readonly string[])[];
  readonly missing?: boolean;
}

/** Wanted and found, both as JSON. */
export interface Outcome {
  readonly wanted: string;
  readonly found: string;
}

const outcome = (wanted: unknown, found: unknown): Outcome => ({
  wanted: JSON.stringify(wanted) ?? 'missing',
  found: JSON.stringify(found) ?? 'missing',
});

/** Checks one row. Throws when the row has no input or no expectation that its table knows. */
export function checkRow(row: Row): Outcome {
  if (row.glob !== undefined) return checkGlob(row, row.glob);
  if (row.pattern !== undefined) return checkPattern(row, row.pattern);
  if (row.conditions !== undefined) return checkConditions(row, row.conditions);
  if (row.template !== undefined) return checkTemplate(row, row.template);
  if (row.normalizer !== undefined && row.key !== undefined) {
    return outcome(row.key, normalizeKey(row.text ?? '', row.normalizer, row.root ?? null));
  }
  throw new Error(`row "${row.note}" has no known input`);
}

/** Either the expected mistake's place, or what `check` makes of the value. */
function whenParsed<T>(row: Row, parsed: Parsed<T>, check: (value: T) => Outcome): Outcome {
  if (row.error !== undefined)
    return outcome({ error: row.error }, parsed.ok ? 'parsed' : { error: parsed.error.offset });
  return parsed.ok
    ? check(parsed.value)
    : outcome('parsed', { error: parsed.error.offset, message: parsed.error.message });
}

function checkGlob(row: Row, source: string): Outcome {
  return whenParsed(row, compileGlob(source), (glob) => outcome(row.match, glob.test(row.text ?? '')));
}

function checkConditions(row: Row, source: string): Outcome {
  return whenParsed(row, parseConditions(source), (conditions) =>
    outcome(row.match, holdsAll(conditions, row.value ?? null)),
  );
}

function checkPattern(row: Row, source: string): Outcome {
  return whenParsed(row, parsePattern(source), (pattern) => {
    if (row.canonical !== undefined) return outcome(row.canonical, formatPattern(pattern));
    if (row.fields !== undefined) return outcome(row.fields, patternFields(pattern));
    if (row.exact !== undefined) return outcome(row.exact, exactToolName(pattern));
    if (row.match === undefined) throw new Error(`row "${row.note}" expects nothing`);
    return outcome(row.match, matchesCall(pattern, { id: 'c1', tool: row.tool ?? '', args: row.args ?? null }));
  });
}

function checkTemplate(row: Row, source: string): Outcome {
  return whenParsed(row, parseTemplate(source), (template) => {
    const context = row.context ?? {};
    if (row.keys !== undefined) {
      const options = { normalizer: row.normalizer ?? 'none', keyRoot: row.root ?? null };
      return outcome(row.keys, resolveKeys(template, row.args ?? null, options));
    }
    if (row.fields !== undefined) return outcome(row.fields, templateFields(template));
    if (row.text !== undefined) return outcome(row.text, renderLenient(template, context));
    if (row.missing === true) return outcome(undefined, resolveValue(template, context));
    if (row.value !== undefined) return outcome(row.value, resolveValue(template, context));
    throw new Error(`row "${row.note}" expects nothing`);
  });
}
