/** Backup: settings and machines out and in. */
import type { Area } from '../message-types.ts';

export const backup = {} satisfies Area<'backup'>;
