/**
 * A plain text field with line numbers, the lines with errors and warnings marked.
 */
import type { JSX, RefObject } from 'preact';
import { useImperativeHandle, useRef } from 'preact/hooks';
import type { Diagnostic, Place } from '../../engine/dsl/diagnostic.ts';

export interface TextEditorHandle {
  /** Shows and selects a stretch of the text. */
  readonly jump: (place: Place) => void;
}

export interface TextEditorProps {
  readonly handle: RefObject<TextEditorHandle | null>;
  readonly text: string;
  readonly readOnly: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly write: (text: string) => void;
}

/** Height of a line and space above the first, in pixels; the style sheet has the same. */
const LINE = 20;
const PAD = 8;

export function TextEditor({ handle, text, readOnly, diagnostics, write }: TextEditorProps): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    jump: ({ line, column, endLine, endColumn }: Place) => {
      const field = area.current;
      if (field === null) return;
      field.focus();
      field.setSelectionRange(offsetOf(field.value, line, column), offsetOf(field.value, endLine, endColumn));
      field.scrollTop = Math.max(0, (line - 4) * LINE);
    },
  }));
  const lines = text.split('\n').length;
  const follow = (field: HTMLTextAreaElement): void => {
    if (gutter.current !== null) gutter.current.style.transform = `translateY(${-field.scrollTop}px)`;
  };
  return (
    <div class="editor">
      <div class="gutter" aria-hidden="true">
        <div ref={gutter}>
          {markedLines(diagnostics).map(([line, severity]) => (
            <span key={line} class={`line-mark ${severity}`} style={{ top: `${PAD + (line - 1) * LINE}px` }} />
          ))}
          <pre>{Array.from({ length: lines }, (_, index) => index + 1).join('\n')}</pre>
        </div>
      </div>
      <textarea
        ref={area}
        aria-label="Machines as YAML or JSON"
        wrap="off"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        readOnly={readOnly}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
        onScroll={(event) => follow(event.currentTarget)}
      />
    </div>
  );
}

/** Each line once, with the worst that is said about it. */
function markedLines(diagnostics: readonly Diagnostic[]): readonly (readonly [number, Diagnostic['severity']])[] {
  const worst = new Map<number, Diagnostic['severity']>();
  for (const { line, severity } of diagnostics) if (worst.get(line) !== 'error') worst.set(line, severity);
  return [...worst];
}

/** Lines and columns count from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}
