/**
 * The suite that every adapter of a model-level protocol runs through. It replays recorded answers of the model as the guard does,
 * with calls withheld and answers joined, and lets the protocol's official client say what a page would make of it.
 *
 * Fixtures: `*.sse` (a stream) and `*.json` (a body), and `expected.json` with a row for each by file name. `text.sse` and
 * `text.json`, an answer that only says something, have to be there.
 */
import { expect, test } from 'vitest';
import type { Json, JsonObject, Reminder } from '../../engine/tool-call.ts';
import type { ModelAdapter, ModelRequest, RequestedCall } from '../../engine/wire/model-adapter.ts';
import { type Fixture, loadFixtures } from './model-fixtures.ts';
import { callsIn, chunkings, finishOf, type Read, read, show, textIn } from './model-replay.ts';

/** A call as the page's client hands it to a tool. */
export interface SeenCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Json;
}

type Check =
  | 'read'
  | 'write'
  | 'alive'
  | 'bytes'
  | 'unchanged'
  | 'withhold'
  | 'go-on'
  | 'alone'
  | 'note'
  | 'args'
  | 'history'
  | 'damage';

export interface ModelConformance {
  readonly adapter: ModelAdapter;
  /** Folder under `test/fixtures/`. */
  readonly fixtures: string;
  readonly path: string;
  /** The request that the fixture answers; `stream` is set by the suite. Carries its history, ends with a turn of the user. */
  readonly request: (fixture: string) => JsonObject;
  /** What the official client makes of the answer; rejects when it cannot read it. Comparable with `toEqual`. */
  readonly accumulate: (text: string, form: Fixture['form']) => Promise<Json>;
  /** The calls in what `accumulate` gave, in order. */
  readonly calls: (accumulated: Json) => readonly SeenCall[];
  /** Complaints of a strict server about a request. */
  readonly check: (body: JsonObject) => readonly string[];
  /** What a fixture cannot pass: `check fixture` → the reason. */
  readonly skips?: Readonly<Record<string, string>>;
}

const NOTE = 'Mind the gap: "ü"\n';
const SYSTEM = 'Read before you write.';
const REMINDERS: readonly Reminder[] = [
  { target: 'suffix_system', content: NOTE },
  { target: 'session', role: 'user', content: NOTE },
  { target: 'conversation', role: 'user', content: NOTE },
  { target: 'conversation', role: 'assistant', content: NOTE },
  { target: 'context', content: NOTE },
];

export function modelConformance(suite: ModelConformance): void {
  const { adapter, skips = {} } = suite;
  const fixtures = loadFixtures(suite.fixtures);
  for (const fixture of fixtures) {
    const request = requestOf(suite, fixture);
    const whole = read(adapter, request, fixture, [fixture.bytes]);
    const check = (name: Check, sentence: string, body: () => void | Promise<void>): void => {
      test.skipIf(skips[`${name} ${fixture.name}`] !== undefined)(`${sentence}: ${fixture.name}`, body);
    };
    readChecks(suite, fixture, request, whole, check);
    if (finishOf(whole) === null) continue;
    writeChecks(suite, fixture, request, whole, check);
    joinChecks(suite, fixture, request, whole, check);
    historyChecks(suite, request, whole, check);
  }
  requestChecks(suite);
}

type Checker = (name: Check, sentence: string, body: () => void | Promise<void>) => void;

