/** The journal in the options. */
import type { Area } from '../message-types.ts';

export const journal = {} satisfies Area<'journal'>;
