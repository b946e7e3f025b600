/**
 * How large a document may be. Beyond these it is refused with a diagnostic: a machine set is written by a person, and what
 * is larger is a mistake or an attack on whoever opens it.
 */

/** UTF-16 code units of text. Beyond it the document is not even parsed. */
export const MAX_TEXT = 1_000_000;

/** Lists and mappings inside one another. */
export const MAX_DEPTH = 64;

/** Values in the document once its aliases are written out. */
export const MAX_VALUES = 100_000;

/** Diagnostics that are reported in one pass; a last one says how many more there are. */
export const MAX_DIAGNOSTICS = 500;
