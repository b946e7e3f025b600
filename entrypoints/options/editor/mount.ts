/**
 * The editor itself: CodeMirror with what the engine knows. A chunk of its own, loaded when an editor is looked at. Runs in the
 * options page; it holds the text and nothing else: what is wrong with it and what is saved is told from outside.
 */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { getChunks, unifiedMergeView } from '@codemirror/merge';
import { closeSearchPanel, openSearchPanel, searchPanelOpen } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { Diagnostic, Place } from '../../../engine/dsl/diagnostic.ts';
import { quote } from '../../../engine/say.ts';
import { wholeText, worded } from '../../ui/i18n/wording.ts';
import { offersAt } from './completion.ts';
import { lineStarts, marksOf, rangeOf } from './marks.ts';
import { phrases } from './phrases.ts';
import { theme } from './theme.ts';

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly readOnly: boolean;
  /** A person has changed the text. */
  readonly changed: (text: string) => void;
}

export interface Editor {
  /** Puts another text in place, as one step that can be undone. The same text changes nothing. */
  setText(text: string): void;
  setDiagnostics(diagnostics: readonly Diagnostic[]): void;
  /** Says everything in the language that is shown now. */
  speak(): void;
  /** Shows what differs from `saved`, and goes to the first of it; `null` ends it. */
  compare(saved: string | null): void;
  /** Selects a place and goes there. */
  jump(place: Place): void;
  destroy(): void;
}

export function mountEditor({ parent, text, readOnly, changed }: EditorOptions): Editor {
  const words = new Compartment();
  const comparison = new Compartment();
  let applying = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        keymap.of([indentWithTab]),
        yaml(),
        autocompletion({ override: [complete], icons: false }),
        lintGutter(),
        theme,
        words.of(phrases()),
        EditorState.readOnly.of(readOnly),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({ spellcheck: 'false', tabindex: '0', translate: 'no' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !applying) changed(update.state.doc.toString());
        }),
        comparison.of([]),
      ],
    }),
  });
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return;
      applying = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: Transaction.userEvent.of('input'),
      });
      applying = false;
    },
    setDiagnostics(diagnostics) {
      const marks = marksOf(diagnostics, view.state.doc.toString()).map(({ from, to, diagnostic }) => ({
        from,
        to,
        severity: diagnostic.severity,
        source: diagnostic.code,
        message: wholeText(diagnostic.wording),
      }));
      view.dispatch(setDiagnostics(view.state, marks));
    },
    speak() {
      view.dispatch({ effects: words.reconfigure(phrases()) });
      // Its panel keeps the words that it was made with.
      if (searchPanelOpen(view.state)) for (const command of [closeSearchPanel, openSearchPanel]) command(view);
    },
    compare(saved) {
      view.dispatch({ effects: comparison.reconfigure(saved === null ? [] : differences(saved)) });
      const [first] = getChunks(view.state)?.chunks ?? [];
      if (first !== undefined) view.dispatch({ effects: EditorView.scrollIntoView(first.fromB, { y: 'center' }) });
    },
    jump(place) {
      const { from, to } = rangeOf(place, lineStarts(view.state.doc.toString()));
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

const differences = (original: string): Extension =>
  unifiedMergeView({ original, mergeControls: false, gutter: true, allowInlineDiffs: false });

function complete(context: CompletionContext): CompletionResult | null {
  // Unasked only where something was begun: a menu at every blank would be in the way.
  if (!context.explicit && context.matchBefore(/[\w*{|("'~=!.-]$|: $/) === null) return null;
  const found = offersAt(context.state.doc.toString(), context.pos);
  if (found === null) return null;
  return {
    from: found.from,
    validFor: /^[\w.[\]*-]*$/,
    options: found.offers.map(({ label, apply, kind, description }) => ({
      label,
      type: kind,
      ...(apply === undefined ? {} : { apply }),
      ...(description === undefined || description === '' ? {} : { info: worded(quote(description)) }),
    })),
  };
}
