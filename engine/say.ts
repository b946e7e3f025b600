/**
 * Sentences the engine makes, as a form and what is filled into it: English is said here, and a shell that speaks another
 * language finds the form in its own catalogue. Runs anywhere; must never know which languages there are.
 *
 * `msg` is a marker as well: a test gathers every form from the sources, so that no translation can be missing.
 */

/** What is filled in: as it is (names, numbers), or a sentence or part of one itself. */
export type Value = string | number | Message;

export interface Message {
  /** The English form, with `{0}`, `{1}`, … for the values. Changing the words of a sentence makes another form of it. */
  readonly form: string;
  readonly values: readonly Value[];
}

/**
 * A sentence, or part of one.
 *
 * @example
 * msg`Key "${name}" is written twice.` // { form: 'Key "{0}" is written twice.', values: [name] }
 */
export function msg(parts: TemplateStringsArray, ...values: readonly Value[]): Message {
  const form = parts.reduce((before, part, i) => `${before}{${i - 1}}${part}`);
  return { form, values };
}

/** What somebody else's code said, word for word. */
export const quote = (text: string): Message => ({ form: text, values: [] });

/** The sentence in English. */
export function english({ form, values }: Message): string {
  if (values.length === 0) return form;
  return fillIn(
    form,
    values.map((value) => (typeof value === 'object' ? english(value) : String(value))),
  );
}

/** Puts `values` in the places of a form, in whatever order the form has them. */
export function fillIn(form: string, values: readonly string[]): string {
  return form.replaceAll(/\{(\d+)\}/g, (place, index) => values[Number(index)] ?? place);
}

/** `a or b or c`. */
export const either = (items: readonly Value[]): Value => joined(items, (a, b) => msg`${a} or ${b}`);

/** `a and b and c`. */
export const both = (items: readonly Value[]): Value => joined(items, (a, b) => msg`${a} and ${b}`);

/** `a, b, c`. */
export const listed = (items: readonly Value[]): Value => joined(items, (a, b) => msg`${a}, ${b}`);

/** The words in quotes, `"a", "b"`. */
export const quotedList = (words: readonly unknown[]): Value => listed(words.map((word) => `"${String(word)}"`));

function joined(items: readonly Value[], join: (a: Value, b: Value) => Message): Value {
  return items.length === 0 ? '' : items.reduce(join);
}
