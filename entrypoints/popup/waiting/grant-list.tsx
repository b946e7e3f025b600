/**
 * What is allowed until a run ends, and the way to take it back.
 */
import type { JSX } from 'preact';
import type { GrantView } from '../../background/ui-messages.ts';
import { host } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import { revealed } from '../../ui/reveal.ts';
import { LOST } from '../instances/replies.ts';
import type { Calls } from './calls.ts';
import { keysText, machinesText } from './grant-words.ts';

export interface GrantListProps {
  readonly grants: readonly GrantView[];
  readonly calls: Pick<Calls, 'revoke' | 'unrevoked'>;
}

export function GrantList({ grants, calls }: GrantListProps): JSX.Element | null {
  const unrevoked = calls.unrevoked.value;
  if (grants.length === 0) return null;
  return (
    <section class="grants" aria-labelledby="grants-title">
      <h3 id="grants-title">{t('popup.grants')}</h3>
      <ul>
        {grants.map((grant) => (
          <li key={grant.id} class="grant">
            <span class="grant-what">
              {wordsOf(grant)}
              <span class="grant-note">{`${host(grant.origin)} · ${t('popup.grantUses', { count: grant.uses })}`}</span>
              {grant.withdrawn && <span class="grant-note">{t('popup.withdrawn')}</span>}
              {unrevoked?.grant === grant.id && (
                <span class="grant-note grant-fault" role="alert">
                  {unrevoked.reason === LOST
                    ? t('common.connectionLost')
                    : t('popup.revokeFailed', { reason: said(unrevoked.reason) })}
                </span>
              )}
            </span>
            <button
              type="button"
              class="button"
              aria-label={t('popup.revokeLabel', { what: wordsOf(grant) })}
              onClick={() => calls.revoke(grant.id)}
            >
              {t('popup.revoke')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ kind, tool, asks }: GrantView): string {
  switch (kind) {
    case 'call':
      return t('popup.grantCall', { tool: revealed(tool) });
    case 'instance':
      return t('popup.grantInstance', { keys: keysText(asks), machines: machinesText(asks) });
  }
}
