/**
 * Marks: short texts that stand for "the conversation up to here". Two requests whose histories begin alike have the same marks
 * as far as they are alike, which is how a protocol without ids tells its conversations apart.
 *
 * Pure. A mark is made of what was said, called and answered, not of how it is written: clients move cache breakpoints and add
 * fields to old messages from request to request. System prompts do not count; many hold the time of day.
 */
import { canonical, stringify } from '../json.ts';
import type { Entry, RequestedCall } from '../model-adapter.ts';

/** The mark after each entry; an entry that does not count has the mark of the one before it. */
export function marksOf(entries: readonly Entry[]): readonly string[] {
  // A history can have megabytes, and one request asks for its marks in several places.
  const known = made.get(entries) ?? marked(entries);
  made.set(entries, known);
  return known;
}

const made = new WeakMap<readonly Entry[], readonly string[]>();

function marked(entries: readonly Entry[]): readonly string[] {
  const marks: string[] = [];
  let [high, low]: [number, number] = [...SEED];
  let mark = '';
  for (const entry of entries) {
    if (entry.speaker !== 'system') {
      [high, low] = mixed(contentOf(entry), high, low);
      mark = hex(high) + hex(low);
    }
    marks[marks.length] = mark;
  }
  return marks;
}

/** A mark of any text. */
export function markOf(text: string): string {
  const [high, low] = mixed(text, ...SEED);
  return hex(high) + hex(low);
}

/** A mark of what a call is to be run with, in whatever order the names in it are written. */
export const argsMark = ({ args }: Pick<RequestedCall, 'args'>): string => markOf(canonical(args));

/** The mark of what stands directly before a place, alone: that is left of a history whose beginning was cut off. */
export function markBehind(entries: readonly Entry[], at: number): string {
  for (let place = at - 1; place >= 0; place -= 1) {
    const entry = entries[place];
    if (entry !== undefined && entry.speaker !== 'system') return markOf(contentOf(entry));
  }
  return '';
}

const SEED = [0x9e3779b9, 0x85ebca6b] as const;

function contentOf({ speaker, text, calls, results }: Entry): string {
  return stringify([
    speaker,
    text,
    calls.map(({ id, tool, args }) => [id, tool, args]),
    results.map(({ call, content }) => [call, content]),
  ]);
}

/** Two 32-bit halves of a non-cryptographic hash, continued: nobody gains by a collision but the one who makes it. */
function mixed(text: string, high: number, low: number): [high: number, low: number] {
  let [a, b] = [high, low];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

const hex = (half: number): string => half.toString(16).padStart(8, '0');
