/** A task that the scripted model can play. Pure. */
import type { JsonObject } from '../../../engine/tool-call.ts';
import type { Step } from './steps.ts';

export interface Move {
  readonly say: string;
  /** Several calls run at the same time. */
  readonly calls: readonly (readonly [tool: string, args: JsonObject])[];
}

export interface Plan {
  readonly matches: RegExp;
  /** @param given the named groups of `matches` */
  next(given: Readonly<Record<string, string | undefined>>, steps: readonly Step[]): Move;
}

/** The last words: no calls. */
export const done = (say: string): Move => ({ say, calls: [] });
