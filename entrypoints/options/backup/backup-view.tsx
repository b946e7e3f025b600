/**
 * Settings, own machine sets and the language, out into a file and in again. Nothing is changed before it was shown and agreed to.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { originsOf, type Settings } from '../../background/settings.ts';
import { list } from '../../ui/format.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { said as inWords } from '../../ui/i18n/said.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { BrowserActions } from '../browser-actions.ts';
import type { Answer, Found, Model } from '../model.ts';
import { readTextFile } from '../text-file.ts';
import { type BackedUp, type BackupContent, type BackupProblem, readBackup, writeBackup } from './backup-file.ts';
import { type Difference, differenceOf } from './difference.ts';
import { Preview } from './preview.tsx';
import './style.css';

export interface BackupViewProps {
  readonly model: Model;
  readonly browser: BrowserActions;
}

/** Bytes. More than this is no backup of ours. */
const LARGEST = 20_000_000;

interface Plan {
  readonly content: BackupContent;
  readonly difference: Difference;
}

export function BackupView({ model, browser }: BackupViewProps): JSX.Element {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [problems, setProblems] = useState<readonly BackupProblem[]>([]);
  const [said, setSaid] = useState<Answer & { readonly text?: Phrase }>({ ok: true });
  const fail = (reason: Phrase): void => setSaid({ ok: false, reason });

  const save = async (): Promise<void> => {
    const known = await backedUp(model, browser);
    if (!known.ok) return fail(known.reason);
    const now = Date.now();
    const content = new Blob([writeBackup(known.found, now)], { type: 'application/json' });
    browser.save(`interlock-backup-${new Date(now).toISOString().slice(0, 10)}.json`, content);
    setSaid({ ok: true });
  };

  const open = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    // The same file can be chosen again.
    input.value = '';
    setSaid({ ok: true });
    setPlan(null);
    setProblems([]);
    const [before, content] = await Promise.all([backedUp(model, browser), readTextFile(file, LARGEST)]);
    if (!content.ok) return fail(content.why);
    const read = readBackup(content.text, bundledOf(model));
    if (!before.ok) return fail(before.reason);
    setProblems(read.ok ? [] : read.problems);
    if (read.ok) setPlan({ content: read, difference: differenceOf(before.found, read) });
  };

  const apply = async ({ settings, language }: BackupContent): Promise<void> => {
    const origins = missingOrigins(settings, model);
    const refused = await permitted(origins, browser);
    if (refused !== null) return fail(refused);
    const { sites, sets } = settings;
    const answer = await model.changeSites({ do: 'replace_all', sites, sets });
    if (!answer.ok) return fail(answer.reason);
    setPlan(null);
    try {
      if (language !== null) await browser.chooseLanguage(language);
      setSaid({ ok: true, text: phrase(() => t('backup.applied')) });
    } catch (error) {
      fail(phrase(() => t('backup.languageFailed', { why: inWords(messageOf(error)) })));
    }
  };

  return (
    <section class="backup" aria-labelledby="backup-title">
      <h1 id="backup-title">{t('backup.title')}</h1>
      <p class="quiet lead">{t('backup.lead')}</p>
      <div class="set-buttons">
        <button type="button" class="button" onClick={save}>
          {t('backup.save')}
        </button>
        <label class="button file-button">
          {t('backup.open')}
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={(event) => open(event.currentTarget)}
          />
        </label>
      </div>
      {problems.length > 0 && <ProblemTable problems={problems} />}
      {plan !== null && (
        <Preview difference={plan.difference} apply={() => apply(plan.content)} cancel={() => setPlan(null)} />
      )}
      <p class={said.ok ? 'done-note' : 'fault'} role="status">
        {said.ok ? said.text : said.reason}
      </p>
    </section>
  );
}

function ProblemTable({ problems }: { readonly problems: readonly BackupProblem[] }): JSX.Element {
  return (
    <div class="problem" role="alert">
      <p class="problem-message">{t('backup.bad', { count: problems.length })}</p>
      <dl class="backup-problems">
        {problems.map(({ place, message }, index) => (
          <div key={index}>
            <dt>
              <code>{place}</code>
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What is in force now. */
async function backedUp(model: Model, browser: BrowserActions): Promise<Found<BackedUp>> {
  const settings = await model.readSettings();
  if (!settings.ok) return settings;
  try {
    return { ok: true, found: { settings: settings.found, language: await browser.languageChoice() } };
  } catch (error) {
    return { ok: false, reason: phrase(() => t('backup.languageUnreadable', { why: inWords(messageOf(error)) })) };
  }
}

/** Asks for what the browser does not permit yet; `null` when all is permitted, else why nothing is done. */
async function permitted(origins: readonly string[], browser: BrowserActions): Promise<Phrase | null> {
  if (origins.length === 0) return null;
  try {
    if (await browser.permit(origins)) return null;
    return phrase(() => t('backup.denied', { origins: list(origins) }));
  } catch (error) {
    return phrase(() => t('sites.permissionFailed', { why: inWords(messageOf(error)) }));
  }
}

function bundledOf(model: Model): ReadonlySet<string> {
  const sets = model.configuration.value?.sets ?? [];
  return new Set(sets.filter(({ ref }) => ref.from === 'bundled').map(({ ref }) => ref.name));
}

/** Origins the browser does not permit yet. */
function missingOrigins({ sites }: Settings, model: Model): readonly string[] {
  const known = model.configuration.value?.sites.filter((site) => site.permitted).map((site) => originsOf(site.match));
  const wanted = sites.map((site) => originsOf(site.match)).filter((origins) => origins !== null);
  return [...new Set(wanted)].filter((origins) => known?.includes(origins) !== true);
}
