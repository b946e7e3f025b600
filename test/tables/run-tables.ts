/**
 * Runs the truth tables. Neutral: no test framework, no runtime but `node:fs`, so Vitest, Deno and Node run the same rows.
 */
import { readFile } from 'node:fs/promises';
import { checkRow, type Outcome, type Row } from './check-row.ts';

export const TABLES: readonly string[] = ['globs', 'patterns', 'keys', 'templates'];

export interface Failure extends Outcome {
  readonly table: string;
  /** Position in the table, from 0. */
  readonly row: number;
  readonly note: string;
}

/** The rows of one table. Read as text, not imported: a bundler would turn a `__proto__` field into a prototype. */
export async function readTable(name: string): Promise<readonly Row[]> {
  return JSON.parse(await readFile(new URL(`./${name}.json`, import.meta.url), 'utf8')) as readonly Row[];
}

/** Runs every row of every table; a row that throws is a failure like any other. */
export async function runTables(): Promise<{ readonly rows: number; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  let rows = 0;
  for (const table of TABLES) {
    for (const [index, row] of (await readTable(table)).entries()) {
      rows++;
      const result = attempt(row);
      if (result.wanted !== result.found) failures.push({ ...result, table, row: index, note: row.note });
    }
  }
  return { rows, failures };
}

function attempt(row: Row): Outcome {
  try {
    return checkRow(row);
  } catch (error) {
    return { wanted: 'an answer', found: String(error) };
  }
}
