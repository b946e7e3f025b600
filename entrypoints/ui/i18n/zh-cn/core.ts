/** The Simplified Chinese texts that every page needs, the popup among them. */
export { characters } from './characters.ts';
export { common } from './common.ts';
export { instances } from './instances.ts';
export { popup } from './popup.ts';
