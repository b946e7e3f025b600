/** What the suite asks of answers that are joined, and of the history that they become. */
import { expect } from 'vitest';
import type { JsonObject, Reminder } from '../../engine/tool-call.ts';
import type { ModelRequest } from '../../engine/wire/model-adapter.ts';
import { type Fixture, loadFixtures } from './model-fixtures.ts';
import { callsIn, finishOf, type Read, read, show } from './model-replay.ts';
import { type Checker, encode, type ModelConformance, NOTE, seen } from './model-suite.ts';

const REMINDERS: readonly Reminder[] = [
  { target: 'suffix_system', content: NOTE },
  { target: 'session', role: 'user', content: NOTE },
  { target: 'conversation', role: 'user', content: NOTE },
  { target: 'conversation', role: 'assistant', content: NOTE },
  { target: 'context', content: NOTE },
];

export function joinChecks(
  suite: ModelConformance,
  fixture: Fixture,
  request: ModelRequest,
  whole: Read,
  check: Checker,
): void {
  const { adapter, accumulate, calls } = suite;
  const { form } = fixture;
  const all = callsIn(whole);
  const runnable = all.filter(({ undecodable }) => undecodable === null);

  check('go-on', 'continues with another answer, of which the page reads one', async () => {
    if (!request.single) return;
    const plain = loadFixtures(suite.fixtures).find(({ name }) => name === `text.${form}`);
    if (plain === undefined) throw new Error(`test/fixtures/${suite.fixtures}/text.${form} is missing.`);
    const other = read(adapter, request, plain, [plain.bytes]);
    for (const [next, rest] of [[other, []] as const, [whole, runnable] as const]) {
      const writer = adapter.writer(request);
      const first = show(writer, whole, () => false, all, '', 'keep back').text;
      writer.next(finishOf(whole)?.events ?? []);
      const shown = first + show(writer, next, () => true).text;
      expect(calls(await accumulate(shown, form))).toEqual(seen(rest));
      expect(read(adapter, request, { form }, [encode(shown)]).text).toBe(whole.text + next.text);
    }
  });

  check('note', 'shows a note of its own when every call is withheld', async () => {
    if (!request.single) return;
    const writer = adapter.writer(request);
    const before = show(writer, whole, () => false, all, '', 'keep back').text;
    const shown = before + writer.note(NOTE) + writer.finish('stop', finishOf(whole)?.events ?? []);
    const again = read(adapter, request, { form }, [encode(shown)]);
    expect(calls(await accumulate(shown, form))).toEqual([]);
    expect([again.text, finishOf(again)?.reason]).toEqual([whole.text + NOTE, 'stop']);
  });

  check('alone', 'answers a request itself with calls that were kept', async () => {
    const writer = adapter.writer(request, { id: 'made-up-7' });
    const shown = runnable.map((call) => writer.call(call)).join('') + writer.note(NOTE);
    const text = shown + writer.finish(runnable.length > 0 ? 'calls' : 'stop', []);
    const again = read(adapter, request, { form }, [encode(text)]);
    expect(calls(await accumulate(text, form))).toEqual(seen(runnable));
    expect([again.text, again.id]).toEqual([NOTE, writer.id]);
  });
}

export function historyChecks(
  { adapter, check: strict, path }: ModelConformance,
  request: ModelRequest,
  whole: Read,
  check: Checker,
): void {
  // Of an answer with alternatives, one is gone on from.
  const all = whole.entry.calls;
  const denied = all.map((call) => ({ call, text: `Denied: ${call.tool}` }));
  const said = all.length === 0 ? adapter.user('Go on.') : adapter.results(denied, []);
  const entries = [...request.entries, whole.entry, said];
  const complaints = (text: string): readonly string[] => strict(JSON.parse(text) as JsonObject);

  check('history', 'sends the answer and its results back in a request that a strict server takes', () => {
    expect(complaints(adapter.build(request, { entries }))).toEqual([]);
  });

  check('history', 'recognises the request that it has built, and builds it alike', () => {
    const text = adapter.build(request, { entries });
    const again = adapter.recognise(path, text);
    expect(again?.entries).toEqual(JSON.parse(JSON.stringify(entries)));
    expect(adapter.build(request, { entries })).toBe(text);
  });

  check('history', 'puts a withheld call and its result back in their places', () => {
    if (!request.single) return;
    for (const lost of all) {
      const shown = show(adapter.writer(request), whole, ({ id }) => id !== lost.id).text;
      const page = read(adapter, request, { form: request.stream ? 'sse' : 'json' }, [encode(shown)]);
      const missing = all.filter(({ id }) => !page.entry.calls.some((call) => call.id === id));
      const restored = adapter.withCalls(
        page.entry,
        missing,
        all.map(({ id }) => id),
      );
      expect(restored.calls).toEqual(whole.entry.calls);
      const own = denied.filter(({ call }) => !missing.includes(call));
      const back = adapter.results(
        denied.filter(({ call }) => missing.includes(call)),
        own.length === 0 ? [] : [adapter.results(own, [])],
      );
      expect(complaints(adapter.build(request, { entries: [...request.entries, restored, back] }))).toEqual([]);
      expect(back.results.map(({ call }) => call).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    }
  });

  check('history', 'puts a reminder where a strict server takes it', () => {
    for (const reminder of REMINDERS) {
      const text = adapter.build(request, { entries: adapter.remind(entries, entries.length - 1, reminder) });
      expect([reminder.target, complaints(text)]).toEqual([reminder.target, []]);
      expect(text).toContain(JSON.stringify(NOTE).slice(1, -1));
    }
  });
}
