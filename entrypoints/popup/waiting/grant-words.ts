/**
 * Machines and instances of a question in words. Reads the language's signal; otherwise pure.
 */
import type { Ask } from '../../background/ui-messages.ts';
import { language, t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';

type Asked = Pick<Ask, 'machine' | 'key'>;

/** The machines that ask, each once. */
export const machinesText = (asks: readonly Asked[]): string => listOf(asks.map(({ machine }) => machine));

/** The instances they ask about, each once. */
export const keysText = (asks: readonly Asked[]): string =>
  listOf(asks.map(({ key }) => (key === null || key === '' ? t('popup.wholeMachine') : `“${revealed(key)}”`)));

const listOf = (texts: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(new Set(texts));
