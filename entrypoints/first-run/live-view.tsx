/**
 * What guarded pages do while this page is open: the local console's calls, when it runs.
 */
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { rich, t } from '../ui/i18n/i18n.ts';
import { said } from '../ui/i18n/said.ts';
import { leading } from '../ui/i18n/sentences.ts';
import { Revealed } from '../ui/revealed.tsx';
import { threadLabel } from '../ui/thread-label.ts';
import { CallLine } from './call-line.tsx';
import type { LiveCall, LiveCalls } from './live-calls.ts';

export interface LiveViewProps {
  readonly live: LiveCalls;
  /** Shows the local console; `null` when it is not open. */
  readonly showConsole: ReadonlySignal<(() => void) | null>;
}

export function LiveView({ live, showConsole }: LiveViewProps): JSX.Element {
  const calls = live.calls.value;
  const fault = live.fault.value;
  const show = showConsole.value;
  return (
    <section aria-labelledby="live-title">
      <h2 id="live-title">{t('firstRun.live')}</h2>
      {show === null ? (
        <p>{rich('firstRun.console', { command: <code>npm start</code> })}</p>
      ) : (
        <p>
          {leading(t('firstRun.consoleOpen'))}
          <button type="button" class="link" onClick={show}>
            {t('firstRun.showConsole')}
          </button>
        </p>
      )}
      <div role="status">
        {live.looking.value && calls.length === 0 && <p class="quiet">{t('firstRun.liveNothing')}</p>}
        <ol class="steps" aria-label={t('firstRun.live')}>
          {calls.map((call) => (
            <Line key={call.seq} call={call} />
          ))}
        </ol>
      </div>
      {fault !== null && (
        <p class="fault" role="alert">
          {t('tryOut.journalUnreadable', { why: said(fault) })}
        </p>
      )}
    </section>
  );
}

function Line({ call }: { readonly call: LiveCall }): JSX.Element {
  const nobody = call.ended === 'abandoned';
  const ending = endingWords(call);
  return (
    <CallLine call={call.tool} where={threadLabel(call.thread)} said={nobody ? { ...call, reason: null } : call}>
      {ending !== null && (
        <span class="step-why">
          <Revealed text={ending} />
        </span>
      )}
    </CallLine>
  );
}

function endingWords({ ended, verdict, reason }: LiveCall): string | null {
  switch (ended) {
    case 'approved':
      return verdict === 'allow' ? t('firstRun.youAllowed') : null;
    case 'rejected':
      return t('firstRun.youDenied');
    case 'abandoned':
      return reason === null ? null : said(reason);
    case 'expired':
    case 'refused':
    case null:
      return null;
  }
}
