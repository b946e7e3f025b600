/**
 * All of a long argument, fetched piece by piece when somebody wants to see it. Runs in popup and side panel.
 */
import { useEffect, useState } from 'preact/hooks';
import type { ShownField } from '../../background/ui-messages.ts';
import type { Calls } from './calls.ts';

/** One argument of one waiting call. */
export interface FieldRef {
  readonly calls: Pick<Calls, 'more'>;
  readonly ticket: string;
  /** Its place among the call's arguments. */
  readonly index: number;
  readonly field: ShownField;
}

/** Calls `done` with the whole text. Never, when the connection is lost on the way. */
export function loadWhole({ calls, ticket, index, field }: FieldRef, done: (text: string) => void): void {
  if (field.cut === null) {
    done(field.head);
    return;
  }
  const next = (had: string): void =>
    calls.more(ticket, index, had.length, (text) => {
      const whole = had + text;
      if (text === '' || whole.length >= field.length) done(whole);
      else next(whole);
    });
  next(field.head);
}

/** The whole text of an argument, or `null` while it is not there (or not wanted). */
export function useWhole(ref: FieldRef, wanted: boolean): string | null {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { field } = ref;
  const load = wanted && field.cut !== null && loaded === null;
  useEffect(() => {
    if (load) loadWhole(ref, setLoaded);
  }, [load]);
  return field.cut === null ? field.head : loaded;
}
