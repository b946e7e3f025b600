/**
 * Adds a site by its match pattern. The browser is asked for its permission in the click itself; without it nothing is saved.
 */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type MatchProblem, matchProblem, newSite, originsOf, suggestedMatch } from '../../background/settings.ts';
import { type Phrase, type PlainKey, phrase, rich, t } from '../../ui/i18n/i18n.ts';
import { said as inWords } from '../../ui/i18n/said.ts';
import { leading } from '../../ui/i18n/sentences.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Model } from '../model.ts';

const WORDS: Readonly<Record<Exclude<MatchProblem, 'empty'>, PlainKey>> = {
  scheme: 'sites.badScheme',
  host: 'sites.badHost',
  path: 'sites.badPath',
};

export function AddSite({ model, browser }: { readonly model: Model; readonly browser: BrowserActions }): JSX.Element {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<{ readonly text: Phrase; readonly ok: boolean } | null>(null);
  const id = useId();
  const match = text.trim();
  const problem = problemOf(match, model);
  const suggestion = matchProblem(match) === null ? null : suggestedMatch(match);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const origins = originsOf(match);
    if (problem !== null || origins === null) return;
    const granted = await browser.permit([origins]).catch((error: unknown) => String(error));
    if (granted !== true) {
      const why = (): string =>
        granted === false ? t('sites.denied', { match }) : t('sites.permissionFailed', { why: inWords(granted) });
      setSaid({ text: phrase(why), ok: false });
      return;
    }
    const answer = await model.changeSites({ do: 'add', site: newSite(match) });
    if (answer.ok) setText('');
    setSaid(
      answer.ok ? { text: phrase(() => t('sites.added', { match })), ok: true } : { text: answer.reason, ok: false },
    );
  };
  return (
    <form class="add-site" onSubmit={add} aria-label={t('sites.addTitle')}>
      <label for={id}>{t('sites.pattern')}</label>
      <div class="add-row">
        <input
          id={id}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://chat.example.com/*"
          value={text}
          aria-invalid={match !== '' && problem !== null}
          aria-describedby={`${id}-hint`}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setSaid(null);
          }}
        />
        <button type="submit" class="button primary" disabled={problem !== null}>
          {t('sites.add')}
        </button>
      </div>
      <p
        id={`${id}-hint`}
        class={match === '' || problem === '' || problem === null ? 'quiet field-hint' : 'fault field-hint'}
      >
        {leading(match === '' || problem === null ? t('sites.patternHint') : problem)}
        {suggestion !== null && (
          <button type="button" class="link" onClick={() => setText(suggestion)}>
            {rich('sites.useInstead', { pattern: <code>{suggestion}</code> })}
          </button>
        )}
      </p>
      <p class={said?.ok === false ? 'fault' : 'done-note'} role="status">
        {said?.text}
      </p>
    </form>
  );
}

/** Why the pattern cannot be added, in words; `''` before anything is typed. */
function problemOf(match: string, model: Model): string | null {
  const problem = matchProblem(match);
  if (problem === 'empty') return '';
  if (problem !== null) return t(WORDS[problem]);
  const known = model.configuration.value?.sites.some((site) => site.match === match) === true;
  return known ? t('sites.known') : null;
}
