/** The English texts, one file an area. */
export { backup } from './backup.ts';
export { common } from './common.ts';
export { firstRun } from './first-run.ts';
export { instances } from './instances.ts';
export { journal } from './journal.ts';
export { machines } from './machines.ts';
export { popup } from './popup.ts';
export { sites } from './sites.ts';
export { tryOut } from './try.ts';
