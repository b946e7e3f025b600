/** Instances, their history, runs, kill switch and coverage in the popup. */
import type { Area } from '../message-types.ts';

export const instances = {} satisfies Area<'instances'>;
