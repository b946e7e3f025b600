/** What the suite asks of taking a request apart. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import { damaged } from './model-damage.ts';
import { type ModelConformance, NOTE } from './model-suite.ts';

const SYSTEM = 'Read before you write.';

export function requestChecks({ adapter, path, request, check }: ModelConformance): void {
  const body = { ...request('text.json'), stream: true };
  const text = JSON.stringify(body);

  test('takes a request apart and puts it together as it was', () => {
    const taken = adapter.recognise(path, text);
    if (taken === null) throw new Error('The request is not recognised.');
    expect([adapter.creates(path), adapter.sniff(path, text)]).toEqual([true, true]);
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
