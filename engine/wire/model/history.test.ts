/** What splices do to a history, at every place and in every protocol. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../tool-call.ts';
import type { Entry, ModelAdapter, RequestedCall } from '../model-adapter.ts';
import { modelAdapters } from '../model-adapters.ts';
import { type Others, placeAt, shownCall } from './anchor.ts';
import { truthOf } from './history.ts';
import type { Splice } from './splice.ts';

/** The protocol's own form of a call. */
const RAW: Record<string, (id: string, tool: string, args: JsonObject) => JsonObject> = {
  'openai-chat': (id, name, args) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }),
  'openai-responses': (call_id, name, args) => ({
    type: 'function_call',
    call_id,
    name,
    arguments: JSON.stringify(args),
  }),
  anthropic: (id, name, input) => ({ type: 'tool_use', id, name, input }),
};

function callOf({ protocol }: ModelAdapter, id: string, tool: string, args: JsonObject): RequestedCall {
  return { id, tool, args, undecodable: null, raw: RAW[protocol]?.(id, tool, args) ?? {} };
}

/** An answer that only calls. */
function answer(adapter: ModelAdapter, ...calls: readonly RequestedCall[]): Entry {
  const bare: Entry = { speaker: 'assistant', raw: [], text: '', calls: [], results: [] };
  const order = calls.map(({ id }) => id);
  return adapter.withCalls(bare, calls, order);
}

const read = (adapter: ModelAdapter, id: string, path: string): RequestedCall => callOf(adapter, id, 'read', { path });
const results = (adapter: ModelAdapter, text: string, ...calls: readonly RequestedCall[]): Entry =>
  adapter.results(
    calls.map((call) => ({ call, text })),
    [],
  );

/** Turns of the person, each with one call (of id and path) and its result. */
const talk = (adapter: ModelAdapter, turns: readonly (readonly [id: string, path: string])[]): readonly Entry[] =>
  turns.flatMap(([id, path], at) => {
    const call = read(adapter, id, path);
    return [adapter.user(`turn ${at}`), answer(adapter, call), results(adapter, `text of ${path}`, call)];
  });

/** Behind the entry at `at` the model had refused calls as well. */
function spliceAt(adapter: ModelAdapter, entries: readonly Entry[], at: number, others: Others = 'none'): Splice {
  const calls = entries[at]?.calls ?? [];
  const refused = callOf(adapter, `refused_${at}`, 'write', { path: `/${at}` });
  return {
    name: String(at),
    at,
    ...placeAt(entries, at),
    others,
    shown: [{ calls: calls.map(shownCall), text: '' }],
    exchanged: [
      { entry: answer(adapter, refused, ...calls), denied: [{ call: refused.id, nth: 0, text: 'No.' }], goOn: null },
    ],
    changed: false,
  };
}

const rawOf = (entries: readonly Entry[]): string[] => entries.map(({ raw }) => JSON.stringify(raw));
const callsOf = (entries: readonly Entry[]): string[][] => entries.map(({ calls }) => calls.map(({ id }) => id));
const UNIQUE = ['c0', 'c1', 'c2', 'c3'].map((id, at) => [id, `/p${at}`] as const);
const REPEATED = UNIQUE.map(([, path]) => ['call_0', path] as const);

function each(rule: string, work: (adapter: ModelAdapter) => void): void {
  for (const adapter of modelAdapters) test(`${rule}: ${adapter.protocol}`, () => work(adapter));
}

each('a splice changes its own answer and the results behind it, and no other entry, at each place', (adapter) => {
  for (const ids of [UNIQUE, REPEATED])
    for (const at of [1, 4, 7, 10]) {
      const entries = talk(adapter, ids);
      const { entries: whole } = truthOf(adapter, entries, [spliceAt(adapter, entries, at)], []);
      const changed = whole.flatMap((entry, place) => (entry === entries[place] ? [] : [place]));
      expect(changed).toEqual([at, at + 1]);
      expect(callsOf(whole)[at]).toEqual([`refused_${at}`, ids[(at - 1) / 3]?.[0]]);
      expect(whole[at + 1]?.results.map(({ call }) => call).toSorted()).toEqual(callsOf(whole)[at]?.toSorted());
    }
});

