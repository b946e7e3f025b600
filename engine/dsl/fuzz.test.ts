/**
 * Whatever the text: no crash, no hang, no change to the prototypes, and an answer that makes sense.
 */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { doc, machineOf } from '../../test/support/diagnostics.ts';
import { ERROR_CODES, formatDiagnostic, WARNING_CODES } from './diagnostic.ts';
import { type Loaded, loadMachines } from './load.ts';

/** Of each test; set FUZZ_RUNS to look longer. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300);

const PROTOTYPE = Object.getOwnPropertyNames(Object.prototype).sort();

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(PROTOTYPE);
});

const SEED = `machines:
  - name: read-before-write
    key: "{file_path}"
    key_normalizer: path
    initial: unread
    expire: { read: { after: 15m, to: unread } }
    terminal: [written]
    transitions:
      - &read { on: 'Read(file_path ~ "*")', from: [unread, read, written], to: read }
      - <<: *read
        on: 'Write(file_path ~ "*")'
        when: { status: success, json: ['left = "0"'] }
        counters: { tries: { lte: 3 } }
        update: { capture: { sha: "{event.data.content.sha}" }, increment: [tries] }
        emit: { target: session, content: "Wrote {file_path}", cooldown_turns: 2 }
        on_violation: { action: deny, reason: "Read {file_path}.", escalate: { after: 3, action: ask } }
continuation: { max_continuations: 2, message: "Finish: {summary}" }
`;

const WORDS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '<<',
  '*',
  '',
  'on',
  'from',
  '\0',
  '\0__proto__',
];

function check(text: string, { machines, diagnostics }: Loaded): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  expect(machines === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  for (const diagnostic of diagnostics) {
    const { severity, code, line, column, endLine, endColumn } = diagnostic;
    expect<readonly string[]>(severity === 'error' ? ERROR_CODES : WARNING_CODES).toContain(code);
    expect(code).not.toBe('internal');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 2);
    expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true);
    expect(formatDiagnostic(diagnostic)).toMatch(/^[^\r\n]+$/);
  }
}

function holds(text: string): void {
  check(text, loadMachines(text));
  check(text, loadMachines(text, { format: 'json' }));
}

test('any text', () => {
  const yaml = fc.stringMatching(/^[\s\-?:,[\]{}#&*!|>'"%@`~a0.\\]*$/);
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), yaml), holds), { numRuns: RUNS });
});

test('a good document with a few bytes changed', () => {
  const edit = fc.record({
    at: fc.nat(SEED.length),
    cut: fc.nat(12),
    put: fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom(
        ...WORDS,
        '\t',
        '\n',
        ': ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '&read ',
        '*read',
        '!!map ',
        '---\n',
        '\r',
      ),
    ),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      holds(edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), SEED));
    }),
    { numRuns: RUNS },
  );
});

test('any values under the keys of the language', () => {
  const keys = [
    'machines',
    'continuation',
    'name',
    'initial',
    'key',
    'transitions',
    'on',
    'event',
    'from',
    'to',
    'when',
    'json',
    'counters',
    'lte',
    'update',
    'capture',
    'increment',
    'emit',
    'target',
    'content',
    'on_violation',
    'action',
    'escalate',
    'after',
    'expire',
    'terminal',
  ];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'large', withCrossShrink: true },
      fc.constantFrom<unknown>(
        ...WORDS,
        'a',
        'T(x = "1")',
        '{a}',
        '{',
        '15m',
        'any',
        'ask',
        'context',
        0,
        1,
        -1,
        1e300,
        0.5,
        true,
        null,
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom(...keys, ...WORDS), tie('value')), { maxLength: 4 }).map(jsonObject),
    ),
  }));
  const machines = fc.array(
    fc.array(fc.tuple(fc.constantFrom(...keys, ...WORDS), value), { maxLength: 8 }).map(jsonObject),
    { maxLength: 2 },
  );
  fc.assert(
    fc.property(machines, (list) => holds(JSON.stringify({ machines: list }))),
    { numRuns: RUNS },
  );
});

/** An object with these own fields, `__proto__` among them. */
function jsonObject(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

test('any JSON is read the same by the JSON and the YAML reader', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const asJson = loadMachines(text, { format: 'json' });
      expect(asJson.diagnostics.filter(({ code }) => code === 'parse')).toEqual([]);
      expect(loadMachines(text, { format: 'yaml' }).diagnostics).toEqual(asJson.diagnostics);
    }),
    { numRuns: RUNS },
  );
});

test.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other', (name) => {
  const text = doc(
    `counters: { ${name}: { lte: 3 } }\nupdate: { capture: { ${name}: "{${name}}" }, increment: [${name}], reset: [] }`,
    `key: "{${name}}"\nexpire: { ${name}: { after: 1s, to: a } }\nterminal: [${name}]`,
    `on: '${name}(${name} = "${name}")'`,
  )
    .replace('name: m', `name: ${name}`)
    .replace('to: b', `to: ${name}`);
  const machine = machineOf(text);
  expect(machine).toMatchObject({ name, states: ['a', name], terminal: new Set([name]) });
  expect([...machine.expire.keys()]).toEqual([name]);
  expect(machine.transitions[0]).toMatchObject({
    to: name,
    counters: [{ counter: name, lte: 3 }],
    update: { capture: [{ field: name }], increment: [name] },
  });
  expect(loadMachines(text).diagnostics).toEqual([]);
});

test('__proto__ as a key where it is not known is an unknown key', () => {
  const { diagnostics } = loadMachines(
    `__proto__: { machines: [] }\n${doc('__proto__: 1', '__proto__: { initial: b }')}`,
  );
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
    ['unknown_key', 1],
    ['unknown_key', 5],
    ['unknown_key', 10],
  ]);
});

test('what is under __proto__ is checked like anything else', () => {
  expect(
    loadMachines(doc('counters: { __proto__: { gte: x } }')).diagnostics.map(({ code, path }) => [code, path.at(-2)]),
  ).toEqual([['type', '__proto__']]);
});
