/**
 * Numbers, times and sizes as people read them, in the language that is shown. Reads the language's signal; otherwise pure.
 */
import { language, t } from './i18n/i18n.ts';

type Unit = 'second' | 'minute' | 'hour' | 'day';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const relative = new Map<string, Intl.RelativeTimeFormat>();

/** A stretch of time in its largest whole unit: `8 sec`, `4 min`, `2 hr`, `3 days`. `ms` in milliseconds; less than nothing is `0 sec`. */
export function duration(ms: number): string {
  const [amount, unit] = largestUnit(ms);
  return formatNumber(amount, { style: 'unit', unit, unitDisplay: 'short' });
}

/** How long ago something was: `8 sec. ago`, `8秒前`. */
export function ago(ms: number): string {
  const [amount, unit] = largestUnit(ms);
  const format = kept(
    relative,
    language.value,
    (of) => new Intl.RelativeTimeFormat(of, { style: 'short', numeric: 'always' }),
  );
  return format.format(-amount, unit);
}

/** A moment, milliseconds since 1970, in the person's own time zone, to the second. */
export function moment(at: number): string {
  const format = kept(
    dates,
    language.value,
    (of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
  );
  return format.format(at);
}

/** A number with its thousands set apart. */
export function count(value: number): string {
  return formatNumber(value, {});
}

/** Several names or facts, one after the other. */
export function list(items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((one, next) => t('common.oneAndNext', { one, next }));
}

/** A length in characters: `640 characters`, `200 kB`, `2.1 MB` (a character counted as one byte). */
export function size(characters: number): string {
  if (characters < 10_000) return t('common.characters', { count: characters });
  if (characters < 1_000_000) return formatNumber(Math.round(characters / 1000), { style: 'unit', unit: 'kilobyte' });
  return formatNumber(characters / 1_000_000, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** `https://example.org` without what everybody knows: `example.org`; `http://localhost:3000` is `localhost:3000`. */
export function host(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}

/** A file path in two parts, so that the end stays in sight when the beginning is cut. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const cut = path.replace(/\/+$/, '').lastIndexOf('/') + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}

/** The id of a conversation, as much of it as tells it from others: `http://host/mcp/files#3f2a81c0-…` is `/mcp/files 3f2a81c0…`. */
export function conversationLabel(id: string): string {
  const [, path = '', session = id] = /^https?:\/\/[^/]+(\/[^#]*)#(.*)$/.exec(id) ?? [];
  const short = session.length <= 14 ? session : `${session.slice(0, 8)}…`;
  return path === '' ? short : `${path} ${short}`;
}

function largestUnit(ms: number): readonly [number, Unit] {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return [seconds, 'second'];
  if (seconds < 3600) return [Math.floor(seconds / 60), 'minute'];
  if (seconds < 86_400) return [Math.floor(seconds / 3600), 'hour'];
  return [Math.floor(seconds / 86_400), 'day'];
}

function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  const key = `${language.value} ${options.unit ?? ''}`;
  return kept(numbers, key, () => new Intl.NumberFormat(language.value, options)).format(value);
}

/** Formatters are dear to make and cheap to use. */
function kept<T>(known: Map<string, T>, key: string, make: (key: string) => T): T {
  const found = known.get(key) ?? make(key);
  known.set(key, found);
  return found;
}
