/**
 * Makes text from a model safe to judge by eye: characters that are invisible, or that change the order in which others
 * appear, become visible marks, and blank stretches that could push something out of sight are said in words. Pure.
 */
import { type PlainKey, t } from './i18n/i18n.ts';

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  /** A character nobody would see: a short label to show in its place, and its name. */
  | { readonly kind: 'mark'; readonly label: string; readonly name: string }
  /** A long blank stretch. */
  | { readonly kind: 'gap'; readonly label: string };

/** Invisible and order-changing characters; spaces other than the plain one. Newline and tab are layout, and stay. */
const HIDDEN = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/u;
const LONG_GAP = /[ \t]{40,}|(?:[ \t]*\n){5,}[ \t]*/;
const SPECIAL = new RegExp(`(${LONG_GAP.source})|${HIDDEN.source}`, 'gu');

const NAMES: Readonly<Record<number, readonly [label: string, name: PlainKey]>> = {
  13: ['CR', 'characters.carriageReturn'],
  27: ['ESC', 'characters.escape'],
  160: ['NBSP', 'characters.noBreakSpace'],
  173: ['SHY', 'characters.softHyphen'],
  1564: ['ALM', 'characters.arabicLetterMark'],
  8203: ['ZWSP', 'characters.zeroWidthSpace'],
  8204: ['ZWNJ', 'characters.zeroWidthNonJoiner'],
  8205: ['ZWJ', 'characters.zeroWidthJoiner'],
  8206: ['LRM', 'characters.leftToRightMark'],
  8207: ['RLM', 'characters.rightToLeftMark'],
  8232: ['LS', 'characters.lineSeparator'],
  8233: ['PS', 'characters.paragraphSeparator'],
  8234: ['LRE', 'characters.leftToRightEmbedding'],
  8235: ['RLE', 'characters.rightToLeftEmbedding'],
  8236: ['PDF', 'characters.endOfDirection'],
  8237: ['LRO', 'characters.leftToRightOverride'],
  8238: ['RLO', 'characters.rightToLeftOverride'],
  8288: ['WJ', 'characters.wordJoiner'],
  8294: ['LRI', 'characters.leftToRightIsolate'],
  8295: ['RLI', 'characters.rightToLeftIsolate'],
  8296: ['FSI', 'characters.firstStrongIsolate'],
  8297: ['PDI', 'characters.endOfIsolate'],
  65279: ['BOM', 'characters.byteOrderMark'],
};

/** Cuts text into what can be shown as it is and what has to be pointed out. Joining the parts gives the text's meaning, not its bytes. */
export function reveal(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const match of text.matchAll(SPECIAL)) {
    if (match.index > at) segments.push({ kind: 'text', text: text.slice(at, match.index) });
    segments.push(match[1] === undefined ? mark(match[0]) : gap(match[0]));
    at = match.index + match[0].length;
  }
  if (at < text.length) segments.push({ kind: 'text', text: text.slice(at) });
  return segments;
}

/** The same on one line, for names and labels: no segment, only text. */
export function revealed(text: string): string {
  return reveal(text)
    .map((segment) => (segment.kind === 'text' ? segment.text.replace(/[\n\t]/g, ' ') : `⟨${segment.label}⟩`))
    .join('');
}

function mark(character: string): Segment {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const known = Object.hasOwn(NAMES, code) ? NAMES[code] : undefined;
  return {
    kind: 'mark',
    label: known?.[0] ?? number,
    name:
      known === undefined
        ? t('common.hiddenCharacter', { code: number })
        : t('characters.named', { name: t(known[1]), code: number }),
  };
}

function gap(blank: string): Segment {
  const lines = blank.split('\n').length - 1;
  const label = lines > 0 ? t('common.gapLines', { count: lines }) : t('common.gapBlanks', { count: blank.length });
  return { kind: 'gap', label };
}
