/** The page after the installation. */
import type { Area } from '../message-types.ts';

export const firstRun = {} satisfies Area<'firstRun'>;
