/**
 * Anchors: how an answer that the page was given is found again in the page's history.
 *
 * Pure. An id is not enough: some servers number their calls anew in every answer, and pages cut, edit and regenerate. Arguments
 * are not enough either: some clients write them otherwise than they got them (without unknown names, with defaults).
 */
import type { Entry, RequestedCall } from '../model-adapter.ts';
import { argsMark, markBehind, marksOf } from './marks.ts';

/** Beyond the end of every history. */
export const UNPLACED = 2 ** 31;

export interface Anchor {
  /** Place of the answer in the page's history; `UNPLACED` when it was made in one that the server held. */
  readonly at: number;
  /** Mark of the history before it. */
  readonly before: string;
  /** Mark of what stands directly before it. */
  readonly behind: string;
  /** Whether calls of other answers in the conversation had the same ids: none, elsewhere, or (regenerated) at this very place. */
  readonly others: Others;
}

export type Others = 'none' | 'elsewhere' | 'here';

/** A call as the page was handed it. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  /** `argsMark` of it. */
  readonly args: string;
}

export const shownCall = (call: RequestedCall): ShownCall => ({ id: call.id, tool: call.tool, args: argsMark(call) });

/** The mark of the history before a place. */
export const markBefore = (entries: readonly Entry[], at: number): string => marksOf(entries)[at - 1] ?? '';

/** The place in the history, as an anchor has it. */
export function placeAt(entries: readonly Entry[], at: number): Pick<Anchor, 'before' | 'behind'> {
  return { before: markBefore(entries, at), behind: markBehind(entries, at) };
}

/** Whether it is the call that was shown; `alike`: its arguments may be written otherwise. */
export function sameCall(call: RequestedCall, shown: ShownCall, how: 'same' | 'alike'): boolean {
  return call.id === shown.id && call.tool === shown.tool && (how === 'alike' || argsMark(call) === shown.args);
}

/** How like to what was shown an entry has to be to be taken for the answer; null: it stands where the answer cannot be. */
export function demanded(entries: readonly Entry[], at: number, anchor: Anchor): 'same' | 'alike' | null {
  if (markBefore(entries, at) === anchor.before) return anchor.others === 'here' ? 'same' : 'alike';
  return anchor.others === 'none' || markBehind(entries, at) === anchor.behind ? 'same' : null;
}
