/** Machine sets, editor and diagram in the options. */
import type { Area } from '../message-types.ts';

export const machines = {} satisfies Area<'machines'>;
