/** What the suite asks of a reader and a writer of one answer. */
import { expect } from 'vitest';
import type { ModelRequest, Piece, WireEvent } from '../../engine/wire/model-adapter.ts';
import { eventText } from '../../engine/wire/sse/event.ts';
import { damaged, shapeOf } from './model-damage.ts';
import type { Fixture } from './model-fixtures.ts';
import { callsIn, chunkings, finishOf, type Read, read, show } from './model-replay.ts';
import { type Checker, encode, type ModelConformance, seen } from './model-suite.ts';

export function readChecks(
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
      text: whole.text,
      calls: callsIn(whole).map(({ id, tool, args, undecodable }) =>
        undecodable === null ? { id, tool, args } : { id, tool, args, undecodable: true },
      ),
      reason: finishOf(whole)?.reason ?? null,
    }).toEqual(fixture.expected);
  });

  check('read', 'ends once, if at all, with nothing but a mark behind it', () => {
    const ends = whole.pieces.flatMap(({ kind }, at) => (kind === 'finish' ? [at] : []));
    const [end = whole.pieces.length] = ends;
    const behind = whole.pieces.slice(end + 1).map((piece) => (piece.kind === 'live' ? piece.event.data : piece.kind));
    expect([ends.length <= 1, behind.filter((data) => data !== '[DONE]')]).toEqual([true, []]);
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

  check('bytes', 'gives the same answer where plain events pass without being read', () => {
    if (fixture.form === 'json') return;
    const answers = [false, true].map((passes) => {
      const [reader, writer] = [adapter.reader(request), adapter.writer(request)];
      const shown: string[] = [];
      const take = (pieces: readonly Piece[], block: string, came: WireEvent | null): void => {
        for (const piece of pieces) {
          if (piece.kind === 'call') shown.push(writer.call(piece.call));
          else if (piece.kind === 'finish') shown.push(writer.finish(piece.reason, piece.events));
          else shown.push(writer.live(piece.event) ?? (piece.event === came ? block : eventText(piece.event)));
        }
      };
      for (const { block, event } of whole.steps) {
        if (event === null) continue;
        if (passes && writer.passing && reader.pass(block)) {
          writer.passed(block);
          shown.push(block);
        } else take(reader.read(event), block, event);
      }
      take(reader.end(), '', null);
      return { shown: shown.join(''), entry: reader.entry(), text: reader.text, id: reader.id };
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  check('damage', 'reads and writes damaged events without an error', () => {
    const shapes = new Map(whole.steps.flatMap(({ event }) => (event === null ? [] : [[shapeOf(event.data), event]])));
    for (const event of shapes.values()) {
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

export function writeChecks(
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
    expect(again.text).toBe(whole.text);
  });

  for (const { id } of all) {
    check('withhold', `withholds the call ${id} and nothing else`, async () => {
      const shown = show(adapter.writer(request), whole, (call) => call.id !== id).text;
      expect(calls(await accumulate(shown, form))).toEqual(
        seen(all.filter((call) => call.id !== id && call.undecodable === null)),
      );
      expect(read(adapter, request, { form }, [encode(shown)]).text).toBe(whole.text);
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
