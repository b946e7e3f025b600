/**
 * Templates filled with values: keys from a call's arguments, texts and captures from a context. Pure.
 */
import type { KeyNormalizer } from '../dsl/machine.ts';
import { type FieldPath, fansOut, ownField, someAt } from '../pattern/path.ts';
import { textOf } from '../pattern/text.ts';
import type { Json, JsonObject } from '../tool-call.ts';
import { normalizeKey } from './normalize.ts';
import type { Placeholder, Template } from './parse-template.ts';

/** How the keys of a machine are normalised; a compiled machine is one. */
export interface KeyOptions {
  readonly normalizer: KeyNormalizer;
  /** With `path`: absolute keys under this directory become relative to it. */
  readonly keyRoot: string | null;
}

/** More keys than these from one call are refused: no real call touches so many, and the product of two lists has no end. */
const MAX_KEYS = 100_000;

/** Thrown when one call would touch more instances than can be decided on. The caller fails closed. */
export class TooManyKeys extends Error {
  override readonly name = 'TooManyKeys';
}

/**
 * The instance keys of a call: normalised, distinct, in order; several when a placeholder fans out (`{paths[*]}`).
 * Null when the key does not resolve: a placeholder is missing or null, or the list it fans out over has no such value.
 * @throws {TooManyKeys}
 */
export function resolveKeys(template: Template, args: Json, options: KeyOptions): readonly string[] | null {
  if (template.plainFields !== null) {
    const value = firstField(template.plainFields, args);
    return value === null ? null : [normalizeKey(textOf(value), options.normalizer, options.keyRoot)];
  }
  let rendered: readonly string[] = [''];
  for (const part of template.parts) {
    const texts = typeof part === 'string' ? [part] : valuesOf(part, args).map(textOf);
    if (texts.length === 0) return null;
    if (rendered.length * texts.length > MAX_KEYS) {
      throw new TooManyKeys(`The key "${template.source}" names more than ${MAX_KEYS} instances in one call.`);
    }
    rendered = rendered.flatMap((head) => texts.map((text) => head + text));
  }
  return [...new Set(rendered.map((key) => normalizeKey(key, options.normalizer, options.keyRoot)))];
}

/** The text of a template. A placeholder that does not resolve stays as written; one that fans out is joined with `, `. */
export function renderLenient(template: Template, context: JsonObject): string {
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const values = valuesOf(part, context);
    text += values.length === 0 ? part.source : values.map(textOf).join(', ');
  }
  return text;
}

/**
 * The value of a template for a capture. Exactly one placeholder gives the value itself, whatever its type (a list when it
 * fans out; null when there is nothing but a null), or undefined when it is missing; anything else gives the rendered text.
 */
export function resolveValue(template: Template, context: JsonObject): Json | undefined {
  const [only] = template.parts;
  if (template.parts.length !== 1 || only === undefined || typeof only === 'string') {
    return renderLenient(template, context);
  }
  let isNull = false;
  for (const path of only.alternatives) {
    const found = valuesAt(path, context);
    const values = found.filter((value) => value !== null);
    if (values.length > 0) return fansOut(path) ? found : values[0];
    isNull ||= found.length > 0;
  }
  return isNull ? null : undefined;
}

/** For each placeholder, the top-level field names of its alternatives: what a call must carry for the key to resolve. */
export function templateFields(template: Template): readonly (readonly string[])[] {
  return template.parts.flatMap((part) => (typeof part === 'string' ? [] : [topFields(part)]));
}

function topFields(placeholder: Placeholder): readonly string[] {
  return placeholder.alternatives.flatMap(([first]) => (first?.kind === 'field' ? [first.name] : []));
}

function firstField(names: readonly string[], args: Json): Json {
  for (const name of names) {
    const value = ownField(args, name);
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

/** The values of the first alternative that resolves. Null is no value here: it names no instance and says nothing. */
function valuesOf(placeholder: Placeholder, context: Json): readonly Json[] {
  for (const path of placeholder.alternatives) {
    const found = valuesAt(path, context).filter((value) => value !== null);
    if (found.length > 0) return found;
  }
  return [];
}

function valuesAt(path: FieldPath, context: Json): readonly Json[] {
  const found: Json[] = [];
  someAt(context, path, (value) => {
    found.push(value);
    return false;
  });
  return found;
}
