/**
 * Plays a text anew whenever it or the machines change; what was played before is dropped.
 */

import { useEffect, useState } from 'preact/hooks';
import type { MachineSet } from '../../../engine/dsl/machine.ts';
import { messageOf } from '../../ui/message-of.ts';
import { play } from './play.ts';
import type { Timeline } from './timeline.ts';

export interface Played {
  readonly timeline: Timeline | null;
  /** How far it has come, from 0 to 1; `null` when it is done. */
  readonly progress: number | null;
  readonly fault: string | null;
}

const NOTHING: Played = { timeline: null, progress: null, fault: null };
/** Milliseconds without a key after which a text is played. */
const QUIET_MS = 200;

export function useTimeline(text: string, machines: MachineSet | null): Played {
  const [played, setPlayed] = useState(NOTHING);
  useEffect(() => {
    if (text.trim() === '' || machines === null) {
      setPlayed(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    const progress = (part: number): void => setPlayed((before) => ({ ...before, progress: part, fault: null }));
    const timer = setTimeout(() => {
      play(text, machines, { signal: stop.signal, progress }).then(
        (timeline) => timeline !== null && setPlayed({ timeline, progress: null, fault: null }),
        (error: unknown) => setPlayed({ ...NOTHING, fault: messageOf(error) }),
      );
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, machines]);
  return played;
}
