/**
 * Diagnostics of the loader as ranges of a text. Pure.
 */
import type { Diagnostic, Place } from '../../../engine/dsl/diagnostic.ts';

export interface Mark {
  /** UTF-16 code units from the beginning; `to` is exclusive and after `from`, unless the text is empty. */
  readonly from: number;
  readonly to: number;
  readonly diagnostic: Diagnostic;
}

/** Lines of a text: where each begins. */
export interface LineStarts {
  /** Of line `line`, counted from 1; the end of the text for lines that it does not have. */
  start(line: number): number;
  readonly length: number;
}

export function lineStarts(text: string): LineStarts {
  // A mark before the text is not counted by the loader, but it stands in the editor.
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const starts = [bom];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return { start: (line) => starts[line - 1] ?? text.length, length: text.length };
}

/** The stretch of a place. One that lies behind the text, since it was changed, ends up at its end. */
export function rangeOf(place: Place, lines: LineStarts): { readonly from: number; readonly to: number } {
  const clamp = (at: number): number => Math.max(0, Math.min(at, lines.length));
  const from = clamp(lines.start(place.line) + place.column - 1);
  return { from, to: Math.max(from, clamp(lines.start(place.endLine) + place.endColumn - 1)) };
}

/** Marks in the order of the diagnostics, each at least one character long, so that it can be seen. */
export function marksOf(diagnostics: readonly Diagnostic[], text: string): readonly Mark[] {
  const lines = lineStarts(text);
  return diagnostics.map((diagnostic) => {
    const { from, to } = rangeOf(diagnostic, lines);
    if (to > from) return { from, to, diagnostic };
    return from < text.length
      ? { from, to: from + 1, diagnostic }
      : { from: Math.max(0, from - 1), to: from, diagnostic };
  });
}
