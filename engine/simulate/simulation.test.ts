import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CONFIRM_DELETE, machinesOf, READ_BEFORE_WRITE } from '../../test/support/session.ts';
import type { TraceLine, TraceStep } from '../trace/line.ts';
import { Simulation } from './simulation.ts';

type Step = TraceStep | (Partial<TraceLine> & { readonly step: TraceStep });

const call = (id: string, tool: string, args = {}): TraceStep => ({ type: 'call', id, tool, args });
const result = (id: string, status: 'success' | 'error' = 'success', content = ''): TraceStep => ({
  type: 'result',
  id,
  result: { status, content },
});
const approve = (id: string): TraceStep => ({ type: 'approve', id, note: null });
const reject = (id: string, note: string | null = null): TraceStep => ({ type: 'reject', id, note });
const at = (minutes: number, step: TraceStep): Step => ({ at: minutes * 60_000, step });

/** What is said about each step in turn, then at the end. */
async function simulated(machines: string, steps: readonly Step[], timeouts = {}) {
  const simulation = new Simulation({ machines: machinesOf(machines), turn: () => setImmediate(), ...timeouts });
  const said = [];
  for (const [index, step] of steps.entries()) {
    const line = 'step' in step ? step : { step };
    const outputs = await simulation.feed({ at: null, thread: null, ...line }, index + 1);
    said.push(outputs.map((s) => s.output));
  }
  return { said, end: (await simulation.finish()).map((s) => s.output) };
}

const A = { file_path: '/a' };

test('a call gets its verdict, with machine, key and reason of the strongest violation', async () => {
  const { said } = await simulated(READ_BEFORE_WRITE, [call('c1', 'Write', A), call('c2', 'Read', A)]);
  expect(said).toEqual([
    [{ type: 'verdict', id: 'c1', verdict: 'deny', reason: 'Read /a before writing.', machine: 'rbw', key: '/a' }],
    [{ type: 'verdict', id: 'c2', verdict: 'allow' }],
  ]);
});

test('a result says what it moved and what the model is reminded of', async () => {
  const steps = [call('c1', 'Read', A), result('c1'), call('c2', 'Write', A), result('c2')];
  expect((await simulated(READ_BEFORE_WRITE, steps)).said[3]).toEqual([
    {
      type: 'advance',
      id: 'c2',
      transitions: [{ machine: 'rbw', key: '/a', from: 'read', to: 'written' }],
      reminders: [{ target: 'suffix_system', content: 'Wrote /a' }],
    },
  ]);
});

test('a call that waits for a running one gets its verdict with the result of that one, after it', async () => {
  const { said } = await simulated(READ_BEFORE_WRITE, [call('c1', 'Read', A), call('c2', 'Write', A), result('c1')]);
  expect(said[1]).toEqual([]);
  expect(said[2]).toMatchObject([
    { type: 'advance', id: 'c1' },
    { type: 'verdict', id: 'c2', verdict: 'allow' },
  ]);
});

test('all calls that a result lets go on are told so, in the order of the trace', async () => {
  const steps = [
    call('r', 'Read', A),
    call('w1', 'Write', A),
    call('w2', 'Write', A),
    call('other', 'Read', { file_path: '/b' }),
    result('r'),
    result('w1'),
  ];
  const { said } = await simulated(READ_BEFORE_WRITE, steps);
  expect(said[3]).toMatchObject([{ id: 'other', verdict: 'allow' }]);
  expect(said[4]).toMatchObject([{ id: 'r' }, { id: 'w1', verdict: 'allow' }]);
  expect(said[5]).toMatchObject([{ id: 'w1' }, { id: 'w2', verdict: 'deny' }]);
});

test('a result that comes before the call may run counts as soon as it may', async () => {
  const steps = [call('r', 'Read', A), call('w', 'Write', A), result('w'), result('r')];
  const { said, end } = await simulated(READ_BEFORE_WRITE, steps);
  expect(said[2]).toMatchObject([{ type: 'note', line: 3 }]);
  expect(said[3]).toMatchObject([
    { type: 'advance', id: 'r' },
    { type: 'verdict', id: 'w', verdict: 'allow' },
    { type: 'advance', id: 'w', transitions: [{ from: 'read', to: 'written' }] },
  ]);
  expect(end).toMatchObject([{ tool_fsm_thread_state: { rbw: { '/a': 'written' } } }]);
});

