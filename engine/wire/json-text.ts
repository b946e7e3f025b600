/**
 * Edits JSON as text: one place is found by its path and changed, every other character stays as it was sent. Parsing
 * and printing again would not do: it rounds big numbers, drops `1.0` to `1` and loses layout.
 *
 * Runs anywhere. INVARIANT: callers hand in text that `JSON.parse` has accepted; nothing here validates.
 */
import { parse, stringify } from './json.ts';

/** A piece of the text, from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Object keys and array indexes from the outermost value inwards. */
export type Path = readonly (string | number)[];

interface Member extends Span {
  readonly key: string;
  /** Where the key's opening quote is. */
  readonly at: number;
}

/** The value at `path`, or null when there is none. A key that occurs twice counts with its last value, as in `JSON.parse`. */
export function locate(text: string, path: Path): Span | null {
  const start = skipSpace(text, 0);
  // On the way to a value inside nobody looks at where the outermost ends.
  let span: Span = { start, end: path.length === 0 ? skipValue(text, start) : text.length };
  for (const step of path) {
    const child = typeof step === 'number' ? elements(text, span)[step] : lastMember(text, span, step);
    if (child === undefined) return null;
    span = child;
  }
  return span;
}

/** The elements of the array at `span`; none when it is not an array. */
export function elements(text: string, span: Span): readonly Span[] {
  const found: Span[] = [];
  if (text[span.start] !== '[') return found;
  let at = skipSpace(text, span.start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = skipValue(text, at);
    if (end === at) break;
    found[found.length] = { start: at, end };
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

/** Adds a value (JSON text) to the end of the array at `span`. */
export function appendElement(text: string, span: Span, value: string): string {
  const empty = text[skipSpace(text, span.start + 1)] === ']';
  return insert(text, span.end - 1, empty ? value : `,${value}`);
}

/** Sets a member of the object at `span` to a value (JSON text), in place when it is there, else at the end. */
export function setMember(text: string, span: Span, key: string, value: string): string {
  const member = lastMember(text, span, key);
  if (member !== undefined) return replace(text, member, value);
  const empty = text[skipSpace(text, span.start + 1)] === '}';
  const pair = `${stringify(key)}:${value}`;
  return insert(text, span.end - 1, empty ? pair : `,${pair}`);
}

/** Takes every member called `key` out of the object at `span`; what is left keeps its text, not the space between. */
export function removeMember(text: string, span: Span, key: string): string {
  const all = members(text, span);
  const kept = all.filter((member) => member.key !== key);
  if (kept.length === all.length) return text;
  return replace(text, span, `{${kept.map((member) => text.slice(member.at, member.end)).join(',')}}`);
}

/** The text with the piece at `span` replaced. */
export function replace(text: string, span: Span, value: string): string {
  return text.slice(0, span.start) + value + text.slice(span.end);
}

function insert(text: string, at: number, value: string): string {
  return text.slice(0, at) + value + text.slice(at);
}

function lastMember(text: string, span: Span, key: string): Member | undefined {
  let last: Member | undefined;
  for (const member of members(text, span)) if (member.key === key) last = member;
  return last;
}

function members(text: string, span: Span): Member[] {
  const found: Member[] = [];
  if (text[span.start] !== '{') return found;
  let at = skipSpace(text, span.start + 1);
  while (at < text.length && text[at] !== '}') {
    const keyEnd = skipString(text, at);
    const key = parse(text.slice(at, keyEnd)) as string;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    found[found.length] = { key, at, start, end };
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

function skipString(text: string, quote: number): number {
  const end = text.indexOf('"', quote + 1);
  if (end === -1) return text.length;
  // Most strings have no escapes; where one has, others follow.
  if (text.charCodeAt(end - 1) !== 0x5c) return end + 1;
  for (let at = quote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a quote
        at = skipString(text, at);
        if (depth === 0) return at;
        break;
      case 0x7b: // { and [
      case 0x5b:
        depth += 1;
        at += 1;
        break;
      case 0x7d: // } and ]
      case 0x5d:
        if (depth === 0) return at;
        depth -= 1;
        at += 1;
        if (depth === 0) return at;
        break;
      case 0x2c: // a comma, and white space
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        if (depth === 0) return at;
        at += 1;
        break;
      default:
        at += 1;
    }
  }
  return text.length;
}
