/**
 * The arguments of one command: its options by name, the rest in order. Every mistake is a `UsageError` that says what was meant.
 */
import { parseArgs } from 'node:util';
import { nearest } from '../dsl/did-you-mean.ts';
import { UsageError } from './io.ts';

/** Options by name: a flag, or one with a value; `list` may be given more than once. */
export type OptionSpecs = Readonly<Record<string, 'flag' | 'value' | 'list'>>;

export interface Arguments {
  readonly positionals: readonly string[];
  has(flag: string): boolean;
  /** The values given for an option, in order. */
  values(option: string): readonly string[];
}

export function parseArguments(args: readonly string[], specs: OptionSpecs): Arguments {
  const known = new Map(Object.entries(specs));
  const options = Object.fromEntries(
    [...known].map(([name, kind]) => [name, { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const kind = token.name === 'help' ? 'flag' : known.get(token.name);
    if (kind === undefined) throw new UsageError(unknown(token.rawName, [...known.keys(), 'help']));
    const values = given.get(token.name) ?? [];
    given.set(token.name, [...values, givenValue(token.rawName, kind, token.value)]);
    if (kind === 'value' && values.length > 0) throw new UsageError(`Option "${token.rawName}" is given twice.`);
  }
  return { positionals, has: (flag) => given.has(flag), values: (option) => given.get(option) ?? [] };
}

function givenValue(name: string, kind: OptionSpecs[string], value: string | undefined): string {
  if (kind === 'flag') {
    if (value !== undefined) throw new UsageError(`Option "${name}" takes no value.`);
    return '';
  }
  // `--machines --json`: an option where a value should be is a forgotten value.
  if (value === undefined || value === '' || (value.startsWith('-') && value !== '-')) {
    throw new UsageError(`Option "${name}" needs a value.`);
  }
  return value;
}

function unknown(rawName: string, names: readonly string[]): string {
  const near = nearest(rawName.replace(/^-+/, ''), names);
  return `There is no option "${rawName}".${near === undefined ? '' : ` Did you mean "--${near}"?`}`;
}
