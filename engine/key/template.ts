/**
 * Templates: text with `{placeholders}`. Keys, reasons, reminders and captures are written in them. The door to this folder.
 */
import type { KeyNormalizer } from '../dsl/machine.ts';
import { type FieldPath, fansOut, someAt } from '../pattern/path.ts';
import { textOf } from '../pattern/text.ts';
import type { Json, JsonObject } from '../tool-call.ts';
import { normalizeKey } from './normalize.ts';
import type { Placeholder, Template } from './parse-template.ts';

export { normalizeKey } from './normalize.ts';
export { type Placeholder, parseTemplate, type Template } from './parse-template.ts';

/** More keys than these from one call are refused: no real call touches so many, and the product of two lists could be endless. */
const MAX_KEYS = 100_000;

/** Thrown when one call would touch more instances than can be decided on. The caller fails closed. */
export class TooManyKeys extends Error {
  override readonly name = 'TooManyKeys';
}

/** The values a placeholder stands for: those of its first alternative that resolves. Null and missing do not resolve. */
function valuesOf(placeholder: Placeholder, context: Json): readonly Json[] {
  for (const path of placeholder.alternatives) {
    const found = valuesAt(path, context);
    if (found.length > 0) return found;
  }
  return [];
}

function valuesAt(path: FieldPath, context: Json): readonly Json[] {
  const found: Json[] = [];
  someAt(context, path, (value) => {
    if (value !== null) found.push(value);
    return false;
  });
  return found;
}

/**
 * The instance keys of a call: normalised, distinct, in order; several when a placeholder fans out (`{paths[*]}`).
 * Null when the key does not resolve: a placeholder is missing, null, or a list without elements.
 * @throws {TooManyKeys}
 */
export function resolveKeys(
  template: Template,
  args: Json,
  options: { readonly normalizer: KeyNormalizer; readonly keyRoot: string | null },
): readonly string[] | null {
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
 * fans out), or undefined when it does not resolve; anything else gives the rendered text.
 */
export function resolveValue(template: Template, context: JsonObject): Json | undefined {
  const [only] = template.parts;
  if (template.parts.length !== 1 || only === undefined || typeof only === 'string')
    return renderLenient(template, context);
  for (const path of only.alternatives) {
    const found = valuesAt(path, context);
    if (found.length > 0) return fansOut(path) ? found : found[0];
  }
  return undefined;
}

/** For each placeholder, the top-level field names of its alternatives: what a call must carry for the key to resolve. */
export function templateFields(template: Template): readonly (readonly string[])[] {
  return template.parts.flatMap((part) =>
    typeof part === 'string'
      ? []
      : [part.alternatives.flatMap(([first]) => (first?.kind === 'field' ? [first.name] : []))],
  );
}
