import { expect, test } from 'vitest';
import { benchOf, CONFIRM_DELETE, call, READ_BEFORE_WRITE, ran, THREAD } from '../test/support/session.ts';
import { GuardClosed } from './guard.ts';

const A = { file_path: '/a' };

test('denies a write before the read of the same path, with the reason of the machine', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  expect(await guard.gate(THREAD, call('1', 'Write', A))).toMatchObject({
    verdict: 'deny',
    reason: 'Read /a before writing.',
  });
});

test('allows the write after the read of the same path', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'allow' });
});

test('a path written another way is the same instance', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', { file_path: '/x/../a' });
  expect(await guard.gate(THREAD, call('2', 'Write', { file_path: '//a/./' }))).toMatchObject({ verdict: 'allow' });
});

test('a failed read unlocks nothing', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A, 'error');
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('a denied write does not advance, and its instance is shown in its initial state', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Write', A));
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toMatchObject({
    first: false,
    transitions: [],
  });
  expect((await guard.inspect(THREAD)).tool_fsm_thread_state).toEqual({ rbw: { '/a': 'unread' } });
});

test('a result settles its call once, however often it is repeated', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toEqual({
    first: false,
    transitions: [],
    reminders: [],
  });
  expect((await guard.inspect(THREAD)).tool_fsm_metrics.total.transitioned).toBe(1);
});

test('reminders come with the result that fired them', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  await guard.gate(THREAD, call('2', 'Write', A));
  expect(await guard.settle(THREAD, '2', { status: 'success', content: 'ok' })).toEqual({
    first: true,
    transitions: [{ machine: 'rbw', key: '/a', from: 'read', to: 'written' }],
    reminders: [{ target: 'suffix_system', content: 'Wrote /a' }],
  });
});

test('a call that is gated again under its id gets the answer that is on disk', async () => {
  const { guard, restarted } = benchOf(READ_BEFORE_WRITE);
  const first = await guard.gate(THREAD, call('1', 'Write', A));
  await ran(guard, '2', 'Read', A);
  const again = await restarted().gate(THREAD, call('1', 'Write', A));
  expect(again).toMatchObject({ verdict: 'deny', reason: first.verdict === 'deny' ? first.reason : '' });
});

test('an allowed call whose answer was lost is allowed again and runs under the same id', async () => {
  const { guard, restarted } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const after = restarted();
  expect(await after.gate(THREAD, call('1', 'Read', A))).toMatchObject({ verdict: 'allow' });
  expect(await after.settle(THREAD, '1', { status: 'success', content: '' })).toMatchObject({ first: true });
});

test('a settled call is not let through a second time', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  expect(await guard.gate(THREAD, call('1', 'Read', A))).toMatchObject({ verdict: 'deny' });
});

test('a write that comes while the read of the same file runs waits for it and is then allowed', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const write = guard.gate(THREAD, call('2', 'Write', A));
  await guard.settle(THREAD, '1', { status: 'success', content: '' });
  expect(await write).toMatchObject({ verdict: 'allow' });
});

test('calls on other instances do not wait', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  expect(await guard.gate(THREAD, call('2', 'Read', { file_path: '/b' }))).toMatchObject({ verdict: 'allow' });
});

test('a call that stands in line is not overtaken by a later one for the same instance', async () => {
  const { guard } = benchOf(`
machines:
  - { name: m, key: "{paths[*]}", initial: s, transitions: [{ on: t, from: s, to: s }] }
`);
  await guard.gate(THREAD, call('1', 't', { paths: ['a'] }));
  const order: string[] = [];
  const both = guard.gate(THREAD, call('2', 't', { paths: ['a', 'b'] })).then(() => order.push('2'));
  const late = guard.gate(THREAD, call('3', 't', { paths: ['b'] })).then(() => order.push('3'));
  await guard.inspect(THREAD);
  expect(order).toEqual([]);
  await guard.settle(THREAD, '1', { status: 'success', content: '' });
  await both;
  await guard.settle(THREAD, '2', { status: 'success', content: '' });
  await late;
  expect(order).toEqual(['2', '3']);
});

test('the line survives a restart: the running read still holds the write back', async () => {
  const { guard, restarted } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const after = restarted();
  const write = after.gate(THREAD, call('2', 'Write', A));
  await after.settle(THREAD, '1', { status: 'error', content: 'no such file' });
  expect(await write).toMatchObject({ verdict: 'deny' });
});

test('an ask gives a ticket and holds nobody up', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  const asked = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  expect(asked).toMatchObject({ verdict: 'ask', reason: 'Delete /a?', ticket: { id: 'ticket-1', status: 'pending' } });
  expect(await guard.gate(THREAD, call('2', 'delete_file', { path: '/a' }))).toMatchObject({ verdict: 'ask' });
});

