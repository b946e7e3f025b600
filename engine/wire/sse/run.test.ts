/** Rules of cutting a stream into runs of whole events. */
import { expect, test } from 'vitest';
import { RunCutter } from './run.ts';

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

function cut(...chunks: readonly string[]): readonly (string | null)[] {
  const cutter = new RunCutter();
  const runs = chunks.map((chunk) => cutter.push(encoder.encode(chunk)));
  return [...runs.map((run) => (run === null ? null : decoder.decode(run))), decoder.decode(cutter.rest())];
}

test('gives out all whole events of a chunk in one piece and keeps the rest', () => {
  expect(cut('data: a\n\ndata: b\n\nda', 'ta: c\n\n')).toEqual(['data: a\n\ndata: b\n\n', 'data: c\n\n', '']);
});

test('finds an empty line that is spread over chunks', () => {
  expect(cut('data: a\n', '\ndata: b')).toEqual([null, 'data: a\n\n', 'data: b']);
  expect(cut('data: a\r\n\r', '\n')).toEqual([null, 'data: a\r\n\r\n', '']);
});

test('takes lines of one event for no end', () => {
  expect(cut('event: a\ndata: b\n')).toEqual([null, 'event: a\ndata: b\n']);
});

test('gives out bytes of its own', () => {
  const chunk = encoder.encode('data: a\n\ndata: b');
  const cutter = new RunCutter();
  const run = cutter.push(chunk);
  chunk.fill(0);
  expect([decoder.decode(run ?? undefined), decoder.decode(cutter.rest())]).toEqual(['data: a\n\n', 'data: b']);
});
