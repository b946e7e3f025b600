/**
 * A file as the beginning of a new set.
 */
import type { Draft } from '../model.ts';

/** More than the loader reads (1 MiB) is cut off: its diagnostic then says that the text is too long. */
const READ_AT_MOST = 2_000_000;

/** The file's text, under its name without the ending. */
export async function fileDraft(file: File): Promise<Draft> {
  return { name: file.name.replace(/\.(ya?ml|json)$/i, ''), text: await file.slice(0, READ_AT_MOST).text() };
}
