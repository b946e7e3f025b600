/**
 * A place for the editor: shows the text at once and the editor as soon as its chunk is loaded. Runs in the options page.
 */

import type { JSX, RefObject } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Diagnostic, Place } from '../../../engine/dsl/diagnostic.ts';
import { language, t } from '../../ui/i18n/i18n.ts';
import { wholeText } from '../../ui/i18n/wording.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { Editor } from './mount.ts';

export interface CodeEditorHandle {
  /** Shows and selects a stretch of the text. */
  readonly jump: (place: Place) => void;
}

export interface CodeEditorProps {
  readonly handle: RefObject<CodeEditorHandle | null>;
  readonly text: string;
  readonly readOnly: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What the text is compared with; null = it is not. */
  readonly saved: string | null;
  readonly write: (text: string) => void;
}

export function CodeEditor(props: CodeEditorProps): JSX.Element {
  const { handle, text, readOnly, diagnostics, saved } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [editor, setEditor] = useState<Editor | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  useEffect(() => {
    let mounted: Editor | null = null;
    let gone = false;
    const mount = async (): Promise<void> => {
      const { mountEditor } = await import('./mount.ts');
      const parent = place.current;
      if (gone || parent === null) return;
      mounted = mountEditor({
        parent,
        text: latest.current.text,
        readOnly,
        changed: (next) => latest.current.write(next),
      });
      setEditor(mounted);
    };
    mount().catch((error: unknown) => setFault(messageOf(error)));
    return () => {
      gone = true;
      mounted?.destroy();
    };
  }, [readOnly]);

  useLayoutEffect(() => editor?.setText(text), [editor, text]);
  // Said anew when the language changes.
  const said = diagnostics.map(({ wording }) => wholeText(wording)).join('\n');
  useEffect(() => editor?.speak(), [editor, language.value]);
  useEffect(() => editor?.setDiagnostics(diagnostics), [editor, diagnostics, said]);
  useEffect(() => editor?.compare(saved), [editor, saved]);
  useImperativeHandle(handle, () => ({ jump: (at) => editor?.jump(at) }), [editor]);

  return (
    <div class="editor" aria-busy={editor === null && fault === null}>
      <div class="editor-place" ref={place} />
      {editor === null && <pre class="editor-before">{text.slice(0, 20_000)}</pre>}
      {fault !== null && (
        <p class="fault" role="alert">
          {t('machines.editorFailed', { why: fault })}
        </p>
      )}
    </div>
  );
}
