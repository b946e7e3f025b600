/** The English texts of the options and the first page: the popup does without them. */
export { backup } from './backup.ts';
export { files } from './files.ts';
export { firstRun } from './first-run.ts';
export { journal } from './journal.ts';
export { machines } from './machines.ts';
export { sites } from './sites.ts';
export { tryOut } from './try.ts';
