/**
 * What happened to one instance, newest first, and the button that resets it. A modal dialog: Escape closes it.
 */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { HistoryLine } from '../../background/instance-messages.ts';
import { ago, moment } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { now } from '../../ui/now.ts';
import { revealed } from '../../ui/reveal.ts';
import { Revealed } from '../../ui/revealed.tsx';
import { InstanceKey } from '../instance-key.tsx';
import { StateChip } from '../state-chip.tsx';
import type { HistoryView } from './history.ts';
import { lineWords } from './history-words.ts';
import type { Instances } from './instances.ts';
import { NoticeBar } from './notice-bar.tsx';
import { LOST } from './replies.ts';

/** A page with fewer lines than these was cut by how far the journal was read, not by its length. */
const FEW_LINES = 30;
/** Characters of arguments that are shown unfolded. */
const SHORT = 80;

export function HistoryDialog({ model }: { readonly model: Instances }): JSX.Element | null {
  const view = model.history.view.value;
  return view === null ? null : <Dialog view={view} model={model} />;
}

function Dialog({ view, model }: { readonly view: HistoryView; readonly model: Instances }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const { of, state, lines } = view;
  const name = of.key === '' ? of.machine : of.key;
  return (
    <dialog
      class="history"
      ref={dialog}
      aria-label={t('instances.historyOf', { key: revealed(name) })}
      onClose={() => model.history.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header>
        <h2>
          <InstanceKey text={name} />
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('common.close')}
          onClick={() => dialog.current?.close()}
        >
          <span aria-hidden="true">✕</span>
        </button>
        <p>
          <span class="quiet">{of.machine}</span>
          <StateChip state={state.state} stage={state.stage} />
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard (WCAG 2.1.1) */}
      <section class="history-body" aria-label={t('instances.history')} tabIndex={0}>
        <h3>{t('instances.history')}</h3>
        <ol aria-busy={view.loading}>
          {lines.map((line) => (
            <Line key={`${line.seq} ${line.what.kind}`} line={line} />
          ))}
        </ol>
        <Rest view={view} more={() => model.history.more()} />
      </section>
      <footer>
        <NoticeBar model={model} />
        <button type="button" class="button" onClick={() => model.reset(of.thread, of)}>
          {t('instances.reset')}
        </button>
      </footer>
    </dialog>
  );
}

function Line({ line }: { readonly line: HistoryLine }): JSX.Element {
  const { at, from, to, why } = line;
  return (
    <li class={`line line-${line.what.kind}`}>
      <p class="line-head">
        <span class="line-what">{lineWords(line)}</span>
        <time dateTime={new Date(at).toISOString()} title={moment(at)}>
          {ago(now.value - at)}
        </time>
      </p>
      {line.call !== null && <CallOf call={line.call} />}
      {from !== null && to !== null && (
        <p class="line-move">
          {from === to ? (
            t('instances.stayed', { state: revealed(from) })
          ) : (
            <>
              <code>{revealed(from)}</code> → <code>{revealed(to)}</code>
            </>
          )}
        </p>
      )}
      {why !== null && (
        <p class="line-why">
          <Revealed text={said(why)} />
        </p>
      )}
    </li>
  );
}

/** Which call it was; long arguments are folded. */
function CallOf({ call: { id, args } }: { readonly call: NonNullable<HistoryLine['call']> }): JSX.Element {
  const name = t('instances.callId', { id: revealed(id) });
  if (args === null || args.length <= SHORT)
    return (
      <p class="line-call">
        {name} {args !== null && <code>{revealed(args)}</code>}
      </p>
    );
  return (
    <details class="line-call">
      <summary>
        {name} <code>{revealed(`${args.slice(0, SHORT)}…`)}</code>
      </summary>
      <code>
        <Revealed text={args} />
      </code>
    </details>
  );
}

/** What stands below the lines: that there are none, that they come, or the button for more. */
function Rest({ view, more }: { readonly view: HistoryView; readonly more: () => void }): JSX.Element | null {
  const { lines, older, loading, fault } = view;
  if (fault !== null) {
    const text = fault === LOST ? t('common.connectionLost') : t('instances.historyFault', { reason: said(fault) });
    return (
      <p class="history-fault" role="alert">
        {text}
      </p>
    );
  }
  if (loading) return <p class="quiet">{t('instances.historyLoading')}</p>;
  if (older !== null) {
    return (
      <button type="button" class="link" onClick={more}>
        {t(lines.length < FEW_LINES ? 'instances.historyFurther' : 'instances.historyOlder')}
      </button>
    );
  }
  return lines.length === 0 ? <p class="quiet">{t('instances.historyNone')}</p> : null;
}