function readChecks(
  { adapter }: ModelConformance,
  fixture: Fixture,
  request: ModelRequest,
  whole: Read,
  check: Checker,
): void {
  check('read', 'reads the same whole, byte by byte and cut at each event', () => {
    for (const chunks of chunkings(fixture))
      expect(read(adapter, request, fixture, chunks).pieces).toEqual(whole.pieces);
  });

  check('read', 'finds the text, the calls and the end', () => {
    expect({
      text: textIn(whole),
      calls: callsIn(whole).map(({ id, tool, args, undecodable }) =>
        undecodable === null ? { id, tool, args } : { id, tool, args, undecodable: true },
      ),
      reason: finishOf(whole)?.reason ?? null,
    }).toEqual(fixture.expected);
  });

  check('read', 'ends once and last, if at all', () => {
    const ends = whole.pieces.flatMap(({ kind }, at) => (kind === 'finish' ? [at] : []));
    expect(ends).toEqual(ends.length === 0 ? [] : [whole.pieces.length - 1]);
  });

  check('bytes', 'lets what comes before the first call pass as it is', () => {
    if (fixture.form === 'json') return;
    const writer = adapter.writer(request);
    for (const { event, pieces } of whole.steps) {
      if (pieces.some(({ kind }) => kind !== 'live')) break;
      for (const piece of pieces)
        if (piece.kind === 'live')
          expect([piece.event === event, writer.live(piece.event)]).toEqual([piece.event === event, null]);
    }
  });

  check('damage', 'reads and writes damaged events without an error', () => {
    for (const { event } of whole.steps) {
      if (event === null) continue;
      for (const data of damaged(event.data)) {
        const reader = adapter.reader(request);
        const writer = adapter.writer(request);
        for (const step of whole.steps) {
          if (step.event === null) continue;
          for (const piece of reader.read(step.event === event ? { event: event.event, data } : step.event)) {
            if (piece.kind === 'live') writer.live(piece.event);
            else if (piece.kind === 'call') writer.call(piece.call);
            else writer.finish(piece.reason, piece.events);
          }
        }
        reader.end();
        reader.entry();
      }
    }
  });
}

function writeChecks(
  { adapter, accumulate, calls }: ModelConformance,
  { form, text }: Fixture,
  request: ModelRequest,
  whole: Read,
  check: Checker,
): void {
  const all = callsIn(whole);

  check('write', "gives the page's client what it would have read without the guard", async () => {
    const shown = show(adapter.writer(request), whole, () => true).text;
    expect(await accumulate(shown, form)).toEqual(await accumulate(text, form));
  });

  check('unchanged', 'returns a body as it came when nothing was changed', () => {
    if (form === 'json') expect(show(adapter.writer(request), whole, () => true).text).toBe(text);
  });

  check('read', 'reads what it has written', () => {
    const again = read(adapter, request, { form }, [encode(show(adapter.writer(request), whole, () => true).text)]);
    expect(callsIn(again)).toEqual(callsIn(whole).filter(({ undecodable }) => undecodable === null));
    expect(textIn(again)).toBe(textIn(whole));
  });

  for (const { id } of all) {
    check('withhold', `withholds the call ${id} and nothing else`, async () => {
      const shown = show(adapter.writer(request), whole, (call) => call.id !== id).text;
      expect(calls(await accumulate(shown, form))).toEqual(
        seen(all.filter((call) => call.id !== id && call.undecodable === null)),
      );
      expect(textIn(read(adapter, request, { form }, [encode(shown)]))).toBe(textIn(whole));
    });
  }

  check('args', 'hands over a call with the arguments that a person gave', async () => {
    const changed = all.map((call) =>
      typeof call.args === 'string' ? adapter.withArgs(call, 'other') : adapter.withArgs(call, { other: [1, 'ü'] }),
    );
    const writer = adapter.writer(request);
    const shown = show(writer, whole, () => true, changed).text;
    expect(calls(await accumulate(shown, form))).toEqual(
      seen(changed.filter(({ undecodable }) => undecodable === null)),
    );
  });

  check('alive', 'lets a sign of life stand between any two events', async () => {
    if (form === 'json') return;
    const shown = show(adapter.writer(request), whole, () => true, all, adapter.keepAlive).text;
    const plain = show(adapter.writer(request), whole, () => true).text;
    expect(await accumulate(shown, form)).toEqual(await accumulate(plain, form));
  });
}

