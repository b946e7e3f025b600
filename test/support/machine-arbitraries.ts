/**
 * Random machines for property tests: few states, tools and keys, so that everything meets everything.
 */
import fc from 'fast-check';

export const STATES = ['s0', 's1', 's2'] as const;
export const TOOLS = ['read', 'write', 'drop'] as const;
export const KEYS = ['a', 'b'] as const;

const state = fc.constantFrom(...STATES);
const action = fc.constantFrom('deny', 'ask', 'warn');

const violation = fc.record(
  {
    action,
    on_approve: fc.constantFrom('advance', 'stay'),
    escalate: fc.record({ after: fc.integer({ min: 1, max: 2 }), action: fc.constantFrom('ask', 'deny') }),
  },
  { requiredKeys: ['action'] },
);

/** Only what the loader accepts: `on_approve` goes with ask, `escalate` to what is stronger (or from deny to ask). */
const onViolation = violation.map(({ action: a, on_approve, escalate }) => ({
  action: a,
  ...(a === 'ask' && on_approve ? { on_approve } : {}),
  ...(escalate && escalate.action !== a ? { escalate } : {}),
}));

export const transition = fc.record(
  {
    on: fc.constantFrom(...TOOLS, '*', 'write(k ~ "a")'),
    from: fc.oneof(
      { weight: 1, arbitrary: fc.constant('*') },
      { weight: 6, arbitrary: fc.uniqueArray(state, { minLength: 1, maxLength: 2 }) },
    ),
    to: state,
    when: fc.constantFrom('any', 'success', 'error'),
    counters: fc.constantFrom({ n: { lte: 2 } }, { n: { gte: 1 } }),
    update: fc.constantFrom({ increment: ['n'] }, { reset: ['n'] }, { capture: { last: '{k}' } }),
    on_violation: onViolation,
  },
  { requiredKeys: ['on', 'from', 'to'] },
);

const machine = fc.record(
  {
    scope: fc.constantFrom('thread', 'run'),
    key: fc.constantFrom('', '{k}', '{k|j}', '{ks[*]}'),
    strict: fc.boolean(),
    on_unkeyed: fc.constantFrom('allow', 'ask', 'deny'),
    mode: fc.constantFrom('enforce', 'enforce', 'observe'),
    on_unmatched: state,
    expire: fc.constantFrom({ s1: { after: '1m', to: 's0' } }, { s2: { after: { steps: 1 }, to: 's1' } }),
    terminal: fc.constant(['s2']),
    transitions: fc.array(transition, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ['transitions'] },
);

/** A configuration with up to three machines, as plain data. */
export const configuration = fc.array(machine, { minLength: 1, maxLength: 3 }).map((machines) => ({
  machines: machines.map((m, i) => ({ name: `m${i}`, initial: 's0', ...m })),
  continuation: { max_continuations: 2, message: '{summary}' },
}));

export const toolCall = fc.record({
  tool: fc.constantFrom(...TOOLS),
  args: fc.oneof(
    fc.record(
      { k: fc.constantFrom(...KEYS), ks: fc.array(fc.constantFrom(...KEYS), { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    fc.constant('free text'),
  ),
});
