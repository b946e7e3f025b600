/** Steps of a check, and what is said at their end. */
import { readFile } from 'node:fs/promises';

export interface Outcome {
  readonly title: string;
  readonly ok: boolean;
  /** Single tests, where the step runs some. */
  readonly tests?: { readonly passed: number; readonly failed: number };
}

/** Runs one step under its title. @param work gives an exit code; what it throws is printed and is a failure */
export async function step(
  title: string,
  work: () => Promise<number>,
  counts?: () => Promise<Outcome['tests']>,
): Promise<Outcome> {
  console.log(`\n== ${title}`);
  const started = Date.now();
  let ok = false;
  try {
    ok = (await work()) === 0;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
  console.log(`== ${title}: ${ok ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
  const tests = await counts?.();
  return { title, ok, ...(tests === undefined ? {} : { tests }) };
}

/** Counts from Vitest's JSON report. A report that is missing counts nothing; the step itself has failed then. */
export async function countsOf(file: string): Promise<Outcome['tests']> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(text) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed, failed };
}

/** Prints the end and sets the exit code. Steps without single tests count as one. */
export function report(outcomes: readonly Outcome[]): void {
  const failures = outcomes.filter(({ ok }) => !ok);
  for (const { title } of failures) console.log(`FAILED: ${title}`);
  const counted = outcomes.map(({ ok, tests }) => {
    if (tests === undefined) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    // Something failed although every test passed: an error outside them.
    return ok || tests.failed > 0 ? tests : { ...tests, failed: 1 };
  });
  const sum = (pick: (one: { passed: number; failed: number }) => number) =>
    counted.reduce((total, one) => total + pick(one), 0);
  console.log(`\n${sum((one) => one.passed)} passed, ${sum((one) => one.failed)} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
