/**
 * The task of `demo.ts`, one call at a time, at the person's pace.
 */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../ui/i18n/i18n.ts';
import { said } from '../ui/i18n/said.ts';
import { messageOf } from '../ui/message-of.ts';
import { CallLine } from './call-line.tsx';
import { CALLS, Demo, type Ruling } from './demo.ts';

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export function DemoView(): JSX.Element {
  const [demo, setDemo] = useState(() => new Demo(turn));
  const [rulings, setRulings] = useState<readonly Ruling[]>([]);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const last = rulings.at(-1);
  const waits = last?.verdict === 'ask' && last.decided === null;
  const work = async (next: Promise<readonly Ruling[]>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      setRulings(await next);
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  };
  const run = (): Promise<void> => work(demo.run(rulings.length).then((ruling) => [...rulings, ruling]));
  const decide = (allow: boolean): Promise<void> | undefined =>
    last && work(demo.decide(rulings.length - 1, last, allow).then((ruling) => [...rulings.slice(0, -1), ruling]));
  const again = (): void => {
    setDemo(new Demo(turn));
    setRulings([]);
  };
  return (
    <section aria-labelledby="example-title">
      <h2 id="example-title">{t('firstRun.example')}</h2>
      <p>{t('firstRun.exampleText')}</p>
      <ol class="steps" aria-live="polite">
        {CALLS.map(({ tool, path }, index) => {
          const said = rulings[index] ?? null;
          return (
            <CallLine key={index} call={`${tool}("${path}")`} said={said && decidedOf(said)}>
              {said?.decided && (
                <span class="step-why">
                  {t(said.decided === 'allowed' ? 'firstRun.youAllowed' : 'firstRun.youDenied')}
                </span>
              )}
              {said !== null && waits && index === rulings.length - 1 && (
                <span class="step-decision">
                  <button type="button" class="button primary" disabled={busy} onClick={() => decide(true)}>
                    {t('firstRun.allowOnce')}
                  </button>
                  <button type="button" class="button" disabled={busy} onClick={() => decide(false)}>
                    {t('firstRun.deny')}
                  </button>
                </span>
              )}
            </CallLine>
          );
        })}
      </ol>
      {fault !== null && (
        <p class="fault" role="alert">
          {said(fault)}
        </p>
      )}
      <p class="actions">
        {rulings.length < CALLS.length ? (
          <button type="button" class="button primary" disabled={busy} onClick={run}>
            {t(rulings.length === 0 ? 'firstRun.runFirst' : 'firstRun.runNext')}
          </button>
        ) : (
          <button type="button" class="button" disabled={busy || waits} onClick={again}>
            {t('firstRun.runAgain')}
          </button>
        )}
      </p>
    </section>
  );
}

/** What the person decided takes the place of the question. */
function decidedOf(ruling: Ruling): Ruling {
  switch (ruling.decided) {
    case 'allowed':
      return { ...ruling, verdict: 'allow', reason: null };
    case 'denied':
      return { ...ruling, verdict: 'deny', reason: null };
    case null:
      return ruling;
  }
}