test('the result of a denied call moves nothing', async () => {
  const { said, end } = await simulated(READ_BEFORE_WRITE, [call('c1', 'Write', A), result('c1')]);
  expect(said[1]).toMatchObject([
    { type: 'note', message: expect.stringContaining('was denied') },
    { type: 'advance', id: 'c1', transitions: [], reminders: [] },
  ]);
  expect(end).toMatchObject([{ tool_fsm_thread_state: { rbw: { '/a': 'unread' } } }]);
});

test('a second result of the same call moves nothing', async () => {
  const steps = [call('c1', 'Read', A), result('c1'), result('c1')];
  expect((await simulated(READ_BEFORE_WRITE, steps)).said[2]).toMatchObject([
    { type: 'note', message: expect.stringContaining('has its result already') },
    { type: 'advance', transitions: [] },
  ]);
});

test('a result of a call that was never made is an error with its line', async () => {
  expect((await simulated(READ_BEFORE_WRITE, [result('nope')])).said[0]).toMatchObject([
    { type: 'error', line: 1, message: expect.stringContaining('"nope" is unknown') },
  ]);
});

test('a call that is sent again is the same call', async () => {
  const steps = [call('c1', 'Read', A), result('c1'), call('c1', 'Read', A)];
  expect((await simulated(READ_BEFORE_WRITE, steps)).said[2]).toMatchObject([
    { type: 'note', line: 3 },
    { type: 'verdict', id: 'c1', verdict: 'deny' },
  ]);
});

test('an approved call runs and its result advances', async () => {
  const steps = [call('c1', 'delete_file', { path: '/a' }), approve('c1'), result('c1')];
  expect((await simulated(CONFIRM_DELETE, steps)).said).toMatchObject([
    [{ type: 'verdict', verdict: 'ask', reason: 'Delete /a?', machine: 'confirm', key: '/a' }],
    [{ type: 'resolved', id: 'c1', outcome: 'approved' }],
    [{ type: 'advance', transitions: [{ from: 'idle', to: 'deleted' }] }],
  ]);
});

test('a rejected call never runs, and the note is the reason', async () => {
  const steps = [call('c1', 'delete_file', { path: '/a' }), reject('c1', 'keep it'), result('c1')];
  expect((await simulated(CONFIRM_DELETE, steps)).said.slice(1)).toMatchObject([
    [{ type: 'resolved', id: 'c1', outcome: 'rejected', reason: 'keep it' }],
    [{ type: 'note' }, { type: 'advance', transitions: [] }],
  ]);
});

test('the result of a call that waits for a decision moves nothing', async () => {
  const steps = [call('c1', 'delete_file', { path: '/a' }), result('c1'), approve('c1')];
  const { said, end } = await simulated(CONFIRM_DELETE, steps);
  expect(said[1]).toMatchObject([{ type: 'note' }, { type: 'advance', transitions: [] }]);
  expect(said[2]).toMatchObject([{ outcome: 'approved' }]);
  expect(end).toMatchObject([{ tool_fsm_thread_state: { confirm: { '/a': 'idle' } } }]);
});

test.each([
  ['was decided before', [call('c1', 'delete_file', { path: '/a' }), approve('c1')], 'approved already'],
  ['was rejected', [call('c1', 'delete_file', { path: '/a' }), reject('c1')], 'rejected'],
  ['was never asked about', [call('c1', 'keep_file', { path: '/a' })], 'was not asked'],
  ['was never made', [], 'unknown'],
])('a decision on a call that %s is refused and changes nothing', async (_, before, reason) => {
  const { said } = await simulated(CONFIRM_DELETE, [...before, approve('c1')]);
  expect(said.at(-1)).toEqual([
    { type: 'resolved', id: 'c1', outcome: 'refused', reason: expect.stringContaining(reason) },
  ]);
});

