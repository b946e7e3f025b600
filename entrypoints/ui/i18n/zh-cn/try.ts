/** Trying machines on traces in the options. */
import type { Area } from '../message-types.ts';

export const tryOut = {} satisfies Area<'tryOut'>;