function joinChecks(
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
      expect(textIn(read(adapter, request, { form }, [encode(shown)]))).toBe(textIn(whole) + textIn(next));
    }
  });

  check('note', 'shows a note of its own when every call is withheld', async () => {
    if (!request.single) return;
    const writer = adapter.writer(request);
    const before = show(writer, whole, () => false, all, '', 'keep back').text;
    const shown = before + writer.note(NOTE) + writer.finish('stop', finishOf(whole)?.events ?? []);
    const again = read(adapter, request, { form }, [encode(shown)]);
    expect(calls(await accumulate(shown, form))).toEqual([]);
    expect([textIn(again), finishOf(again)?.reason]).toEqual([textIn(whole) + NOTE, 'stop']);
  });

  check('alone', 'answers a request itself with calls that were kept', async () => {
    const writer = adapter.writer(request, { id: 'made-up-7' });
    const shown = runnable.map((call) => writer.call(call)).join('') + writer.note(NOTE);
    const text = shown + writer.finish(runnable.length > 0 ? 'calls' : 'stop', []);
    const again = read(adapter, request, { form }, [encode(text)]);
    expect(calls(await accumulate(text, form))).toEqual(seen(runnable));
    expect([textIn(again), again.id]).toEqual([NOTE, writer.id]);
  });
}

function historyChecks(
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

function requestChecks({ adapter, path, request, check }: ModelConformance): void {
  const body = { ...request('text.json'), stream: true };
  const text = JSON.stringify(body);

  test('takes a request apart and puts it together as it was', () => {
    const taken = adapter.recognise(path, text);
    if (taken === null) throw new Error('The request is not recognised.');
    expect(adapter.sniff(path, text)).toBe(true);
    expect(JSON.parse(adapter.build(taken, { entries: taken.entries }))).toEqual(body);
    expect(check(body)).toEqual([]);
  });

  test('adds to the system prompt in a way that a strict server takes, and keeps the rest', () => {
    const taken = adapter.recognise(path, text);
    if (taken === null) throw new Error('The request is not recognised.');
    const built = adapter.build(taken, { entries: taken.entries, system: [SYSTEM, NOTE] });
    expect(check(JSON.parse(built) as JsonObject)).toEqual([]);
    expect(built).toContain(SYSTEM);
    expect(adapter.recognise(path, built)?.entries.filter(({ speaker }) => speaker !== 'system')).toEqual(
      taken.entries.filter(({ speaker }) => speaker !== 'system'),
    );
  });

  test('takes nothing for its own that is not, and never throws', () => {
    for (const foreign of FOREIGN) expect([foreign, adapter.recognise(path, foreign)]).toEqual([foreign, null]);
    expect(adapter.recognise('/elsewhere', text)).toBe(null);
  });

  test('reads every damaged request or leaves it, without an error', () => {
    for (const odd of damaged(text)) {
      const taken = adapter.recognise(path, odd);
      if (taken !== null) adapter.build(taken, { entries: taken.entries });
    }
  });

  test('makes an error body that is JSON and holds the reason', () => {
    expect(JSON.stringify(JSON.parse(adapter.failure(NOTE)))).toContain(JSON.stringify(NOTE).slice(1, -1));
  });
}

const FOREIGN = [
  '',
  'null',
  '7',
  '[]',
  '{}',
  '{"model":',
  '"messages"',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
];

function requestOf({ adapter, path, request }: ModelConformance, { name, form }: Fixture): ModelRequest {
  const taken = adapter.recognise(path, JSON.stringify({ ...request(name), stream: form === 'sse' }));
  if (taken === null) throw new Error(`The request of the fixture "${name}" is not recognised.`);
  return taken;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const seen = (calls: readonly RequestedCall[]): readonly SeenCall[] =>
  calls.map(({ id, tool, args }) => ({ id, tool, args }));

/** The text cut short, and with each of its values replaced by others in turn. */
function* damaged(text: string): Generator<string> {
  yield text.slice(0, text.length >> 1);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // A mark such as `[DONE]`, which can only be cut.
    return;
  }
  for (const other of [null, 7, 'x', [], {}, [null]])
    for (const odd of replaced(value, other)) yield JSON.stringify(odd);
}

function* replaced(value: Json, other: Json): Generator<Json> {
  yield other;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const odd of replaced(item, other)) yield value.with(at, odd);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const odd of replaced(item, other)) yield { ...value, [key]: odd };
  }
}
