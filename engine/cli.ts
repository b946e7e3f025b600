/**
 * The `interlock` command: the same file runs on Node (22.19 or newer) and on Deno
 * (`deno run --allow-read --allow-env engine/cli.ts …`). It only wires; `cli/` does the work.
 */
import process from 'node:process';
import { main } from './cli/main.ts';
import { platform } from './cli/platform.ts';

process.exitCode = await main(process.argv.slice(2), platform());
