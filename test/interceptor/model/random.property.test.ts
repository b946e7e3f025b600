/** Conversations of chance with every official client: what must hold holds whatever the model, the person and the page do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KITS } from './kits.ts';
import { plan } from './random-plan.ts';
import { play } from './random-play.ts';
import { broken } from './random-rules.ts';

const RUNS = 8;

for (const kit of KITS)
  test(`no turn of events breaks a rule: ${kit.name}`, { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(plan, async (given) => {
        expect(broken(await play(kit, given))).toEqual([]);
      }),
      { numRuns: RUNS, seed: 7, timeout: 5_000 },
    ),
  );