test('an approved call runs and its transition advances as if its precondition had held', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  expect(await guard.resolve('ticket-1', { approve: true })).toEqual({ outcome: 'approved' });
  expect(await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }))).toMatchObject({ verdict: 'allow' });
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toMatchObject({
    transitions: [{ machine: 'confirm', key: '/a', from: 'idle', to: 'deleted' }],
  });
});

test('on_approve: stay lets the call run and keeps the state', async () => {
  const { guard } = benchOf(CONFIRM_DELETE.replace('action: ask,', 'action: ask, on_approve: stay,'));
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.resolve('ticket-1', { approve: true });
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toMatchObject({
    transitions: [{ machine: 'confirm', key: '/a', from: 'idle', to: 'idle' }],
  });
});

test('an approved call whose result is not accepted moves nothing', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.resolve('ticket-1', { approve: true });
  expect(await guard.settle(THREAD, '1', { status: 'error', content: '' })).toMatchObject({
    first: true,
    transitions: [],
  });
});

test('a rejected call never runs, and the model reads the reason and the note', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  expect(await guard.resolve('ticket-1', { approve: false, note: 'keep it' })).toMatchObject({ outcome: 'rejected' });
  const again = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  expect(again).toMatchObject({ verdict: 'deny', reason: 'Delete /a? A person decided against it: keep it' });
});

test('a ticket is decided once', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.resolve('ticket-1', { approve: false });
  expect(await guard.resolve('ticket-1', { approve: true })).toMatchObject({ outcome: 'refused' });
  expect((await guard.inspect(THREAD)).tool_fsm_metrics.total).toMatchObject({ approved: 0, rejected: 1 });
});

test('two decisions at the same time are one decision', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  const both = await Promise.all([
    guard.resolve('ticket-1', { approve: true }),
    guard.resolve('ticket-1', { approve: true }),
  ]);
  expect(both.map((r) => r.outcome).sort()).toEqual(['approved', 'refused']);
});

test('an unknown ticket is refused', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  expect(await guard.resolve('nope', { approve: true })).toMatchObject({ outcome: 'refused' });
});

test('a pending ask lives on through a restart and can then be approved', async () => {
  const { guard, restarted } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  const after = restarted();
  expect((await after.waiting()).map((t) => [t.id, t.args])).toEqual([['ticket-1', { path: '/a' }]]);
  expect(await after.resolve('ticket-1', { approve: true })).toEqual({ outcome: 'approved' });
});

test('a ticket of an older machine set is refused and changes nothing', async () => {
  const { guard, restarted } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  const after = restarted(READ_BEFORE_WRITE);
  expect(await after.resolve('ticket-1', { approve: true })).toMatchObject({ outcome: 'refused' });
  expect((await after.waiting()).map((t) => t.id)).toEqual(['ticket-1']);
});

test('a waiting call that is gated under a new machine set is decided anew', async () => {
  const { guard, restarted } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  const after = restarted(CONFIRM_DELETE.replace('Delete {path}?', 'Really delete {path}?'));
  expect(await after.gate(THREAD, call('1', 'delete_file', { path: '/a' }))).toMatchObject({
    verdict: 'ask',
    ticket: { id: 'ticket-2' },
  });
  expect((await after.waiting()).map((t) => t.id)).toEqual(['ticket-2']);
});

test('a deny that has arisen before the approval wins', async () => {
  const both = `${CONFIRM_DELETE}
  - name: frozen
    initial: open
    transitions:
      - { on: freeze, from: open, to: frozen }
      - { on: delete_file, from: open, to: open, on_violation: { action: deny, reason: "Frozen." } }
`;
  const { guard } = benchOf(both);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await ran(guard, '2', 'freeze');
  expect(await guard.resolve('ticket-1', { approve: true })).toEqual({ outcome: 'refused', reason: 'Frozen.' });
});

test('an ask that nobody decides expires as a rejection that says so', async () => {
  const { guard, advance } = benchOf(CONFIRM_DELETE, { askTimeoutMs: 60_000 });
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  advance(60_000);
  expect(await guard.sweep()).toBeNull();
  const again = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  expect(again).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('No decision came within 1 min') });
  expect((await guard.inspect(THREAD)).tool_fsm_metrics.total).toMatchObject({ expired: 1, rejected: 0 });
});

