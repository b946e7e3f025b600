/**
 * Makes text from a model safe to judge by eye: characters that are invisible, or that change the order in which others
 * appear, become visible marks, and blank stretches that could push something out of sight are said in words. Pure.
 */
import { t } from './i18n/i18n.ts';

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

const NAMES: Readonly<Record<number, readonly [label: string, name: string]>> = {
  13: ['CR', 'carriage return'],
  27: ['ESC', 'escape'],
  160: ['NBSP', 'no-break space'],
  173: ['SHY', 'soft hyphen'],
  1564: ['ALM', 'Arabic letter mark'],
  8203: ['ZWSP', 'zero-width space'],
  8204: ['ZWNJ', 'zero-width non-joiner'],
  8205: ['ZWJ', 'zero-width joiner'],
  8206: ['LRM', 'left-to-right mark'],
  8207: ['RLM', 'right-to-left mark'],
  8232: ['LS', 'line separator'],
  8233: ['PS', 'paragraph separator'],
  8234: ['LRE', 'left-to-right embedding'],
  8235: ['RLE', 'right-to-left embedding'],
  8236: ['PDF', 'end of directional formatting'],
  8237: ['LRO', 'left-to-right override'],
  8238: ['RLO', 'right-to-left override'],
  8288: ['WJ', 'word joiner'],
  8294: ['LRI', 'left-to-right isolate'],
  8295: ['RLI', 'right-to-left isolate'],
  8296: ['FSI', 'first strong isolate'],
  8297: ['PDI', 'end of isolate'],
  65279: ['BOM', 'zero-width no-break space'],
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
    name: known === undefined ? t('common.hiddenCharacter', { code: number }) : `${known[1]} (${number})`,
  };
}

function gap(blank: string): Segment {
  const lines = blank.split('\n').length - 1;
  const label = lines > 0 ? t('common.gapLines', { count: lines }) : t('common.gapBlanks', { count: blank.length });
  return { kind: 'gap', label };
}
