/**
 * Durations as people write them: `30s`, `15m`, `2h`, `1d`.
 */
import { bad, good, type Parsed } from '../pattern/parsed.ts';
import { type Message, msg } from '../say.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** What to write where a duration is wanted. */
export const DURATION_HINT: Message = msg`Write 30s, 15m, 2h or 1d, or { steps: 20 } for model steps.`;

/** A whole number above 0 and a unit, nothing between them; the value is in milliseconds. */
export function parseDuration(source: string): Parsed<number> {
  const [, digits = '', unit = ''] = /^(\d+)(.*)$/s.exec(source) ?? [];
  const ms = Number(digits) * (UNITS.get(unit) ?? Number.NaN);
  if (digits === '') return bad(msg`a duration is a whole number and a unit`, 0);
  if (unit === '') return bad(msg`a unit is missing`, digits.length);
  if (Number.isNaN(ms)) return bad(msg`"${unit}" is not a unit`, digits.length);
  if (ms === 0) return bad(msg`a duration is more than nothing`, 0);
  return Number.isSafeInteger(ms) ? good(ms) : bad(msg`this is longer than can be counted`, 0);
}