test('each thread may have time-outs of its own', async () => {
  const minutes = (thread: string): number => (thread === THREAD ? 60_000 : 600_000);
  const { guard, advance } = benchOf(CONFIRM_DELETE, { askTimeoutMs: minutes, settleTimeoutMs: minutes });
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.gate('other', call('1', 'delete_file', { path: '/a' }));
  await guard.gate(THREAD, call('2', 'other_tool', {}));
  await guard.gate('other', call('2', 'other_tool', {}));
  advance(60_000);
  await guard.sweep();
  expect((await guard.waiting()).map((waiting) => waiting.thread)).toEqual(['other']);
  expect(await guard.gate(THREAD, call('2', 'other_tool', {}))).toMatchObject({ verdict: 'deny' });
  expect(await guard.gate('other', call('2', 'other_tool', {}))).toMatchObject({ verdict: 'allow' });
});

test('sweep says when it has to be called again', async () => {
  const { guard, advance } = benchOf(CONFIRM_DELETE, { askTimeoutMs: 60_000 });
  const asked = await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  advance(30_000);
  expect(await guard.sweep()).toBe(asked.verdict === 'ask' ? asked.ticket.expiresAt : 0);
});

test('a call whose result never comes is settled as an error', async () => {
  const { guard, advance } = benchOf(READ_BEFORE_WRITE, { settleTimeoutMs: 60_000 });
  await guard.gate(THREAD, call('1', 'Read', A));
  const write = guard.gate(THREAD, call('2', 'Write', A));
  advance(60_000);
  await guard.sweep();
  expect(await write).toMatchObject({ verdict: 'deny' });
});

test('a waiting call whose caller is gone is never let through', async () => {
  const { guard } = benchOf(CONFIRM_DELETE);
  await guard.gate(THREAD, call('1', 'delete_file', { path: '/a' }));
  await guard.withdraw(THREAD, '1', 'The page was closed.');
  expect(await guard.resolve('ticket-1', { approve: true })).toMatchObject({ outcome: 'refused' });
  expect(await guard.waiting()).toEqual([]);
});

test('a call that stands in line is sent away when its caller is gone', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const write = guard.gate(THREAD, call('2', 'Write', A));
  await guard.withdraw(THREAD, '2', 'Aborted.');
  expect(await write).toMatchObject({ verdict: 'deny' });
  await guard.settle(THREAD, '1', { status: 'success', content: '' });
  expect(await guard.gate(THREAD, call('3', 'Write', A))).toMatchObject({ verdict: 'allow' });
});

test('a call that is withdrawn before it was gated does not run', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.withdraw(THREAD, '1', 'Aborted.');
  expect(await guard.gate(THREAD, call('1', 'Read', A))).toMatchObject({ verdict: 'deny' });
});

test('a running call whose page is gone no longer holds the line', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const second = guard.gate(THREAD, call('2', 'Read', A));
  await guard.withdraw(THREAD, '1', 'The page was closed.');
  expect(await second).toMatchObject({ verdict: 'allow' });
});

test('a run that ends with unfinished instances is continued until the cap, and then not called done', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.startRun(THREAD);
  await ran(guard, '1', 'Read', A);
  expect(await guard.endRun(THREAD)).toMatchObject({ decision: 'continue', message: 'Finish: rbw[/a]=read' });
  expect(await guard.endRun(THREAD)).toMatchObject({ decision: 'continue' });
  expect(await guard.endRun(THREAD)).toMatchObject({ decision: 'complete', capped: true });
  await guard.startRun(THREAD);
  expect(await guard.endRun(THREAD)).toMatchObject({ decision: 'continue' });
});

test('a run that ends with nothing unfinished is complete', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  await ran(guard, '2', 'Write', A);
  expect(await guard.endRun(THREAD)).toMatchObject({ decision: 'complete', capped: false });
});

test('state of run scope ends with its run and state of thread scope stays', async () => {
  const text = `
machines:
  - { name: budget, scope: run, initial: fresh, transitions: [{ on: spend, from: fresh, to: spent }] }
  - { name: seen, initial: unspent, transitions: [{ on: spend, from: '*', to: spent }] }
`;
  const { guard } = benchOf(text);
  await guard.startRun(THREAD);
  await ran(guard, '1', 'spend');
  expect(await guard.inspect(THREAD)).toMatchObject({ tool_fsm_run_state: { budget: { '': 'spent' } } });
  await guard.startRun(THREAD);
  const after = await guard.inspect(THREAD);
  expect(after.tool_fsm_run_state).toEqual({});
  expect(after.tool_fsm_thread_state).toEqual({ seen: { '': 'spent' } });
  expect(await guard.gate(THREAD, call('2', 'spend'))).toMatchObject({ verdict: 'allow' });
});

