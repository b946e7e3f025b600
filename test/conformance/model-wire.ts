/**
 * The suite that every adapter of a model-level protocol runs through. It replays recorded answers of the model as the guard does,
 * with calls withheld and answers joined, and lets the protocol's official client say what a page would make of it.
 *
 * Fixtures: `*.sse` (a stream) and `*.json` (a body), and `expected.json` with a row for each by file name. `text.sse` and
 * `text.json`, an answer that only says something, have to be there.
 */
import { test } from 'vitest';
import type { ModelRequest } from '../../engine/wire/model-adapter.ts';
import { readChecks, writeChecks } from './model-answers.ts';
import { type Fixture, loadFixtures } from './model-fixtures.ts';
import { finishOf, read } from './model-replay.ts';
import { requestChecks } from './model-requests.ts';
import type { Check, ModelConformance } from './model-suite.ts';
import { historyChecks, joinChecks } from './model-turns.ts';

export type { ModelConformance, SeenCall } from './model-suite.ts';

/** Registers all checks as tests of the calling file. */
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

function requestOf({ adapter, path, request }: ModelConformance, { name, form }: Fixture): ModelRequest {
  const taken = adapter.recognise(path, JSON.stringify({ ...request(name), stream: form === 'sse' }));
  if (taken === null) throw new Error(`The request of the fixture "${name}" is not recognised.`);
  return taken;
}
