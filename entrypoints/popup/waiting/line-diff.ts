/**
 * Two texts as the lines that differ, with the unchanged ones around them folded. Pure.
 */
import { diffLines } from 'diff';

export type DiffRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** Unchanged lines that are not shown. */
  | { readonly kind: 'fold'; readonly lines: number };

export interface LineDiff {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** Unchanged lines that stay in sight before and after a change. */
const CONTEXT = 3;
/** Beyond these the comparison is given up. */
const MAX_EDITS = 4_000;
const MAX_MS = 300;

/** `null` when the texts differ too much to be compared. */
export function lineDiff(before: string, after: string): LineDiff | null {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS, timeout: MAX_MS });
  if (parts === undefined) return null;
  const rows: DiffRow[] = [];
  let [added, removed] = [0, 0];
  for (const [index, part] of parts.entries()) {
    const lines = linesOf(part.value);
    if (part.added) added += lines.length;
    if (part.removed) removed += lines.length;
    const kind = part.added ? 'added' : part.removed ? 'removed' : 'same';
    if (kind === 'same') rows.push(...folded(lines, index > 0, index < parts.length - 1));
    else rows.push(...lines.map((text): DiffRow => ({ kind, text })));
  }
  return { rows, added, removed };
}

function folded(lines: readonly string[], follows: boolean, leads: boolean): readonly DiffRow[] {
  const head = follows ? CONTEXT : 0;
  const tail = leads ? CONTEXT : 0;
  const hidden = lines.length - head - tail;
  const same = (text: string): DiffRow => ({ kind: 'same', text });
  // A fold takes a line itself.
  if (hidden <= 1) return lines.map(same);
  return [
    ...lines.slice(0, head).map(same),
    { kind: 'fold', lines: hidden },
    ...lines.slice(lines.length - tail).map(same),
  ];
}

/** Without the last line break, which ends a line and begins none. */
const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
