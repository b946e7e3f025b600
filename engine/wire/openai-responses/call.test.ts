import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import { readCall, withArgs } from './call.ts';

const fn = (more: JsonObject): JsonObject => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'c',
  name: 'f',
  arguments: '{}',
  ...more,
});

test('names a built-in tool after its kind', () => {
  const item = {
    type: 'apply_patch_call',
    id: 'i',
    call_id: 'c',
    status: 'completed',
    operation: { type: 'delete_file', path: 'a' },
  };
  expect(readCall(item, 0)).toMatchObject({
    id: 'c',
    tool: 'apply_patch',
    args: { path: 'a' },
    undecodable: null,
    raw: item,
  });
});

test('puts the namespace before the name', () => {
  expect(readCall(fn({ namespace: 'files' }), 0)?.tool).toBe('files.f');
});

test('reads empty arguments as none', () => {
  expect(readCall(fn({ arguments: '' }), 0)).toMatchObject({ args: {}, undecodable: null });
});

test('says why arguments cannot be decoded, and keeps their text', () => {
  expect(readCall(fn({ arguments: '{"p":' }), 0)).toMatchObject({
    args: '{"p":',
    undecodable: 'its arguments are not JSON',
  });
});

test('lets no call run that was cut off, even when its arguments look complete', () => {
  expect(readCall(fn({ arguments: '{"p":1}', status: 'incomplete' }), 0)).toMatchObject({
    args: '{"p":1}',
    undecodable: 'the call was cut off',
  });
});

test('takes a shell call for one of the page unless it names a container', () => {
  const shell = (environment: JsonObject | null): JsonObject => ({
    type: 'shell_call',
    id: 'i',
    call_id: 'c',
    environment,
    action: { commands: ['ls'] },
  });
  expect(readCall(shell(null), 0)?.tool).toBe('shell');
  expect(readCall(shell({ type: 'local' }), 0)?.tool).toBe('shell');
  expect(readCall(shell({ type: 'container_reference', container_id: 'x' }), 0)).toBe(null);
});

test("leaves calls that run at the model's side", () => {
  for (const type of ['mcp_call', 'mcp_approval_request', 'web_search_call', 'code_interpreter_call'])
    expect([type, readCall({ type, id: 'i' }, 0)]).toEqual([type, null]);
});

test('makes an id for a call that has none, and writes it into the item', () => {
  expect(readCall({ type: 'function_call', name: 'f', arguments: '{}' }, 3)).toMatchObject({
    id: 'call_3',
    raw: { call_id: 'call_3' },
  });
});

test('gives a call other arguments in the form in which it has them', () => {
  const changed = (item: JsonObject, args: JsonObject | string) => {
    const call = readCall(item, 0);
    return call === null ? null : withArgs(call, args).raw;
  };
  const shell: JsonObject = { type: 'shell_call', id: 'i', call_id: 'c', action: { commands: ['rm'] } };
  const custom: JsonObject = { type: 'custom_tool_call', id: 'i', call_id: 'c', name: 'sql', input: 'DROP' };
  expect(changed(fn({}), { p: 1 })).toEqual(fn({ arguments: '{"p":1}' }));
  expect(changed(custom, 'SELECT')).toEqual({ ...custom, input: 'SELECT' });
  expect(changed(shell, { commands: ['ls'] })).toEqual({ ...shell, action: { commands: ['ls'] } });
});
