/** `npm run build`: the extension for both browsers. */
import { buildExtension } from './extension.ts';

for (const kind of ['chromium', 'firefox'] as const) console.log(await buildExtension(kind, console.log));
