import { expect, test } from 'vitest';
import { doc } from '../../test/support/diagnostics.ts';
import { loadMachines } from './load.ts';

const FULL = `${doc(
  'when: { status: any, content: "*ok*", json: [\'left = "0"\'] }\ncounters: { n: { gte: 1, lte: 3 }, k: { lte: 2 } }\nupdate: { capture: { sha: "{s}", id: "{i}" }, increment: [n, k], reset: [r] }\nemit: { target: session, content: "Did {x}", cooldown_turns: 2, role: assistant }\non_violation: { action: ask, reason: "No {x}", on_approve: stay, escalate: { after: 3, action: deny } }',
  'scope: run\nkey: "{x}"\nkey_normalizer: path\nkey_root: /srv\non_unkeyed: ask\nstrict: true\non_unmatched: a\nmode: observe\nexpire: { b: { after: 15m, to: a }, a: { after: { steps: 20 }, to: b } }\nterminal: [b, a]',
)}continuation: { max_continuations: 2, message: "Go on: {summary}" }\n`;

function mark(text: string): string {
  const { machines, diagnostics } = loadMachines(text);
  if (machines === null) throw new Error(JSON.stringify(diagnostics));
  return machines.fingerprint;
}

test('is a SHA-256 in hex', () => {
  expect(mark(FULL)).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['comments', FULL.replace('initial: a', 'initial: a # where it starts')],
  ['layout', FULL.replace('terminal: [b, a]', 'terminal:\n      - b\n      - a')],
  ['quotes', FULL.replace('initial: a', 'initial: "a"')],
  [
    'the order of keys',
    FULL.replace('    initial: a\n', '').replace('    transitions:', '    initial: a\n    transitions:'),
  ],
  ['the order of states', FULL.replace('terminal: [b, a]', 'terminal: [a, b]')],
  [
    'the order of counters',
    FULL.replace('{ n: { gte: 1, lte: 3 }, k: { lte: 2 } }', '{ k: { lte: 2 }, n: { lte: 3, gte: 1 } }'),
  ],
  ['the order of captures', FULL.replace('{ sha: "{s}", id: "{i}" }', '{ id: "{i}", sha: "{s}" }')],
  [
    'the order of timed states',
    FULL.replace(
      'b: { after: 15m, to: a }, a: { after: { steps: 20 }, to: b }',
      'a: { after: { steps: 20 }, to: b }, b: { after: 15m, to: a }',
    ),
  ],
  ['how a duration is written', FULL.replace('15m', '900s')],
  ['an alias of a key', FULL.replace('cooldown_turns', 'cooldown_steps')],
  ['a default that is written out', doc('when: success\non_violation: deny', 'mode: enforce')],
])('does not depend on %s', (name, text) => {
  expect(mark(text)).toBe(mark(name.startsWith('a default') ? doc() : FULL));
});

test.each([
  ['name', 'name: m', 'name: n'],
  ['scope', 'scope: run', 'scope: thread'],
  ['key', 'key: "{x}"', 'key: "{y}"'],
  ['key_normalizer', 'key_normalizer: path', 'key_normalizer: url'],
  ['key_root', 'key_root: /srv', 'key_root: /'],
  ['on_unkeyed', 'on_unkeyed: ask', 'on_unkeyed: deny'],
  ['initial', 'initial: a', 'initial: b'],
  ['strict', 'strict: true', 'strict: false'],
  ['on_unmatched', 'on_unmatched: a', 'on_unmatched: b'],
  ['mode', 'mode: observe', 'mode: enforce'],
  ['a duration', '15m', '16m'],
  ['a duration in steps', 'steps: 20', 'steps: 21'],
  ['terminal', 'terminal: [b, a]', 'terminal: [b]'],
  ['on', 'on: T', 'on: U'],
  ['from', 'from: a', "from: '*'"],
  ['to', '        to: b', '        to: c'],
  ['status', 'status: any', 'status: error'],
  ['content', '*ok*', 'ok'],
  ['json', 'left = "0"', 'left = "1"'],
  ['an operator', 'left = "0"', 'left != "0"'],
  ['counters', 'gte: 1', 'gte: 2'],
  ['capture', 'sha: "{s}"', 'sha: "{t}"'],
  ['increment', 'increment: [n, k]', 'increment: [n]'],
  ['reset', 'reset: [r]', 'reset: [q]'],
  ['target', 'target: session', 'target: conversation'],
  ['reminder', 'Did {x}', 'Did'],
  ['cooldown', 'cooldown_turns: 2', 'cooldown_turns: 3'],
  ['role', 'role: assistant', 'role: user'],
  ['action', 'action: ask, reason', 'action: warn, reason'],
  ['reason', 'No {x}', 'Never {x}'],
  ['on_approve', 'on_approve: stay', 'on_approve: advance'],
  ['escalate', 'after: 3', 'after: 4'],
  ['continuations', 'max_continuations: 2', 'max_continuations: 3'],
  ['message', 'Go on', 'Finish'],
])('changes with %s', (_what, before, after) => {
  expect(FULL).toContain(before);
  expect(mark(FULL.replace(before, after))).not.toBe(mark(FULL));
});

test('changes with the order of machines and of transitions, which decides among equals', () => {
  const machine = (name: string): string =>
    `{ name: ${name}, initial: a, transitions: [{ on: T, from: a, to: b }, { on: U, from: a, to: b }] }`;
  const set = (...machines: string[]): string => mark(`machines: [${machines.join(', ')}]`);
  expect(set(machine('x'), machine('y'))).not.toBe(set(machine('y'), machine('x')));
  expect(set(machine('x'))).not.toBe(
    set(machine('x').replace('on: T', 'on: V').replace('on: U', 'on: T').replace('on: V', 'on: U')),
  );
});