test('threads do not share state', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  expect(await guard.gate('t2', call('1', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('a closed guard sends those who stand in line away to ask the new one', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  await guard.gate(THREAD, call('1', 'Read', A));
  const write = guard.gate(THREAD, call('2', 'Write', A));
  guard.close();
  await expect(write).rejects.toBeInstanceOf(GuardClosed);
});

test('a store that fails to commit fails the gate: no answer is given', async () => {
  const { store } = benchOf(READ_BEFORE_WRITE);
  const broken = {
    ...store,
    read: store.read.bind(store),
    scan: store.scan.bind(store),
    commit: () => Promise.reject(new Error('disk full')),
  };
  const { guard } = benchOf(READ_BEFORE_WRITE, { store: broken });
  await expect(guard.gate(THREAD, call('1', 'Read', A))).rejects.toThrow('disk full');
});

test('a state that the machine no longer has starts again at initial, on record', async () => {
  const { guard, restarted, store } = benchOf(READ_BEFORE_WRITE);
  await ran(guard, '1', 'Read', A);
  const after = restarted(
    READ_BEFORE_WRITE.replaceAll('read,', 'seen,')
      .replaceAll('to: read', 'to: seen')
      .replaceAll('from: read', 'from: seen'),
  );
  expect(await after.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
  const kinds = (await Array.fromAsync(store.journal())).map((e) => e.happening);
  expect(kinds).toContainEqual({ type: 'unknown_state', machine: 'rbw', key: '/a', from: 'read', to: 'unread' });
});

test('a timed state runs out by the clock', async () => {
  const { guard, advance } = benchOf(
    READ_BEFORE_WRITE.replace('initial: unread', 'initial: unread\n    expire: { read: { after: 15m, to: unread } }'),
  );
  await ran(guard, '1', 'Read', A);
  advance(15 * 60_000);
  expect((await guard.inspect(THREAD)).tool_fsm_thread_state).toEqual({ rbw: { '/a': 'unread' } });
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('a timed state runs out by model steps', async () => {
  const { guard } = benchOf(
    READ_BEFORE_WRITE.replace(
      'initial: unread',
      'initial: unread\n    expire: { read: { after: { steps: 2 }, to: unread } }',
    ),
  );
  await ran(guard, '1', 'Read', A);
  await guard.step(THREAD);
  await guard.step(THREAD);
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('repeated violations escalate from deny to ask', async () => {
  const { guard } = benchOf(
    READ_BEFORE_WRITE.replace('action: deny,', 'action: deny, escalate: { after: 2, action: ask },'),
  );
  expect(await guard.gate(THREAD, call('1', 'Write', A))).toMatchObject({ verdict: 'deny' });
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
  expect(await guard.gate(THREAD, call('3', 'Write', A))).toMatchObject({ verdict: 'ask' });
  expect(await guard.gate(THREAD, call('4', 'Write', { file_path: '/b' }))).toMatchObject({ verdict: 'deny' });
});

test('a new run forgets the violations that escalate', async () => {
  const { guard } = benchOf(
    READ_BEFORE_WRITE.replace('action: deny,', 'action: deny, escalate: { after: 1, action: ask },'),
  );
  await guard.gate(THREAD, call('1', 'Write', A));
  await guard.startRun(THREAD);
  expect(await guard.gate(THREAD, call('2', 'Write', A))).toMatchObject({ verdict: 'deny' });
});

test('a machine in observe mode records what it would have done and holds nothing', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE.replace('initial: unread', 'initial: unread\n    mode: observe'));
  const gated = await guard.gate(THREAD, call('1', 'Write', A));
  expect(gated).toMatchObject({
    verdict: 'allow',
    violations: [],
    observed: [{ action: 'deny', reason: 'Read /a before writing.' }],
  });
});

test('a warned call runs and the warning becomes a reminder', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE.replace('action: deny', 'action: warn'));
  expect(await guard.gate(THREAD, call('1', 'Write', A))).toMatchObject({ verdict: 'warn' });
  expect(await guard.settle(THREAD, '1', { status: 'success', content: '' })).toEqual({
    first: true,
    transitions: [],
    reminders: [{ target: 'suffix_system', content: 'Read /a before writing.' }],
  });
});

test('inspect has exactly the documented keys', async () => {
  const { guard } = benchOf(READ_BEFORE_WRITE);
  expect(Object.keys(await guard.inspect(THREAD))).toEqual([
    'tool_fsm_thread_state',
    'tool_fsm_run_state',
    'tool_fsm_metrics',
    'tool_fsm_violation_log',
    'tool_fsm_emit_throttle',
  ]);
});
