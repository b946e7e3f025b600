import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../tool-call.ts';
import { ERROR_CODES } from './diagnostic.ts';
import { loadMachines } from './load.ts';
import { machineSchema } from './schema.ts';

const validate = new Ajv2020({ strict: false }).compile(machineSchema());
const MACHINE = { name: 'm', initial: 'a', transitions: [{ on: 'T', from: 'a', to: 'b' }] };

test('the schema in machines/ is the one of the loader (node scripts/schema.ts writes it)', () => {
  expect(JSON.parse(readFileSync('machines/machine.schema.json', 'utf8'))).toEqual(machineSchema());
});

test('the schema is one of draft 2020-12', () => {
  expect(machineSchema()['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
});

test('every key of the language is described, so that editors can say what it is for', () => {
  const bare: string[] = [];
  const visit = (schema: Json | undefined, at: string): void => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
    for (const [key, inner] of Object.entries((schema as JsonObject)['properties'] ?? {})) {
      if (
        typeof (inner as JsonObject)['description'] !== 'string' &&
        !JSON.stringify(inner).startsWith('{"anyOf":[{"type":"string","minLength":1,"description"')
      )
        bare.push(`${at}.${key}`);
      visit(inner, `${at}.${key}`);
    }
    for (const part of ['items', 'additionalProperties']) visit((schema as JsonObject)[part], at);
    const choices = (schema as JsonObject)['anyOf'];
    if (Array.isArray(choices)) for (const choice of choices) visit(choice, at);
  };
  visit(machineSchema(), '');
  expect(bare).toEqual([]);
});

test.each([
  ['{}', {}],
  ['no machine', { machines: [] }],
  ['a link to the schema', { $schema: './machine.schema.json', machines: [MACHINE] }],
  [
    'short forms',
    { machines: [{ ...MACHINE, transitions: [{ on: 'T', from: ['a'], to: 'b', when: 'any', on_violation: 'ask' }] }] },
  ],
  ['an event', { machines: [{ ...MACHINE, transitions: [{ on: { event: 'e' }, from: '*', to: 'b' }] }] }],
  [
    'timed states',
    { machines: [{ ...MACHINE, expire: { a: { after: '1m', to: 'b' }, b: { after: { steps: 1 }, to: 'a' } } }] },
  ],
])('an editor takes %s', (_name, document) => {
  expect(validate(document)).toBe(true);
});

test.each([
  ['an unknown key', { machines: [{ ...MACHINE, strickt: true }] }],
  ['an unknown word', { machines: [{ ...MACHINE, scope: 'thred' }] }],
  ['a missing key', { machines: [{ name: 'm', transitions: [] }] }],
  ['a wrong type', { machines: [{ ...MACHINE, initial: 1 }] }],
])('an editor refuses %s', (_name, document) => {
  expect(validate(document)).toBe(false);
});

/** Errors that the shape of a document has no part in. */
const MEANING: ReadonlySet<string> = new Set([
  'reserved',
  'conflict',
  'pattern',
  'template',
  'duration',
  'escalation',
  'duplicate_machine',
  'event_with_when',
  'event_emit_target',
  'counter_range',
]);

test('the schema and the loader agree on the shape of documents', () => {
  const word = fc.constantFrom<Json>('a', 'T', '', 'any', 'ask', 'run', 'context', '1s', 0, 1, -1, 1.5, true, null);
  const transition = fc.record<Record<string, Json>>(
    {
      on: fc.oneof(word, fc.record({ event: word })),
      from: fc.oneof(word, fc.array(word, { maxLength: 2 })),
      to: word,
      when: fc.oneof(
        word,
        fc.record({ status: word, content: word, json: fc.array(word, { maxLength: 2 }) }, { requiredKeys: [] }),
      ),
      counters: fc.dictionary(fc.constantFrom('a', ''), fc.record({ gte: word, lte: word }, { requiredKeys: [] }), {
        maxKeys: 1,
      }),
      emit: fc.record({ content: word, target: word, cooldown_turns: word }, { requiredKeys: ['content'] }),
      on_violation: fc.oneof(
        word,
        fc.record({ action: word, escalate: fc.record({ after: word, action: word }) }, { requiredKeys: [] }),
      ),
      x: word,
    },
    { requiredKeys: ['on', 'from', 'to'] },
  );
  const machine = fc.record<Record<string, Json>>(
    {
      name: word,
      initial: word,
      transitions: fc.array(transition, { maxLength: 2 }),
      scope: word,
      strict: word,
      on_unmatched: word,
      terminal: fc.array(word, { maxLength: 1 }),
    },
    { requiredKeys: ['name', 'initial', 'transitions'] },
  );
  fc.assert(
    fc.property(fc.record({ machines: fc.array(machine, { maxLength: 2 }) }), (document) => {
      const errors = loadMachines(JSON.stringify(document), { format: 'json' }).diagnostics.filter(
        ({ severity, code }) => severity === 'error' && !MEANING.has(code),
      );
      expect(errors.length === 0).toBe(validate(document));
    }),
    { numRuns: 500 },
  );
});

test('no error code is listed twice', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});
