import { expect, test } from 'vitest';
import { benchOf, call, ran, THREAD } from '../../test/support/session.ts';

const TRACKING = `
machines:
  - name: list
    key: "{id}"
    initial: idle
    transitions:
      - { on: todo_write, from: '*', to: tracking }
      - on: { event: step.before_inference }
        from: tracking
        to: tracking
        update: { increment: [shown] }
        emit: { target: context, content: "Review {event.name} {instance.counters.shown}." }
`;

test('an event fires on the instances its data names', async () => {
  const { guard } = benchOf(TRACKING);
  await ran(guard, '1', 'todo_write', { id: 'a' });
  await ran(guard, '2', 'todo_write', { id: 'b' });
  const { transitions } = await guard.event(THREAD, 'step.before_inference', { id: 'b' });
  expect(transitions.map((t) => t.key)).toEqual(['b']);
});

test('an event whose data names no key fires on every materialised instance', async () => {
  const { guard } = benchOf(TRACKING);
  await ran(guard, '1', 'todo_write', { id: 'a' });
  await ran(guard, '2', 'todo_write', { id: 'b' });
  const { transitions } = await guard.event(THREAD, 'step.before_inference');
  expect(transitions.map((t) => t.key)).toEqual(['a', 'b']);
});

test('an event reminds in the next model request only', async () => {
  const { guard } = benchOf(TRACKING);
  await ran(guard, '1', 'todo_write', { id: 'a' });
  const { reminders } = await guard.event(THREAD, 'step.before_inference');
  expect(reminders).toEqual([{ target: 'context', content: 'Review step.before_inference 1.' }]);
});

test('an event does nothing where its precondition does not hold, and leaves no trace', async () => {
  const { guard, store } = benchOf(TRACKING);
  expect(await guard.event(THREAD, 'step.before_inference', { id: 'a' })).toEqual({ transitions: [], reminders: [] });
  expect(await Array.fromAsync(store.journal())).toEqual([]);
});

test('an event of another name does nothing', async () => {
  const { guard } = benchOf(TRACKING);
  await ran(guard, '1', 'todo_write', { id: 'a' });
  expect(await guard.event(THREAD, 'other')).toEqual({ transitions: [], reminders: [] });
});

test('a tool call never fires an event transition', async () => {
  const { guard } = benchOf(TRACKING);
  await ran(guard, '1', 'todo_write', { id: 'a' });
  expect(await guard.gate(THREAD, call('2', 'step.before_inference', { id: 'a' }))).toMatchObject({
    verdict: 'allow',
    violations: [],
  });
  expect((await guard.inspect(THREAD)).tool_fsm_thread_state).toEqual({ list: { a: 'tracking' } });
});
