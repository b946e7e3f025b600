/** The English texts that every page needs, the popup among them. */
export { common } from './common.ts';
export { instances } from './instances.ts';
export { popup } from './popup.ts';
