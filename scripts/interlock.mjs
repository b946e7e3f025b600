#!/usr/bin/env node
/** The `interlock` command as a package binary: the same as `npm run -s interlock -- ARGS`. */
process.argv.splice(2, 0, '--quiet', 'engine/cli.ts');
await import('./run.mjs');
