/**
 * One call and what the engine said to it.
 */
import type { ComponentChildren, JSX } from 'preact';
import type { Moved } from '../../engine/state/journal.ts';
import type { Action } from '../../engine/tool-call.ts';
import { Breakable } from '../ui/breakable.tsx';
import { t } from '../ui/i18n/i18n.ts';
import { said as inWords } from '../ui/i18n/said.ts';
import { leading } from '../ui/i18n/sentences.ts';
import { revealed } from '../ui/reveal.ts';
import { Revealed } from '../ui/revealed.tsx';

export interface CallLineProps {
  readonly call: string;
  /** On which page, where that is to be told. */
  readonly where?: string;
  /** `null`: it has not been made yet. */
  readonly said: {
    readonly verdict: 'allow' | Action;
    readonly reason: string | null;
    readonly moves: readonly Moved[];
  } | null;
  readonly children?: ComponentChildren;
}

const SIGNS = { allow: '✓', warn: '✓', ask: '?', deny: '✕' } as const;
const WORDS = { allow: 'tryOut.allow', warn: 'tryOut.warn', ask: 'tryOut.ask', deny: 'tryOut.deny' } as const;

export function CallLine({ call, where, said, children }: CallLineProps): JSX.Element {
  return (
    <li class={`step step-${said?.verdict ?? 'none'}`}>
      <span class="step-sign" aria-hidden="true">
        {said === null ? '·' : SIGNS[said.verdict]}
      </span>
      <div>
        <code>
          <bdi dir="ltr">
            <Breakable text={revealed(call)} />
          </bdi>
        </code>{' '}
        {said === null ? (
          <span class="step-why">{t('firstRun.notRun')}</span>
        ) : (
          <>
            <strong>{t(WORDS[said.verdict])}</strong>
            {where !== undefined && <span class="step-where"> {where}</span>}
            {said.reason !== null && (
              <span class="step-why">
                {leading(t(said.verdict === 'ask' ? 'firstRun.personReads' : 'firstRun.modelReads'))}
                <Reason text={said.reason} forModel={said.verdict !== 'ask'} />
              </span>
            )}
            {said.moves.map(({ machine, key, from, to }) => (
              <span key={`${machine} ${key}`} class="step-why">
                {t('firstRun.moved', { key: key === '' ? machine : key, from, to })}
              </span>
            ))}
          </>
        )}
        {children}
      </div>
    </li>
  );
}

/** What the model reads is shown as it is. */
function Reason({ text, forModel }: { readonly text: string; readonly forModel: boolean }): JSX.Element {
  return (
    <q lang={forModel ? 'en' : undefined}>
      <Revealed text={forModel ? text : inWords(text)} />
    </q>
  );
}
