/**
 * Files as the beginnings of new sets: what is written already stays, and nothing is saved. Runs in the options page.
 */
import { type Phrase, phrase, t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';
import type { Model } from '../model.ts';
import { readTextFile, type TextSource } from '../text-file.ts';

/** What came of it: what was opened, and why the others were not. */
export interface Opened {
  readonly done: Phrase | null;
  readonly refused: readonly Phrase[];
}

export const NOTHING_OPENED: Opened = { done: null, refused: [] };

/** Bytes. Enough for what the loader reads (1,000,000 characters), unless most of it is beyond Latin. */
const LARGEST = 2_000_000;
/** Characters of a set's name. */
const LONGEST_NAME = 80;

/** Begins a new set with each file, in their order; the last one is shown. Never rejects: a file that is refused says why. */
export async function openFiles(files: readonly TextSource[], model: Pick<Model, 'begin'>): Promise<Opened> {
  const read = await Promise.all(files.map(async (file) => ({ file, text: await readTextFile(file, LARGEST) })));
  const names: string[] = [];
  const refused: Phrase[] = [];
  for (const { file, text } of read) {
    if (!text.ok) {
      refused.push(text.why);
      continue;
    }
    const name = nameOf(file);
    model.begin({ name, text: text.text });
    names.push(revealed(name));
  }
  return { done: doneWith(names), refused };
}

/** The file's name without the ending. */
const nameOf = (file: TextSource): string => file.name.replace(/\.(ya?ml|json)$/i, '').slice(0, LONGEST_NAME);

function doneWith(names: readonly string[]): Phrase | null {
  const [name = ''] = names;
  if (names.length === 0) return null;
  const count = names.length;
  return phrase(() => (count === 1 ? t('machines.opened', { name }) : t('machines.openedMany', { count })));
}
