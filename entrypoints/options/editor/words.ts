/**
 * The words that a document has made up: its states, counters, tools and arguments. Pure; reads documents that do not compile.
 */
import { parseDocument } from 'yaml';

export interface Words {
  /** States of one machine. */
  readonly states: readonly string[];
  readonly counters: readonly string[];
  readonly tools: readonly string[];
  readonly arguments: readonly string[];
}

/** Arguments that many tools have. */
const USUAL_ARGUMENTS = ['file_path', 'path', 'command', 'url'];

/** States are those of machine `machine` (its index), the rest is of the whole document. */
export function wordsOf(text: string, machine: number): Words {
  const machines = list(field(contentOf(text), 'machines'));
  const transitions = machines.flatMap((one) => list(field(one, 'transitions')));
  const patterns = transitions.map((one) => field(one, 'on')).filter((on) => typeof on === 'string');
  const templates = machines.map((one) => field(one, 'key')).filter((key) => typeof key === 'string');
  return {
    states: distinct(statesOf(machines[machine])),
    counters: distinct(transitions.flatMap(countersOf)),
    tools: distinct(patterns.map((pattern) => pattern.replace(/\([\s\S]*$/, '').trim())),
    arguments: distinct([...templates.flatMap(placeholders), ...patterns.flatMap(conditions), ...USUAL_ARGUMENTS]),
  };
}

function contentOf(text: string): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'silent', merge: false, uniqueKeys: false, prettyErrors: false });
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    // Aliases that lead nowhere or unfold without end: the loader says so, there is nothing to offer.
    return null;
  }
}

function statesOf(machine: unknown): readonly unknown[] {
  const expire = Object.entries(record(field(machine, 'expire')));
  const transitions = list(field(machine, 'transitions'));
  return [
    field(machine, 'initial'),
    ...transitions.flatMap((one) => [...list(field(one, 'from')), field(one, 'from'), field(one, 'to')]),
    ...expire.flatMap(([state, end]) => [state, field(end, 'to')]),
    ...list(field(machine, 'terminal')),
  ].filter((state) => state !== '*');
}

function countersOf(transition: unknown): readonly unknown[] {
  const update = field(transition, 'update');
  return [
    ...Object.keys(record(field(transition, 'counters'))),
    ...list(field(update, 'increment')),
    ...list(field(update, 'reset')),
  ];
}

const placeholders = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inside = '']) => inside.split('|'));
const conditions = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/[(,]\s*([\w.[\]*]+)\s*!?[=~]/g)].map(([, path = '']) => path);

function distinct(words: readonly unknown[]): readonly string[] {
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''))];
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, name: string): unknown =>
  Object.hasOwn(record(value), name) ? record(value)[name] : undefined;