test('an ask that nobody decides in time is rejected, and a later decision is refused', async () => {
  const steps = [at(0, call('c1', 'delete_file', { path: '/a' })), at(10, approve('c1'))];
  const { said, end } = await simulated(CONFIRM_DELETE, steps);
  expect(said[1]).toMatchObject([
    { type: 'note', line: 2, message: expect.stringContaining('No decision') },
    { type: 'resolved', outcome: 'refused', reason: expect.stringContaining('no decision had come in time') },
  ]);
  expect(end).toMatchObject([{ tool_fsm_metrics: { total: { asked: 1, expired: 1, approved: 0 } } }]);
});

test('a decision one millisecond before the end of the time counts', async () => {
  const steps = [at(0, call('c1', 'delete_file', { path: '/a' })), { at: 599_999, step: approve('c1') }];
  expect((await simulated(CONFIRM_DELETE, steps)).said[1]).toMatchObject([{ outcome: 'approved' }]);
});

test('a call without a result is ended in time, at its own time, and lets the next one go on', async () => {
  const steps = [
    at(0, call('r', 'Read', A)),
    at(1, call('w', 'Read', A)),
    at(15, { type: 'step' }),
    at(21, { type: 'step' }),
  ];
  const { said } = await simulated(READ_BEFORE_WRITE, steps);
  expect(said[2]).toMatchObject([
    { type: 'verdict', id: 'w', verdict: 'allow' },
    { type: 'note', message: expect.stringContaining('No result of call "r"') },
  ]);
  // It ran from minute 10 on, when the first one was ended: so it has until minute 20.
  expect(said[3]).toMatchObject([{ type: 'note', message: expect.stringContaining('No result of call "w"') }]);
});

test('a call that is ended without a result and moves something by that says so', async () => {
  const text = 'machines: [{ name: m, initial: a, transitions: [{ on: T, from: a, to: b, when: error }] }]';
  const { said } = await simulated(text, [at(0, call('c', 'T')), at(10, { type: 'step' })]);
  expect(said[1]).toMatchObject([
    { type: 'note' },
    { type: 'advance', id: 'c', transitions: [{ machine: 'm', key: '', from: 'a', to: 'b' }] },
  ]);
});

test('the time-outs can be set', async () => {
  const steps = [at(0, call('c1', 'delete_file', { path: '/a' })), at(2, approve('c1'))];
  expect((await simulated(CONFIRM_DELETE, steps, { askTimeoutMs: 120_000 })).said[1]).toMatchObject([
    { type: 'note' },
    { outcome: 'refused' },
  ]);
});

test('without times nothing ever runs out', async () => {
  const steps = [call('c1', 'delete_file', { path: '/a' }), ...Array<Step>(50).fill({ type: 'step' }), approve('c1')];
  expect((await simulated(CONFIRM_DELETE, steps)).said.at(-1)).toMatchObject([{ outcome: 'approved' }]);
});

test('a clock that goes back ends nothing', async () => {
  const steps = [at(60, call('c1', 'delete_file', { path: '/a' })), at(0, { type: 'step' }), at(65, approve('c1'))];
  expect((await simulated(CONFIRM_DELETE, steps)).said.slice(1)).toMatchObject([[], [{ outcome: 'approved' }]]);
});

test('a timed state runs out by the clock of the trace', async () => {
  const text = READ_BEFORE_WRITE.replace(
    'initial: unread',
    'initial: unread\n    expire: { read: { after: 15m, to: unread } }',
  );
  const steps = [at(0, call('r', 'Read', A)), result('r'), at(15, call('w', 'Write', A))];
  expect((await simulated(text, steps)).said[2]).toMatchObject([{ verdict: 'deny' }]);
});

test('runs and steps print nothing, the end of a run says what is left', async () => {
  const steps: Step[] = [
    { type: 'run_start' },
    call('r', 'Read', A),
    result('r'),
    { type: 'step' },
    { type: 'run_end' },
  ];
  const { said } = await simulated(READ_BEFORE_WRITE, steps);
  expect([said[0], said[3]]).toEqual([[], []]);
  expect(said[4]).toEqual([{ type: 'run_end', decision: 'continue', message: 'Finish: rbw[/a]=read' }]);
});