each('the same history is completed in the same bytes, however often, and however long it has grown', (adapter) => {
  fc.assert(
    fc.property(fc.subarray([1, 4, 7, 10]), fc.boolean(), fc.nat({ max: 12 }), (places, repeated, length) => {
      const entries = talk(adapter, repeated ? REPEATED : UNIQUE);
      const splices = places.map((at) => spliceAt(adapter, entries, at));
      const whole = rawOf(truthOf(adapter, entries, splices, []).entries);
      expect(rawOf(truthOf(adapter, entries, splices, []).entries)).toEqual(whole);
      const shorter = entries.slice(0, length - (length % 3));
      expect(rawOf(truthOf(adapter, shorter, splices, []).entries)).toEqual(whole.slice(0, shorter.length));
    }),
    { numRuns: 30, seed: 7 },
  );
});

each('a history that lost its beginning keeps each splice at its own answer, and says that it moved', (adapter) => {
  fc.assert(
    fc.property(fc.subarray([1, 4, 7, 10]), fc.boolean(), fc.nat({ max: 3 }), (places, repeated, turns) => {
      const entries = talk(adapter, repeated ? REPEATED : UNIQUE);
      const splices = places.map((at) => spliceAt(adapter, entries, at, repeated ? 'elsewhere' : 'none'));
      const cut = 3 * turns;
      const found = truthOf(adapter, entries.slice(cut), splices, []);
      const whole = truthOf(adapter, entries, splices, []).entries;
      expect(rawOf(found.entries)).toEqual(rawOf(whole.slice(cut)));
      const kept = splices.filter(({ at }) => at >= cut);
      expect(found.moved.map(({ at }) => at)).toEqual(cut === 0 ? [] : kept.map(({ at }) => at - cut));
    }),
    { numRuns: 30, seed: 7 },
  );
});

each(
  'a splice whose answer was edited is dropped, by its name, and the history stays as the page has it',
  (adapter) => {
    const entries = talk(adapter, REPEATED);
    const other = talk(adapter, [['call_9', '/p1']]).slice(1, 2);
    const edited = [...entries.slice(0, 4), ...other, ...entries.slice(5)];
    const found = truthOf(adapter, edited, [spliceAt(adapter, entries, 4, 'elsewhere')], []);
    expect(found).toEqual({ entries: edited, moved: [], dropped: ['4'] });
  },
);

each(
  'arguments that the client wrote otherwise keep a splice at its place while no other answer was given there',
  (adapter) => {
    const entries = talk(adapter, UNIQUE);
    const otherwise = talk(adapter, [['c0', '/p0'], ['c1', '/p1?limit=9'], ...UNIQUE.slice(2)]);
    const [alone, regenerated] = (['elsewhere', 'here'] as const).map((others) =>
      spliceAt(adapter, entries, 4, others),
    );
    if (alone === undefined || regenerated === undefined) throw new Error('no splices');
    expect(callsOf(truthOf(adapter, otherwise, [alone], []).entries)[4]).toEqual(['refused_4', 'c1']);
    expect(truthOf(adapter, otherwise, [regenerated], []).dropped).toEqual(['4']);
  },
);

each('an answer that is just the same but stands behind something else gets no splice', (adapter) => {
  const entries = talk(adapter, [
    ['call_0', '/a'],
    ['call_0', '/a'],
  ]);
  const splice = spliceAt(adapter, entries, 1, 'elsewhere');
  expect(truthOf(adapter, entries.slice(3), [splice], []).entries).toEqual(entries.slice(3));
});

each('of two answers that are just the same and were moved, each gets its own splice', (adapter) => {
  const twice = talk(adapter, [
    ['c0', '/p'],
    ['call_0', '/a'],
    ['call_0', '/a'],
  ]);
  const splices = [4, 7].map((at) => spliceAt(adapter, twice, at));
  const { entries } = truthOf(adapter, twice.slice(3), splices, []);
  expect([callsOf(entries)[1], callsOf(entries)[4]]).toEqual([
    ['refused_4', 'call_0'],
    ['refused_7', 'call_0'],
  ]);
});

each('calls made side by side stand in the order in which the model made them', (adapter) => {
  const [a, b] = [read(adapter, 'a', '/a'), read(adapter, 'b', '/b')];
  const entries = [adapter.user('go'), answer(adapter, a, b), results(adapter, 'text', b, a)];
  const denied = callOf(adapter, 'x', 'write', {});
  const made = spliceAt(adapter, entries, 1);
  const exchanged = [
    { entry: answer(adapter, a, denied, b), denied: [{ call: 'x', nth: 0, text: 'No.' }], goOn: null },
  ];
  const { entries: whole } = truthOf(adapter, entries, [{ ...made, exchanged }], []);
  expect(callsOf(whole)[1]).toEqual(['a', 'x', 'b']);
  expect(whole[2]?.results.map(({ call }) => call).toSorted()).toEqual(['a', 'b', 'x']);
});
