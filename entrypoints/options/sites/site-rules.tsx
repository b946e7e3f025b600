/**
 * How a site tells conversations apart, which results count as failed, and how long it waits. Saved together.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { SiteEntry } from '../../background/ui-messages.ts';
import { duration } from '../../ui/format.ts';
import { type Phrase, type PlainKey, t } from '../../ui/i18n/i18n.ts';
import type { Model } from '../model.ts';
import { changeOf, draftOf, millisecondsOf, problemsOf, type RulesDraft, type RulesField } from './rules-draft.ts';

const IDENTITIES: readonly (readonly [RulesDraft['identity'], PlainKey])[] = [
  ['conversation', 'sites.byConversation'],
  ['tab', 'sites.byTab'],
  ['origin', 'sites.byOrigin'],
];

const SOURCES: readonly (readonly [RulesDraft['captureFrom'], PlainKey])[] = [
  ['none', 'sites.captureNone'],
  ['url', 'sites.captureUrl'],
  ['body', 'sites.captureBody'],
];

export function SiteRules({ site, model }: { readonly site: SiteEntry; readonly model: Model }): JSX.Element {
  const stored = draftOf(site);
  const [draft, setDraft] = useState(stored);
  const [fault, setFault] = useState<Phrase | null>(null);
  const problems = problemsOf(draft);
  const changed = JSON.stringify(changeOf(draft)) !== JSON.stringify(changeOf(stored));
  const write = (change: Partial<RulesDraft>): void => setDraft({ ...draft, ...change });
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await model.changeSites({ do: 'change', match: site.match, change: changeOf(draft) });
    setFault(answer.ok ? null : answer.reason);
  };
  return (
    <form class="site-rules" onSubmit={save} aria-label={t('sites.rulesOf', { match: site.match })}>
      <Choice
        label={t('sites.identity')}
        options={IDENTITIES}
        value={draft.identity}
        choose={(identity) => write({ identity })}
      />
      {draft.identity === 'conversation' && (
        <>
          <Choice
            label={t('sites.capture')}
            options={SOURCES}
            value={draft.captureFrom}
            choose={(captureFrom) => write({ captureFrom })}
          />
          {draft.captureFrom !== 'none' && (
            <TextField
              label={t('sites.capturePattern')}
              hint={t('sites.captureHint')}
              field="pattern"
              {...{ draft, problems, write }}
            />
          )}
        </>
      )}
      <TextField
        label={t('sites.failed')}
        hint={t('sites.failedHint')}
        field="failed"
        {...{ draft, problems, write }}
      />
      <TextField label={t('sites.ask')} hint={inWords(draft.ask)} field="ask" {...{ draft, problems, write }} />
      <TextField
        label={t('sites.settle')}
        hint={inWords(draft.settle)}
        field="settle"
        {...{ draft, problems, write }}
      />
      <div class="rules-buttons">
        <button type="submit" class="button primary" disabled={!changed || problems.size > 0}>
          {t('sites.save')}
        </button>
        {changed && (
          <button type="button" class="button" onClick={() => setDraft(stored)}>
            {t('sites.revert')}
          </button>
        )}
      </div>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, PlainKey])[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, choose }: ChoiceProps<T>): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([option]) => option === event.currentTarget.value);
            if (chosen !== undefined) choose(chosen[0]);
          }}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {t(words)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly field: RulesField;
  readonly draft: RulesDraft;
  readonly problems: ReadonlyMap<RulesField, string>;
  readonly write: (change: Partial<RulesDraft>) => void;
}

function TextField({ label, hint, field, draft, problems, write }: TextFieldProps): JSX.Element {
  const problem = problems.get(field);
  const isTime = field === 'ask' || field === 'settle';
  return (
    <Field label={label} hint={problem ?? hint} wrong={problem !== undefined}>
      {(id) => (
        <input
          id={id}
          type="text"
          inputMode={isTime ? 'decimal' : undefined}
          class={isTime ? 'seconds' : undefined}
          autocomplete="off"
          spellcheck={false}
          value={draft[field]}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          onInput={(event) => write({ [field]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly wrong?: boolean;
  readonly children: (id: string) => ComponentChildren;
}

function Field({ label, hint, wrong = false, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint !== undefined && (
        <p id={`${id}-hint`} class={wrong ? 'fault field-hint' : 'quiet field-hint'}>
          {hint}
        </p>
      )}
    </div>
  );
}

function inWords(seconds: string): string {
  const ms = millisecondsOf(seconds);
  return ms === null ? '' : t('sites.seconds', { time: duration(ms) });
}
