/** In which pieces a text is streamed. Runs in tests and on the console's server. */

/** Cuts a text; the pieces put together are the text, and none is empty. */
export type Cut = (text: string) => readonly string[];

/** The least that is a stream. */
export const halves: Cut = (text) =>
  [text.slice(0, text.length >> 1), text.slice(text.length >> 1)].filter((half) => half !== '');

/** Word by word, each with the blanks behind it. */
export const words: Cut = (text) => text.match(/\s*\S+\s*|\s+/g) ?? [];
