import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEvent } from './event.ts';
import { EventFramer, type FramerOptions, type Segment } from './framer.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString();

function cut(chunks: readonly Uint8Array[], options?: FramerOptions): Segment[] {
  const framer = new EventFramer(options);
  const segments = chunks.flatMap((chunk) => framer.push(chunk));
  const last = framer.flush();
  return last === null ? segments : [...segments, last];
}

const blocks = (segments: readonly Segment[]): string[] =>
  segments.flatMap((s) => (s.block === null ? [] : [text([s.block])]));

const STREAMS = [
  'data: a\n\ndata: b\n\n',
  'id: 1\r\ndata: a\r\n\r\n: note\r\n\r\nevent: x\r\ndata: b\r\ndata: c\r\n\r\n',
  'data: a\r\rdata: b\r\r',
  'data: ü€😀\n\n\n\ndata: unfinished',
  '\ufeffdata: a\n\n',
  'data: a\n\r\ndata: b\r\n\n',
];

test('cuts a stream into whole events', () => {
  expect(blocks(cut([bytes('id: 1\ndata: a\n\n: c\n\nrest')]))).toEqual(['id: 1\ndata: a\n\n', ': c\n\n', 'rest']);
});

test('hands on every byte, wherever the chunks are cut', () => {
  for (const stream of STREAMS) {
    const all = bytes(stream);
    for (let at = 0; at <= all.length; at += 1) {
      expect(text(cut([all.subarray(0, at), all.subarray(at)]).map((s) => s.bytes))).toBe(text([all]));
    }
  }
});

test('finds the same events byte by byte as in one piece', () => {
  for (const stream of STREAMS) {
    const all = bytes(stream);
    const single = [...all].map((_, at) => all.subarray(at, at + 1));
    const events = (chunks: Uint8Array[]) =>
      cut(chunks)
        .flatMap((s) => (s.block === null ? [] : [parseEvent(s.block)]))
        .filter((event) => event.data !== null);
    expect(events(single)).toEqual(events([all]));
  }
});

test('passes an unfinished event early when told so, and still knows the whole', () => {
  const segments = cut([bytes('data: a'), bytes('b\n'), bytes('\ndata: c\n\n')], { early: () => true });
  expect(segments.map((s) => [text([s.bytes]), s.block === null ? null : text([s.block]), s.intact])).toEqual([
    ['data: a', null, false],
    ['b\n', null, false],
    ['\n', 'data: ab\n\n', false],
    ['data: c\n\n', 'data: c\n\n', true],
  ]);
});

test('hands out bytes that the receiver may take over', () => {
  const framer = new EventFramer({ early: () => true });
  for (const segment of framer.push(bytes('data: a')))
    structuredClone(segment.bytes, { transfer: [segment.bytes.buffer] });
  const [end] = framer.push(bytes('b\n\n'));
  expect(end?.block && text([end.block])).toBe('data: ab\n\n');
});

test('says of each piece whether an event ends with it', () => {
  const segments = cut([bytes('data: a'), bytes('\n\ndata: b\n\n')], { early: () => true });
  expect(segments.map((s) => s.ends)).toEqual([false, true, true]);
});

test('lets an event that outgrows the limit pass unread, and reads the next', () => {
  const segments = cut([bytes('data: 123456789'), bytes('0\n'), bytes('\ndata: b\n\n')], { limit: 12 });
  expect(text(segments.map((s) => s.bytes))).toBe('data: 1234567890\n\ndata: b\n\n');
  expect(blocks(segments)).toEqual(['data: b\n\n']);
});

test('loses nothing of any bytes in any chunks', () => {
  const chunk = fc.string({ unit: fc.constantFrom('\n', '\r', 'd', ':', ' ', 'é') }).map(bytes);
  fc.assert(
    fc.property(fc.array(chunk), fc.boolean(), fc.integer({ min: 1, max: 9 }), (chunks, early, limit) => {
      expect(text(cut(chunks, { early: () => early, limit }).map((s) => s.bytes))).toBe(text(chunks));
    }),
  );
});
