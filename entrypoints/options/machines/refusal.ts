/**
 * Why a text cannot be saved as it is. Asks the loader about this very text, not about what was shown a moment ago.
 */
import type { Place } from '../../../engine/dsl/diagnostic.ts';
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { worded } from '../../ui/i18n/wording.ts';
import type { Draft, Model, Selection } from '../model.ts';
import { diagnose } from './diagnosis.ts';

export interface Refusal {
  readonly why: Phrase;
  /** Where the text is wrong, when it is the text. */
  readonly place: Place | null;
}

/** `null` when it can be saved. */
export function refusal(model: Pick<Model, 'set'>, selection: Selection, { name, text }: Draft): Refusal | null {
  if (text.trim() === '') return { why: phrase(() => t('machines.nothingToSave')), place: null };
  const errors = diagnose(text, []).diagnostics.filter((d) => d.severity === 'error');
  const [first] = errors;
  if (first !== undefined) {
    const { line, column, wording } = first;
    const count = errors.length;
    const why = (): string => t('machines.notSavedErrors', { count, line, column, message: worded(wording.message) });
    return { why: phrase(why), place: first };
  }
  if (name.trim() === '') return { why: phrase(() => t('machines.nameMissing')), place: null };
  return selection.from === 'new' && nameTaken(model, name)
    ? { why: phrase(() => t('machines.nameTaken')), place: null }
    : null;
}

/** Whether there is an own set of this name. */
export function nameTaken(model: Pick<Model, 'set'>, name: string): boolean {
  return model.set({ from: 'own', name: name.trim() }) !== null;
}
