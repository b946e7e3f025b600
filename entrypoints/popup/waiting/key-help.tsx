/**
 * The keys that decide, in a list of their own.
 */
import type { JSX } from 'preact';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';

const KEYS: readonly (readonly [keys: readonly string[], what: PlainKey])[] = [
  [['↑', '↓'], 'popup.keysArrows'],
  [['a'], 'popup.keysAllow'],
  [['d'], 'popup.keysDeny'],
  [['Enter'], 'popup.keysEnter'],
  [['Esc'], 'popup.keysEscape'],
  [['?'], 'popup.keysHelp'],
];

export function KeyHelp(): JSX.Element {
  return (
    <dl class="key-help" aria-label={t('popup.keys')}>
      {KEYS.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}
