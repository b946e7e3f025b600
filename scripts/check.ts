/** `npm run check`: types and lint, nothing else. */
import { runChecks } from './checks.ts';
import { report } from './report.ts';

report(await runChecks());
