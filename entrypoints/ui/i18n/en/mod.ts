/** The English texts, one file an area. */
export * from './core.ts';
export * from './options.ts';
