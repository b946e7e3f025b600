/**
 * Trying machines out: a trace step by step, and the recorded journal decided again.
 */
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { loadMachines } from '../../../engine/dsl/load.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import type { BrowserActions } from '../browser-actions.ts';
import { idOf, type Model, type Selection } from '../model.ts';
import { Stepper } from './stepper.tsx';
import { TraceInput } from './trace-input.tsx';
import { useTimeline } from './use-timeline.ts';
import { WhatIfView } from './what-if-view.tsx';
import './try.css';

export interface TryViewProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

export function TryView({ model, browser }: TryViewProps): JSX.Element {
  const choice = useId();
  const { selection, trial } = model;
  const text = trial.text.value;
  const draft = model.draft(selection);
  const machineText = draft?.text ?? model.set(selection)?.text ?? '';
  const machines = useMemo(() => loadMachines(machineText).machines, [machineText]);
  const played = useTimeline(text, machines);
  return (
    <div class="try">
      <h1>{t('tryOut.title')}</h1>
      <p class="try-set">
        <label for={choice}>{t('tryOut.with')}</label>
        <select
          id={choice}
          value={idOf(selection)}
          onChange={(event) => {
            const wanted = choices(model).find((one) => idOf(one.selection) === event.currentTarget.value);
            if (wanted !== undefined) model.select(wanted.selection);
          }}
        >
          {choices(model).map((one) => (
            <option key={idOf(one.selection)} value={idOf(one.selection)}>
              {one.name}
            </option>
          ))}
        </select>
        {draft !== null && <span class="changed">{t('tryOut.unsaved')}</span>}
        <a href="#machines">{t('tryOut.edit')}</a>
      </p>
      {machines === null && (
        <p class="fault" role="alert">
          {t('tryOut.doesNotCompile')}
        </p>
      )}
      <section aria-label={t('tryOut.trace')}>
        <h2>{t('tryOut.trace')}</h2>
        <TraceInput model={model} browser={browser} />
        {played.progress !== null && (
          <p role="status">
            {t('tryOut.playing')} <progress aria-label={t('tryOut.playing')} value={played.progress} />
          </p>
        )}
        {played.fault !== null && <p class="fault">{t('tryOut.playFailed', { why: said(played.fault) })}</p>}
        {played.timeline !== null && <Stepper timeline={played.timeline} trial={trial} />}
      </section>
      <WhatIfView machines={machines} browser={browser} />
    </div>
  );
}

interface Choice {
  readonly selection: Selection;
  readonly name: string;
}

function choices(model: Model): readonly Choice[] {
  const saved = (model.configuration.value?.sets ?? []).map(({ ref }) => ({ selection: ref, name: ref.name }));
  const begun = model.begun.map(({ selection, draft }) => ({
    selection,
    name: draft.name === '' ? t('machines.newSet') : draft.name,
  }));
  const { selection } = model;
  const unwritten =
    selection.from === 'new' && model.draft(selection) === null ? [{ selection, name: t('machines.newSet') }] : [];
  return [...begun, ...unwritten, ...saved];
}
