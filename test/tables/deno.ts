/** The truth tables from a command line, under Deno or Node: `deno run --allow-read --allow-env test/tables/deno.ts`. */
import process from 'node:process';
import { runTables } from './run-tables.ts';

const { rows, failures } = await runTables();
for (const { table, row, note, wanted, found } of failures) {
  console.log(`${table}[${row}] ${note}: wanted ${wanted}, found ${found}`);
}
console.log(`${rows} rows, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
