import { expect, it } from 'vitest';
import { readTable, runTables, TABLES } from './run-tables.ts';

it('every row of the truth tables holds', async () => {
  const { rows, failures } = await runTables();
  expect(failures).toEqual([]);
  expect(rows).toBeGreaterThan(350);
});

it.each(TABLES)('every row of %s has a note of its own', async (table) => {
  const notes = (await readTable(table)).map(({ note }) => note);
  expect(notes.filter((note, at) => note === '' || notes.indexOf(note) !== at)).toEqual([]);
});
