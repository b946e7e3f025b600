import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['30s', 30_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['090s', 90_000],
])('%s is %i milliseconds', (source, ms) => {
  expect(parseDuration(source)).toEqual({ ok: true, value: ms });
});

test.each([
  ['a number without a unit', '15', 2],
  ['an unknown unit', '15w', 2],
  ['a unit in capitals', '15M', 2],
  ['nothing', '', 0],
  ['a unit alone', 'm', 0],
  ['a fraction', '1.5h', 1],
  ['a sign', '-5m', 0],
  ['space before the unit', '5 m', 1],
  ['two units', '1h30m', 1],
  ['no time at all', '0s', 0],
  ['more than can be counted', '9007199254740993s', 0],
])('%s is no duration', (_name, source, offset) => {
  expect(parseDuration(source)).toMatchObject({ ok: false, error: { offset } });
});
