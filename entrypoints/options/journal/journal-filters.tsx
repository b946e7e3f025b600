/**
 * What the journal is narrowed down to. The fields complete what they have seen in the entries that are shown.
 */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../engine/state/journal.ts';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import { decoded } from '../../ui/thread-label.ts';
import { factsOf } from './entry-facts.ts';
import type { JournalModel } from './journal-model.ts';
import { type Filter, NO_FILTER } from './journal-reader.ts';
import { KINDS } from './kinds.ts';

type TextField = Exclude<keyof Filter, 'kind'>;

/** Milliseconds after the last key. */
const QUIET_MS = 250;

const FIELDS: readonly (readonly [TextField, PlainKey])[] = [
  ['text', 'journal.text'],
  ['tool', 'journal.tool'],
  ['machine', 'journal.machine'],
  ['thread', 'journal.thread'],
];

export function JournalFilters({ journal }: { readonly journal: JournalModel }): JSX.Element {
  const [typed, setTyped] = useState(journal.filter.peek());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (part: Partial<Filter>, wait: number): void => {
    const wanted = { ...typed, ...part };
    setTyped(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => journal.look(wanted), wait);
  };
  const narrowed = Object.values(typed).some((wanted) => wanted !== '');
  return (
    <search class="filters" aria-label={t('journal.filters')}>
      <label>
        <span>{t('journal.kind')}</span>
        <select value={typed.kind} onChange={(event) => set({ kind: kindOf(event.currentTarget.value) }, 0)}>
          <option value="">{t('journal.anyKind')}</option>
          {KINDS.map(([kind, label]) => (
            <option key={kind} value={kind}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      {FIELDS.map(([field, label]) => (
        <Field
          key={field}
          label={t(label)}
          value={typed[field]}
          known={field === 'text' ? [] : knownOf(field, journal)}
          write={(value) => set({ [field]: value }, QUIET_MS)}
        />
      ))}
      {narrowed && (
        <button type="button" class="link" onClick={() => set(NO_FILTER, 0)}>
          {t('journal.clear')}
        </button>
      )}
    </search>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly write: (value: string) => void;
}

function Field({ label, value, known, write }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <label>
      <span>{label}</span>
      <input
        type="search"
        autocomplete="off"
        list={known.length > 0 ? id : undefined}
        value={value}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <datalist id={id}>
        {known.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </label>
  );
}

function knownOf(field: Exclude<TextField, 'text'>, { shown, tools }: JournalModel): readonly string[] {
  const valuesOf = (entry: JournalEntry): readonly (string | null)[] => {
    switch (field) {
      case 'thread':
        return [decoded(entry.thread)];
      case 'tool':
        return [factsOf(entry, tools).tool];
      case 'machine':
        return factsOf(entry, tools).machines;
    }
  };
  const values = shown.value.entries.flatMap(valuesOf);
  return [...new Set(values.filter((value) => value !== null))].sort();
}

const kindOf = (value: string): Filter['kind'] => KINDS.find(([kind]) => kind === value)?.[0] ?? '';
