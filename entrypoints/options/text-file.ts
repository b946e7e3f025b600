/**
 * Reads a file that a person hands over as text, or says why it is none. Runs in the options page; reads that one file and
 * nothing else.
 */
import { type Phrase, phrase, t } from '../ui/i18n/i18n.ts';
import { said } from '../ui/i18n/said.ts';
import { messageOf } from '../ui/message-of.ts';
import { revealed } from '../ui/reveal.ts';

/** The part of a `File` that is used here. */
export type TextSource = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

export type TextFile = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Phrase };

/**
 * The file's text, without a byte order mark. At most `most` bytes are read: a longer file is refused, not cut. So is what is no
 * text in UTF-8, and what cannot be read (a folder, say). Never rejects.
 */
export async function readTextFile(file: TextSource, most: number): Promise<TextFile> {
  const name = revealed(file.name);
  if (file.size > most) return refuse(() => t('files.tooLarge', { name, size: file.size, most }));
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (error) {
    return refuse(() => t('files.unreadable', { name, why: said(messageOf(error)) }));
  }
  const text = decoded(bytes);
  return text === null ? refuse(() => t('files.notText', { name })) : { ok: true, text };
}

/** `null` for bytes that are no UTF-8, or hold a NUL, which no text has and most binary files do. */
function decoded(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    // All that the decoder says is that it is no UTF-8.
    return null;
  }
}

const refuse = (why: () => string): TextFile => ({ ok: false, why: phrase(why) });
