/**
 * The keys that decide, and those that work everywhere in the browser, in a list of their own.
 */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import { sentences } from '../../ui/i18n/sentences.ts';

const KEYS: readonly (readonly [keys: readonly string[], what: PlainKey])[] = [
  [['↑', '↓'], 'popup.keysArrows'],
  [['a'], 'popup.keysAllow'],
  [['d'], 'popup.keysDeny'],
  [['Enter'], 'popup.keysEnter'],
  [['Esc'], 'popup.keysEscape'],
  [['?'], 'popup.keysHelp'],
];

const EVERYWHERE: readonly (readonly [name: keyof Shortcuts, what: PlainKey])[] = [
  ['open', 'popup.keysOpen'],
  ['stop', 'popup.keysStop'],
];

/** Keys that a person can set in the browser, as the browser writes them; '' where none is set. */
export interface Shortcuts {
  readonly open: string;
  readonly stop: string;
}

export function KeyHelp({ shortcuts }: { readonly shortcuts: () => Promise<Shortcuts> }): JSX.Element {
  const [set, learn] = useState<Shortcuts | null>(null);
  useEffect(() => {
    void shortcuts().then(learn);
  }, [shortcuts]);
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
      {set !== null && EVERYWHERE.map(([name, what]) => <Everywhere key={what} keys={set[name]} what={what} />)}
    </dl>
  );
}

function Everywhere({ keys, what }: { readonly keys: string; readonly what: PlainKey }): JSX.Element {
  return (
    <div>
      <dt>{keys === '' ? '–' : <kbd>{keys}</kbd>}</dt>
      <dd>{keys === '' ? sentences(t(what), t('popup.keysUnset')) : t(what)}</dd>
    </div>
  );
}
