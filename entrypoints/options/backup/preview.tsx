/**
 * What an import would change, and the question whether it should.
 */
import type { JSX } from 'preact';
import { LANGUAGES, type PlainKey, t } from '../../ui/i18n/i18n.ts';
import type { LanguageChoice } from '../../ui/i18n/stored-language.ts';
import { revealed } from '../../ui/reveal.ts';
import { type Changes, changesNothing, type Difference } from './difference.ts';

export interface PreviewProps {
  readonly difference: Difference;
  readonly apply: () => void;
  readonly cancel: () => void;
}

const ROWS: readonly (readonly [keyof Changes, PlainKey])[] = [
  ['added', 'backup.added'],
  ['replaced', 'backup.replaced'],
  ['removed', 'backup.removed'],
  ['same', 'backup.same'],
];

export function Preview({ difference, apply, cancel }: PreviewProps): JSX.Element {
  const nothing = changesNothing(difference);
  return (
    <section class="preview" aria-labelledby="preview-title">
      <h2 id="preview-title" class="preview-title">
        {t('backup.preview')}
      </h2>
      <List title={t('backup.sites')} changes={difference.sites} />
      <List title={t('backup.sets')} changes={difference.sets} />
      {difference.reordered && <p>{t('backup.reordered')}</p>}
      <h3 class="preview-part">{t('common.language')}</h3>
      <Language {...difference.language} />
      {nothing && <p class="quiet">{t('backup.nothing')}</p>}
      <div class="set-buttons">
        <button type="button" class="button primary" disabled={nothing} onClick={apply}>
          {t('backup.apply')}
        </button>
        <button type="button" class="button" onClick={cancel}>
          {t('common.cancel')}
        </button>
      </div>
    </section>
  );
}

function Language({ from, to }: Difference['language']): JSX.Element {
  if (to === null) return <p class="quiet">{t('backup.languageUnsaid')}</p>;
  if (to === from) return <p class="quiet">{t('backup.languageStays', { name: nameOf(to) })}</p>;
  return <p>{t('backup.languageChanges', { from: nameOf(from), to: nameOf(to) })}</p>;
}

/** A language by its own name. */
const nameOf = (choice: LanguageChoice): string =>
  LANGUAGES.find(([tag]) => tag === choice)?.[1] ?? t('backup.languageOfBrowser');

function List({ title, changes }: { readonly title: string; readonly changes: Changes }): JSX.Element {
  const rows = ROWS.filter(([kind]) => changes[kind].length > 0);
  return (
    <>
      <h3 class="preview-part">{title}</h3>
      {rows.length === 0 && <p class="quiet">{t('backup.none')}</p>}
      <dl class="changes">
        {rows.map(([kind, label]) => (
          <div key={kind} class={`change-${kind}`}>
            <dt>{t(label)}</dt>
            <dd>
              <ul>
                {changes[kind].map((name) => (
                  <li key={name}>
                    <code>{revealed(name)}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