const REVIEW = `
machines:
  - name: review
    initial: idle
    transitions:
      - { on: Write, from: '*', to: open }
      - { on: { event: step.before_inference }, from: open, to: idle, emit: { target: context, content: 'Review.' } }
`;

test('an event that fires prints what it moved, one that does not prints nothing', async () => {
  const event: Step = { type: 'event', name: 'step.before_inference', data: {} };
  const { said } = await simulated(REVIEW, [event, call('w', 'Write'), result('w'), event]);
  expect(said[0]).toEqual([]);
  expect(said[3]).toEqual([
    {
      type: 'advance',
      event: 'step.before_inference',
      transitions: [{ machine: 'review', key: '', from: 'open', to: 'idle' }],
      reminders: [{ target: 'context', content: 'Review.' }],
    },
  ]);
});

test('what a machine in observe mode would have done is listed and holds nothing', async () => {
  const text = READ_BEFORE_WRITE.replace('initial: unread', 'initial: unread\n    mode: observe');
  expect((await simulated(text, [call('c1', 'Write', A)])).said[0]).toMatchObject([
    { verdict: 'allow', observed: [{ machine: 'rbw', key: '/a', action: 'deny', reason: 'Read /a before writing.' }] },
  ]);
});

test('the state at the end has exactly the keys of inspect', async () => {
  const { end } = await simulated(READ_BEFORE_WRITE, [call('c1', 'Write', A)]);
  expect(end.map((line) => Object.keys(line))).toEqual([
    [
      'type',
      'tool_fsm_thread_state',
      'tool_fsm_run_state',
      'tool_fsm_metrics',
      'tool_fsm_violation_log',
      'tool_fsm_emit_throttle',
    ],
  ]);
});

test('threads do not share state, and each has its state at the end, the one without a name last', async () => {
  const inB = (step: TraceStep): Step => ({ thread: 'b', step });
  const { said, end } = await simulated(READ_BEFORE_WRITE, [
    call('1', 'Read', A),
    result('1'),
    inB(call('1', 'Write', A)),
  ]);
  expect(said[2]).toMatchObject([{ verdict: 'deny', thread: 'b' }]);
  expect(end).toMatchObject([
    { type: 'state', thread: 'b', tool_fsm_thread_state: { rbw: { '/a': 'unread' } } },
    { type: 'state', tool_fsm_thread_state: { rbw: { '/a': 'read' } } },
  ]);
  expect(end[1]).not.toHaveProperty('thread');
});

test('no name of a thread is that of the one without a name', async () => {
  const named = (thread: string): Step => ({ thread, step: call('w', 'Write', A) });
  const steps = [call('r', 'Read', A), result('r'), named('trace'), named('main'), named('')];
  const { said, end } = await simulated(READ_BEFORE_WRITE, steps);
  expect(said.slice(2).flat()).toMatchObject([{ verdict: 'deny' }, { verdict: 'deny' }, { verdict: 'deny' }]);
  expect(end).toHaveLength(4);
});

test('calls that are never let go on are reported at the end', async () => {
  const { end } = await simulated(READ_BEFORE_WRITE, [call('r', 'Read', A), call('w', 'Write', A)]);
  expect(end).toMatchObject([{ type: 'error', line: 2 }, { type: 'state' }]);
});

test('the same trace gives the same lines, byte for byte', async () => {
  const steps = [
    call('r', 'Read', A),
    call('w1', 'Write', A),
    call('w2', 'Write', A),
    result('r'),
    result('w1'),
    result('w2'),
  ];
  const once = await simulated(READ_BEFORE_WRITE, steps);
  expect(JSON.stringify(await simulated(READ_BEFORE_WRITE, steps))).toBe(JSON.stringify(once));
});

test('a call that touches too many instances is denied with the reason', async () => {
  const text = 'machines: [{ name: m, key: "{a[*]}{b[*]}", initial: s, transitions: [{ on: T, from: s, to: s }] }]';
  const many = Array.from({ length: 400 }, (_, i) => String(i));
  const { said } = await simulated(text, [{ type: 'call', id: 'c', tool: 'T', args: { a: many, b: many } }]);
  expect(said[0]).toMatchObject([{ verdict: 'deny', reason: expect.stringContaining('instances') }]);
});
