/** Splices of answers that give one id to several calls, in every protocol. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Entry, ModelAdapter, RequestedCall } from '../model-adapter.ts';
import { modelAdapters } from '../model-adapters.ts';
import { placeAt, shownCall } from './anchor.ts';
import { truthOf } from './history.ts';
import { hasRepeats, inserted, nthOf } from './repeats.ts';
import { refusals, type Splice, UNANSWERED } from './splice.ts';

const RAW: Record<string, (name: string) => JsonObject> = {
  'openai-chat': (name) => ({ id: 'c', type: 'function', function: { name, arguments: '{}' } }),
  'openai-responses': (name) => ({ type: 'function_call', call_id: 'c', name, arguments: '{}' }),
  anthropic: (name) => ({ type: 'tool_use', id: 'c', name, input: {} }),
};

const callOf = ({ protocol }: ModelAdapter, tool: string): RequestedCall => ({
  id: 'c',
  tool,
  args: {},
  undecodable: null,
  raw: RAW[protocol]?.(tool) ?? {},
});

/** Put in one by one, as a history is read. */
function answer(adapter: ModelAdapter, ...calls: readonly RequestedCall[]): Entry {
  const bare: Entry = { speaker: 'assistant', raw: [], text: '', calls: [], results: [] };
  return calls.reduce((entry, call) => adapter.withCalls(entry, [call], []), bare);
}

/** The page was handed `handed` of the calls `made`; `denied` of them were refused. */
function told(adapter: ModelAdapter, made: string, handed: string, denied: string): readonly string[] {
  const all = [...made].map((tool) => callOf(adapter, tool));
  const own = all.filter(({ tool }) => handed.includes(tool));
  const results = adapter.results(
    own.map((call) => ({ call, text: `result of ${call.tool}` })),
    [],
  );
  const entries = [adapter.user('go'), answer(adapter, ...own), results];
  const entry = answer(adapter, ...all);
  const refused = [...denied].map((tool) => ({ call: 'c', nth: made.indexOf(tool), text: `no ${tool}` }));
  const splice: Splice = {
    name: '1',
    at: 1,
    ...placeAt(entries, 1),
    others: 'none',
    shown: [{ calls: own.map(shownCall), text: '' }],
    exchanged: [{ entry, denied: refused, goOn: null }],
    changed: false,
  };
  const { entries: whole } = truthOf(adapter, entries, [splice], []);
  expect(whole[1]?.calls.map(({ tool }) => tool).join('')).toBe(made);
  expect(JSON.stringify(whole[2]?.raw)).toContain(String(whole[2]?.results.at(-1)?.content));
  return whole[2]?.results.map(({ content }) => String(content)) ?? [];
}

function each(rule: string, work: (adapter: ModelAdapter) => void): void {
  for (const adapter of modelAdapters) test(`${rule}: ${adapter.protocol}`, () => work(adapter));
}

each('results stand in the order of the calls, wherever the refused one is', (adapter) => {
  expect(told(adapter, 'abc', 'bc', 'a')).toEqual(['no a', 'result of b', 'result of c']);
  expect(told(adapter, 'abc', 'ac', 'b')).toEqual(['result of a', 'no b', 'result of c']);
  expect(told(adapter, 'abc', 'ab', 'c')).toEqual(['result of a', 'result of b', 'no c']);
});

each('a reason goes to the call that it was given for, in whatever order they were given', (adapter) => {
  expect(told(adapter, 'abcd', 'b', 'dca')).toEqual(['no a', 'result of b', 'no c', 'no d']);
});

each('a call that was neither refused nor handed over has not run', (adapter) => {
  expect(told(adapter, 'abc', 'a', 'b')).toEqual(['result of a', 'no b', UNANSWERED]);
});

each('refusals have no place where the ids tell them apart', (adapter) => {
  const other = { ...callOf(adapter, 'b'), id: 'd' };
  const denied = [{ call: 'd', nth: 0, text: 'No.' }];
  const entry = answer(adapter, callOf(adapter, 'a'), other);
  expect(refusals({ entry: { ...entry, calls: [callOf(adapter, 'a'), other] }, denied, goOn: null })).toEqual([
    { call: other, text: 'No.' },
  ]);
});

test('counts those of one id, and puts in what has a place', () => {
  const calls = ['a', 'b', 'a', 'a'].map((id) => ({ id }));
  expect(calls.map((_, at) => nthOf(calls, at))).toEqual([0, 0, 1, 2]);
  expect([hasRepeats(calls), hasRepeats(calls.slice(0, 2))]).toEqual([true, false]);
  const added = [{ item: 'x', at: 0 }, { item: 'y', at: 2 }, { item: 'z' }];
  expect(inserted(['1', '2'], added, 'last')).toEqual(['x', '1', 'y', '2', 'z']);
  expect(inserted(['1', '2'], [{ item: 'z' }], 'first')).toEqual(['z', '1', '2']);
});
