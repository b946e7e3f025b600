/**
 * The language of all pages of the extension. Runs in extension pages.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LANGUAGES, language, type Phrase, phrase, t } from './i18n/i18n.ts';
import type { Language } from './i18n/language.ts';
import { said } from './i18n/said.ts';
import { messageOf } from './message-of.ts';

export interface LanguageSwitchProps {
  /** Stores the choice; what is shown follows it. */
  readonly choose: (language: Language) => Promise<void>;
}

export function LanguageSwitch({ choose }: LanguageSwitchProps): JSX.Element {
  const [fault, setFault] = useState<Phrase | null>(null);
  const change = (chosen: string): void => {
    const known = LANGUAGES.find(([tag]) => tag === chosen);
    if (known === undefined) return;
    choose(known[0]).then(
      () => setFault(null),
      (error: unknown) => setFault(phrase(() => t('common.languageNotStored', { why: said(messageOf(error)) }))),
    );
  };
  return (
    <div class="language">
      <select
        aria-label={t('common.language')}
        value={language.value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {LANGUAGES.map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
