/**
 * One machine set: its text with what is wrong with it, its drawing, where it is in force, and saving. What does not compile
 * cannot be saved.
 */
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { CodeEditor, type CodeEditorHandle } from '../editor/code-editor.tsx';
import { formatDocument } from '../editor/format-document.ts';
import type { Draft, Model, Selection } from '../model.ts';
import { useDiagnosis } from './diagnosis.ts';
import { DiagnosticList } from './diagnostic-list.tsx';
import { refusal } from './refusal.ts';
import { SetDiagram } from './set-diagram.tsx';
import { SetHead } from './set-head.tsx';
import { SetSites } from './set-sites.tsx';
import { statesOf } from './set-states.ts';

export interface SetEditorProps {
  readonly model: Model;
  readonly selection: Selection;
  readonly browser: BrowserActions;
}

export function SetEditor({ model, selection, browser }: SetEditorProps): JSX.Element {
  const editor = useRef<CodeEditorHandle>(null);
  const [fault, setFault] = useState<Phrase | null>(null);
  const [said, setSaid] = useState<Phrase | null>(null);
  const [comparing, setComparing] = useState(false);
  const saved = model.set(selection);
  const draft = model.draft(selection);
  const current: Draft = draft ?? { name: selection.from === 'new' ? '' : selection.name, text: saved?.text ?? '' };
  const diagnosis = useDiagnosis(current.text);
  const fixed = selection.from === 'bundled';
  const states = model.watchStates().value;
  const sites = model.configuration.value?.sites;
  const own = useMemo(() => statesOf(selection, sites ?? [], states), [selection, sites, states]);
  const tell = (problem: Phrase | null, done: Phrase | null = null): void => {
    setFault(problem);
    setSaid(done);
  };
  const write = (change: Partial<Draft>): void => {
    tell(null);
    model.write(selection, { ...current, ...change });
  };
  const save = async (): Promise<void> => {
    if (fixed || draft === null) return;
    const refused = refusal(model, selection, current);
    if (refused !== null) {
      tell(refused.why);
      if (refused.place !== null) editor.current?.jump(refused.place);
      return;
    }
    // What was saved is in force: the person sees what would change before it does. Who looks at it already is not asked again.
    if (saved !== null && !comparing) {
      setComparing(true);
      tell(
        null,
        phrase(() => t('machines.review')),
      );
      return;
    }
    const answer = await model.save(selection, current);
    if (answer.ok) setComparing(false);
    tell(answer.ok ? null : answer.reason, answer.ok ? phrase(() => t('machines.saved')) : null);
  };
  const discard = (): void => {
    model.discard(selection);
    setComparing(false);
    tell(null);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    // A key that is held down would save unseen.
    if (!event.repeat) save();
  };
  const format = (): void => {
    const formatted = formatDocument(current.text);
    if (!formatted.ok)
      tell(phrase(() => t(formatted.why === 'syntax' ? 'machines.formatSyntax' : 'machines.formatMeaning')));
    else if (formatted.text === current.text)
      tell(
        null,
        phrase(() => t('machines.formatNothing')),
      );
    else write({ text: formatted.text });
  };
  return (
    <section class="set-editor" aria-label={t('machines.set')} onKeyDown={keys}>
      <SetHead
        model={model}
        selection={selection}
        current={current}
        changed={draft !== null}
        replaces={saved !== null}
        comparing={comparing}
        setComparing={setComparing}
        rename={(name) => write({ name })}
        save={save}
        discard={discard}
        format={format}
        exportText={() => browser.save(`${current.name || 'machines'}.yaml`, new Blob([current.text]))}
        tell={tell}
      />
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <p class="done-note" role="status">
        {said}
      </p>
      {saved !== null && <SetSites model={model} set={saved} />}
      <div class="text-and-diagram">
        <div>
          <CodeEditor
            handle={editor}
            text={current.text}
            readOnly={fixed}
            diagnostics={diagnosis.diagnostics}
            saved={comparing && saved !== null ? saved.text : null}
            write={(text) => write({ text })}
          />
          <p class="quiet editor-keys">{t(fixed ? 'machines.readOnlyKeys' : 'machines.keys')}</p>
          <DiagnosticList
            diagnosis={diagnosis}
            empty={current.text.trim() === ''}
            jump={(place) => editor.current?.jump(place)}
          />
        </div>
        <SetDiagram diagnosis={diagnosis} states={own} />
      </div>
    </section>
  );
}
