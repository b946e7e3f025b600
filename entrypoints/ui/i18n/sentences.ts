/**
 * Sentences one after the other on a line, in any language that is shown. Runs in extension pages; pure.
 */

/** 、 。 ！ ， ： ； ？ and ） are as wide as a letter, half of it being the space behind them. */
const OWN_SPACE = /[\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\uff09]$/;

/** The text with the space that it needs before whatever follows it on the line: none when it ends with one of its own. */
export const leading = (text: string): string => (OWN_SPACE.test(text) ? text : `${text} `);

/** The sentences as one text. One that is not in the language that is shown keeps its distance all the same. */
export const sentences = (first: string, ...others: readonly string[]): string =>
  others.reduce((before, next) => leading(before) + next, first);
