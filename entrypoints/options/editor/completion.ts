/**
 * What can be written at a place of a document: keys and words of the engine's schema, states and counters that the machine
 * knows, fields of templates, parts of patterns. Pure.
 */
import { OPERATORS } from '../../../engine/pattern/condition.ts';
import { type Cursor, cursorAt } from './cursor.ts';
import { keysAt, wordsAt } from './schema-at.ts';
import { type Words, wordsOf } from './words.ts';

export interface Offer {
  readonly label: string;
  /** What is put in, when it is not the label. */
  readonly apply?: string;
  readonly kind: 'key' | 'word' | 'state' | 'field' | 'operator' | 'tool';
  /** The schema's own words. */
  readonly description?: string;
}

export interface Offers {
  /** Where what is completed begins, in UTF-16 code units. */
  readonly from: number;
  readonly offers: readonly Offer[];
}

/** Fields of templates besides the call's arguments; those of an event exist only in reasons and reminders. */
const LATE_FIELDS = [
  'instance.state',
  'instance.data.',
  'instance.counters.',
  'event.name',
  'event.data.tool',
  'event.data.arguments.',
  'event.data.is_error',
  'event.data.content',
];
const EVENTS = ['step.before_inference'];

/** `null` when there is nothing to offer. `offset` in UTF-16 code units. */
export function offersAt(text: string, offset: number): Offers | null {
  const cursor = cursorAt(text, offset);
  if (cursor === null) return null;
  const [root, machine] = cursor.path;
  const words = wordsOf(text, root === 'machines' && typeof machine === 'number' ? machine : -1);
  const { from, offers } =
    cursor.part === 'key' ? { from: cursor.from, offers: keyOffers(cursor, words) } : valueOffers(cursor, words);
  // What is being typed is a word of the document, too.
  const others = offers.filter(({ label }) => label !== cursor.typed);
  return others.length === 0 ? null : { from, offers: others };
}

function keyOffers({ path, siblings }: Cursor, words: Words): readonly Offer[] {
  const made = placeOf(path);
  const known: readonly Offer[] = keysAt(path).map(({ name, description }) => ({
    label: name,
    apply: `${name}: `,
    kind: 'key',
    description,
  }));
  const named =
    made === 'expire' ? offer('state', words.states) : made === 'counters' ? offer('word', words.counters) : [];
  return [...known, ...named.map((one) => ({ ...one, apply: `${one.label}: ` }))].filter(
    ({ label }) => !siblings.has(label),
  );
}

function valueOffers(cursor: Cursor, words: Words): Offers {
  const { path, from } = cursor;
  switch (placeOf(path)) {
    case 'state':
      return { from, offers: [...offer('state', words.states), ...anyState(cursor)] };
    case 'counter':
      return { from, offers: offer('word', words.counters) };
    case 'event':
      return { from, offers: offer('word', EVENTS) };
    case 'key':
      return templateOffers(cursor, words.arguments);
    case 'template':
      return templateOffers(cursor, [...words.arguments, ...LATE_FIELDS]);
    case 'pattern':
      return patternOffers(cursor, words);
    default: {
      // A value that may be a mapping, begun on a line of its own: its keys.
      const keys = cursor.ownLine ? keyOffers({ ...cursor, siblings: new Set() }, words) : [];
      return { from, offers: [...offer('word', wordsAt(path)), ...keys] };
    }
  }
}

/** Any state, where a transition starts. */
function anyState({ path, style }: Cursor): readonly Offer[] {
  if (path.at(-1) !== 'from') return [];
  return [{ label: '*', kind: 'state', ...(style === 'plain' ? { apply: "'*'" } : {}) }];
}

function templateOffers({ typed, from, style }: Cursor, fields: readonly string[]): Offers {
  const open = /\{(?:[^{}]*\|)?([^{}|]*)$/.exec(typed);
  if (open !== null) return { from: from + typed.length - (open[1] ?? '').length, offers: offer('field', fields) };
  // A placeholder at the beginning has to be quoted, or YAML takes it for a mapping.
  const offers = fields.map((field): Offer => ({ label: `{${field}}`, kind: 'field' }));
  if (typed === '' && style === 'plain')
    return { from, offers: offers.map((one) => ({ ...one, apply: `'${one.label}'` })) };
  return { from: from + typed.length, offers: style === 'plain' ? [] : offers };
}

function patternOffers({ typed, from, path }: Cursor, words: Words): Offers {
  const inside = /[(,]\s*([\w.[\]*]*)(\s*)([!=~]*)$/.exec(typed);
  if (!typed.includes('(')) {
    const offers = [...offer('tool', words.tools), ...(typed === '' && path.at(-1) === 'on' ? eventKey : [])];
    return { from, offers };
  }
  if (inside === null) return { from, offers: [] };
  const [, name = '', space = '', operator = ''] = inside;
  if (space === '' && operator === '')
    return { from: from + typed.length - name.length, offers: offer('field', words.arguments) };
  const operators = [...OPERATORS].reverse();
  return {
    from: from + typed.length - operator.length,
    offers: operators.map((label) => ({ label, apply: `${label} "`, kind: 'operator' })),
  };
}

const eventKey: readonly Offer[] = [{ label: 'event', apply: '{ event: step.before_inference }', kind: 'key' }];

type Place = 'state' | 'counter' | 'counters' | 'event' | 'expire' | 'key' | 'template' | 'pattern' | 'other';

/** Paths, the indexes left out, at which something stands that the schema takes for any text. */
const PLACES: readonly (readonly [RegExp, Place])[] = [
  [/^machines (initial|on_unmatched|terminal|transitions (from|to)|expire \S+ to)$/, 'state'],
  [/^machines transitions update (increment|reset)$/, 'counter'],
  [/^machines transitions counters$/, 'counters'],
  [/^machines transitions on event$/, 'event'],
  [/^machines expire$/, 'expire'],
  [/^machines key$/, 'key'],
  [/^machines transitions (on_violation reason|emit content|update capture \S+)$/, 'template'],
  [/^machines transitions on$/, 'pattern'],
];

function placeOf(path: readonly (string | number)[]): Place {
  const keys = path.filter((step) => typeof step === 'string').map((key) => key.replaceAll(' ', '_'));
  return PLACES.find(([pattern]) => pattern.test(keys.join(' ')))?.[1] ?? 'other';
}

const offer = (kind: Offer['kind'], labels: readonly string[]): readonly Offer[] =>
  labels.map((label) => ({ label, kind }));
