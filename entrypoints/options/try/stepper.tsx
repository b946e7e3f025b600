/**
 * A played trace, one step at a time: forward, back, anywhere.
 */
import type { JSX } from 'preact';
import { count } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { StepDetail } from './step-detail.tsx';
import { outcomeOf, titleOf } from './step-text.ts';
import type { Timeline } from './timeline.ts';
import { END, type Trial } from './trial.ts';

/** Steps that are listed before and after the one that is looked at. */
const AROUND = 6;

export interface StepperProps {
  readonly timeline: Timeline;
  readonly trial: Trial;
}

export function Stepper({ timeline, trial }: StepperProps): JSX.Element {
  const last = timeline.steps.length - 1;
  const index = Math.min(trial.position.value, last);
  if (last < 0) return <p class="quiet">{t('tryOut.noSteps')}</p>;
  const go = (to: number): void => {
    // Whoever looks at the newest step of a recording sees the next one when it comes.
    const follows = to >= last && trial.recorder.state.peek().on;
    trial.go(follows ? END : Math.max(0, Math.min(last, to)));
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const by = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(index + by);
  };
  const [before, after] = [timeline.trouble(index, -1), timeline.trouble(index, 1)];
  const from = Math.max(0, Math.min(index - AROUND, last - 2 * AROUND));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut for the buttons inside.
    <div class="stepper" onKeyDown={keys}>
      <div class="step-controls">
        <button type="button" class="button" disabled={index === 0} onClick={() => go(index - 1)}>
          {t('tryOut.back')}
        </button>
        <button type="button" class="button primary" disabled={index === last} onClick={() => go(index + 1)}>
          {t('tryOut.forward')}
        </button>
        <output aria-live="polite">{t('tryOut.position', { at: count(index + 1), of: count(last + 1) })}</output>
        <input
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label={t('tryOut.step')}
          onInput={(event) => go(event.currentTarget.valueAsNumber)}
        />
        <button type="button" class="button" disabled={before === null} onClick={() => go(before ?? index)}>
          {t('tryOut.lastTrouble')}
        </button>
        <button type="button" class="button" disabled={after === null} onClick={() => go(after ?? index)}>
          {t('tryOut.nextTrouble')}
        </button>
      </div>
      <div class="steps-and-state">
        <ol class="steps" start={from + 1} aria-label={t('tryOut.steps')}>
          {timeline.steps.slice(from, from + 2 * AROUND + 1).map((step, n) => {
            const outcome = outcomeOf(step);
            return (
              <li key={from + n}>
                <button
                  type="button"
                  class="set-item step"
                  aria-current={from + n === index ? 'step' : undefined}
                  onClick={() => go(from + n)}
                >
                  <span class="step-line">{step.step === 'end' ? '' : step.line}</span>
                  <span class="step-title">{titleOf(step)}</span>
                  {outcome !== null && <span class={`outcome outcome-${outcome.kind}`}>{outcome.text}</span>}
                </button>
              </li>
            );
          })}
        </ol>
        <StepDetail timeline={timeline} index={index} />
      </div>
    </div>
  );
}
