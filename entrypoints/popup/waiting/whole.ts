/**
 * All of a long argument, fetched piece by piece when somebody wants to see it. Runs in popup and side panel.
 */

import { useEffect, useState } from 'preact/hooks';
import type { ShownField } from '../../background/ui-messages.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { Calls } from './calls.ts';

/** One argument of one waiting call. */
export interface FieldRef {
  readonly calls: Pick<Calls, 'more'>;
  readonly ticket: string;
  /** Its place among the call's arguments. */
  readonly index: number;
  readonly field: ShownField;
}

/** Something on its way. `retry` asks for it again. */
export type Fetched<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: () => void };

/** The whole text. Rejects with the reason when a piece of it cannot be had. */
export async function loadWhole({ calls, ticket, index, field }: FieldRef): Promise<string> {
  let whole = field.head;
  if (field.cut === null) return whole;
  while (whole.length < field.length) {
    const text = await calls.more(ticket, index, whole.length);
    if (text === '') break;
    whole += text;
  }
  return whole;
}

/** The whole text of an argument, when it is wanted. */
export function useWhole(ref: FieldRef, wanted: boolean): Fetched<string> {
  const { field } = ref;
  const fetched = useFetched(() => loadWhole(ref), wanted && field.cut !== null);
  return field.cut === null ? { kind: 'here', value: field.head } : fetched;
}

/** What `load` resolves with. It is called once, when `wanted`, and again when the person wants that after it has failed. */
export function useFetched<T>(load: () => Promise<T>, wanted = true): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ kind: 'loading' });
  const due = wanted && fetched.kind === 'loading';
  useEffect(() => {
    if (!due) return;
    load().then(
      (value) => setFetched({ kind: 'here', value }),
      (error: unknown) =>
        setFetched({ kind: 'failed', reason: messageOf(error), retry: () => setFetched({ kind: 'loading' }) }),
    );
  }, [due]);
  return fetched;
}
