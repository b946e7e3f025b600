/**
 * Colours, where there is a terminal to show them, and text that cannot play tricks on it. Pure.
 */

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Puts a text in a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export const plain: Paint = (_, text) => text;

export const coloured: Paint = (colour, text) => {
  const [on, off] = CODES[colour];
  return text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;
};

/** `FORCE_COLOR` wins over `NO_COLOR` (https://no-color.org), that over the terminal. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const force = env['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force === '0' || force === 'false' ? plain : coloured;
  if ((env['NO_COLOR'] ?? '') !== '') return plain;
  return isTerminal && env['TERM'] !== 'dumb' ? coloured : plain;
}

/**
 * The text on one line and without control characters: tool names, arguments and reasons come from models, and a terminal
 * would obey what is hidden in them.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it is there to catch.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (unit) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[unit];
    return short ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
