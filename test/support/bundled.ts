/** A module with all it needs, as one script for a page. Runs in Node. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The text of the script; what `entry` exports it leaves behind under `name`. Rejects with the bundler's error. */
export async function bundled(entry: URL, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2023', lib: { entry: fileURLToPath(entry), formats: ['iife'], name } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !('output' in result)) throw new Error('The bundler gave no output.');
  return result.output[0].code;
}
