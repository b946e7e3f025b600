/**
 * Timing for `npm run bench`: mitata measures, medians are compared within one run only.
 */
import { do_not_optimize, measure } from 'mitata';

export interface Measured {
  readonly name: string;
  /** Median, in microseconds. */
  readonly micros: number;
}

/** Milliseconds for which a piece of work runs before it is measured, so that all of it is compiled. */
const WARM_UP_MS = 300;

/** Median time of `work`, whose result is kept from being optimised away. */
export async function timed(name: string, work: () => unknown): Promise<Measured> {
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) do_not_optimize(work());
  const { p50 } = await measure(() => do_not_optimize(work()), { min_cpu_time: 500_000_000 });
  return { name, micros: p50 / 1000 };
}

/** Rounds in which things that are compared are measured in turn, so that a machine that slows down slows all of them. */
const ROUNDS = 3;

/** The best of some medians of each piece of work, measured in turn. */
export async function sideBySide(
  works: readonly (readonly [name: string, work: () => unknown])[],
): Promise<readonly Measured[]> {
  const best = new Map<string, Measured>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of works) {
      const measured = await timed(name, work);
      if (measured.micros < (best.get(name)?.micros ?? Number.POSITIVE_INFINITY)) best.set(name, measured);
    }
  }
  return [...best.values()];
}

/** A table with each row's median and its ratio to the row called `base`. */
export function table(title: string, rows: readonly Measured[], base: string): string {
  const reference = rows.find((row) => row.name === base)?.micros ?? Number.NaN;
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map(
    ({ name, micros }) =>
      `| ${name.padEnd(width)} | ${micros.toFixed(3).padStart(10)} | ${(micros / reference).toFixed(2).padStart(8)} |`,
  );
  return [
    `${title} (median; ratio to "${base}")`,
    `| ${'what'.padEnd(width)} | ${'µs'.padStart(10)} | ${'ratio'.padStart(8)} |`,
    `| ${'-'.repeat(width)} | ---------: | -------: |`,
    ...lines,
    '',
  ].join('\n');
}
