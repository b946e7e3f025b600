import { expect, test } from 'vitest';
import { parseTime } from './time.ts';

test.each([
  [0, 0],
  [1_767_225_600_000, 1_767_225_600_000],
  ['1970-01-01', 0],
  ['1970-01-01T00:00', 0],
  ['1970-01-01T00:00:01', 1_000],
  ['1970-01-01T00:00:00.5Z', 500],
  ['1970-01-01T00:00:00.123456789Z', 123],
  ['1970-01-01 00:00:00Z', 0],
  ['1970-01-01T01:00:00+01:00', 0],
  ['1970-01-01T01:00:00+0100', 0],
  ['1969-12-31T23:00:00-01', 0],
])('%s is %d', (written, ms) => {
  expect(parseTime(written)).toBe(ms);
});

test.each(['', 'now', '1', '2026-13-01', '2026-01-01T25:00', '01.02.2026', null, true, [], {}, Number.NaN, 9e15])(
  '%s is no point in time',
  (written) => {
    expect(parseTime(written)).toBeNull();
  },
);
