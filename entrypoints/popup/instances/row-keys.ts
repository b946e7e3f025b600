/**
 * Where a key leads in the list of instances. Pure.
 */

export interface Goal {
  readonly index: number;
  /** Which way to go on when the row there takes no focus. */
  readonly step: 1 | -1;
}

/** `null`: the key means nothing here. `page` is how many rows Page Up and Page Down go. */
export function goal(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  from: number,
  { length, page }: { readonly length: number; readonly page: number },
): Goal | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
      return { index: from + 1, step: 1 };
    case 'ArrowUp':
      return { index: from - 1, step: -1 };
    case 'PageDown':
      return { index: Math.min(length - 1, from + page), step: 1 };
    case 'PageUp':
      return { index: Math.max(0, from - page), step: -1 };
    case 'Home':
      return { index: 0, step: 1 };
    case 'End':
      return { index: length - 1, step: -1 };
    default:
      return null;
  }
}
