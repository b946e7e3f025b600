/**
 * Answers whose calls are out: the page was handed them and has not come back with all results. The next load of the page gets them
 * as marks and ids, without arguments.
 *
 * Runs in the page's own world.
 */
import type { Anchor } from '../../../engine/wire/model/anchor.ts';
import type { KeptTurn } from '../../../engine/wire/model/kept.ts';
import type { ThreadHint } from '../../background/page-messages.ts';
import type { ModelCall, OpenCall } from './model-calls.ts';

/** An answer that the page was given, while its calls are not all over. */
export interface OpenTurn extends Omit<Anchor, 'others'> {
  /** Place of the page's entry in its history; -1 where the history is not in the request. */
  readonly at: number;
  readonly calls: readonly OpenCall[];
  /** Calls kept back until a result is in, in order. */
  readonly kept: readonly ModelCall[];
  /** Name of the splice of this answer; null when the history is not in the request. */
  readonly splice: string | null;
  /** Id the page knows the answer by. */
  readonly id: string | null;
}

/** Calls that are kept back end with their page; what a request of the page's own carries is not to be settled once more. */
export function keptTurn({ at, before, behind, calls, splice, id }: OpenTurn): KeptTurn {
  const running = calls.filter(({ phase, carried }) => phase === 'running' && !carried);
  return {
    at,
    before,
    behind,
    calls: running.map(({ call, shown, args }) => ({ call, shown, args })),
    splice,
    id,
  };
}

export function openTurn(turn: KeptTurn, thread: ThreadHint): OpenTurn {
  const calls = turn.calls.map(
    (call): OpenCall => ({ ...call, thread, phase: 'running', carried: false, decided: null }),
  );
  return { ...turn, calls, kept: [] };
}
