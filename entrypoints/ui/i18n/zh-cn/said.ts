/**
 * Puts English sentences of the engine, the stores and the background into Simplified Chinese, as far as they are among the forms
 * of `said/`. Pure; loaded when Chinese is first shown.
 */
import { cutAt, type Form, filledIn, formsOf, inWords } from '../form.ts';
import { leading } from '../sentences.ts';
import { DIAGNOSTICS } from './diagnostics.ts';
import { browserInChinese, libraryInChinese } from './foreign.ts';
import { BUNDLED } from './said/bundled.ts';
import { PAGE_PARTS, PAGE_SENTENCES } from './said/page.ts';
import { REASON_PARTS, REASONS } from './said/reasons.ts';
import { REPORT_PARTS, REPORTS } from './said/reports.ts';
import { SETTINGS_PARTS, SETTINGS_SENTENCES, ZOD, ZOD_PARTS } from './said/settings.ts';
import { STORED_PARTS, STORED_SENTENCES } from './said/stored.ts';
import { TRACE_PARTS, TRACE_SENTENCES } from './said/trace.ts';

/** Found in any text. */
export const SENTENCES: Readonly<Record<string, string>> = {
  ...REASONS,
  ...REPORTS,
  ...STORED_SENTENCES,
  ...SETTINGS_SENTENCES,
  ...TRACE_SENTENCES,
  ...PAGE_SENTENCES,
};

/** Found only at the places of a sentence that are marked with `said`: alone, they could be anybody's words. */
export const PARTS: Readonly<Record<string, string>> = {
  ...REASON_PARTS,
  ...REPORT_PARTS,
  ...STORED_PARTS,
  ...SETTINGS_PARTS,
  ...TRACE_PARTS,
  ...PAGE_PARTS,
};

/** A text of more sentences is taken sentence by sentence up to here. */
const MOST_SENTENCES = 16;
const SENTENCE_END = /(?<=[.?!]) /;

const sentences = formsOf({ ...SENTENCES, ...BUNDLED, ...ZOD });
const parts = formsOf({ ...PARTS, ...ZOD_PARTS });
/** A value of a diagnostic may be a part of a sentence itself, unless it stands in quotes. */
const diagnostics = formsOf(
  Object.fromEntries(
    Object.entries(DIAGNOSTICS).map(([form, chinese]) => [form, chinese.replaceAll(/(?<!")\{(\d+)\}/g, '{$1:found}')]),
  ),
);

/** The text with the known sentences in Chinese; the others as they are. */
export function saidInChinese(text: string): string {
  return sentence(text) ?? inRuns(text, SENTENCE_END, sentence) ?? text;
}

/** With or without a full stop that is not of its form. */
function sentence(text: string): string | null {
  const found = whole(text, sentences);
  if (found !== null || !text.endsWith('.')) return found ?? browserInChinese(text);
  const bare = whole(text.slice(0, -1), sentences);
  return bare === null ? browserInChinese(text) : `${bare}。`;
}

/** A sentence or a part of one, whether it begins a sentence or goes on in one. */
function sentenceOrPart(text: string): string | null {
  return sentence(text) ?? whole(text, parts) ?? sentence(capital(text));
}

const diagnostic = (text: string): string | null => whole(text, diagnostics) ?? libraryInChinese(text);

function whole(text: string, forms: readonly Form[]): string | null {
  for (const form of forms) {
    const values = filledIn(form, text);
    const shown = values === null ? null : inWords(form, values, placed);
    if (shown !== null) return shown;
  }
  return null;
}

/** `null`: the value is not what has to stand there. */
function placed(value: string, kind: string | undefined): string | null {
  switch (kind) {
    case 'said':
      return sentenceOrPart(value) ?? inRuns(value, SENTENCE_END, sentenceOrPart) ?? value;
    case 'known':
      return sentenceOrPart(value);
    case 'found':
      return diagnostic(value) ?? value;
    case 'diagnostic':
      return diagnostic(value) ?? inRuns(value, SENTENCE_END, diagnostic) ?? value;
    case 'or':
      return cutAt(value, / or /).join(' 或 ');
    case 'and':
      return cutAt(value, / and /)
        .map((one) => sentenceOrPart(one) ?? one)
        .join(' 且');
    case 'list':
      return inRuns(value, /, /, sentenceOrPart, '，') ?? cutAt(value, /, /).join('、');
    default:
      return value;
  }
}

/** One after the other, each as long as it has to be to be found; `null` when none is. */
function inRuns(
  text: string,
  separator: RegExp,
  find: (text: string) => string | null,
  between?: string,
): string | null {
  const pieces = cutAt(text, separator);
  if (pieces.length < 2 || pieces.length > MOST_SENTENCES) return null;
  const glue = between === undefined ? ' ' : ', ';
  let shown = '';
  let any = false;
  for (let at = 0; at < pieces.length; ) {
    const [length, found] = shortest(pieces.slice(at), glue, find) ?? [1, null];
    any ||= found !== null;
    shown = joined(shown, found ?? pieces[at] ?? '', between);
    at += length;
  }
  return any ? shown : null;
}

function shortest(
  pieces: readonly string[],
  glue: string,
  find: (text: string) => string | null,
): readonly [length: number, found: string] | null {
  for (let length = 1; length <= pieces.length; length += 1) {
    const found = find(pieces.slice(0, length).join(glue));
    if (found !== null) return [length, found];
  }
  return null;
}

function joined(before: string, next: string, between: string | undefined): string {
  if (before === '') return next;
  return (between === undefined ? leading(before) : before + between) + next;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
