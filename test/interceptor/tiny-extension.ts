/**
 * An extension of the real interceptor and the real bridge around a background of a few lines, so that a browser test of
 * the page realm depends on nothing else.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LOCAL = ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'];

/** Denies `deny_me`, asks about `ask_me` and says yes a moment later, allows the rest; reminds after every result. */
const BACKGROUND = `
const api = globalThis.browser ?? globalThis.chrome;
api.runtime.onConnect.addListener((port) => {
  const say = (message) => port.postMessage(message);
  port.onMessage.addListener((message) => {
    const { type, call, tool } = message;
    if (type === 'hello') say({ type: 'policy', mode: 'enforce' });
    if (type === 'ping') say({ type: 'pong' });
    if (type === 'withdraw') say({ type: 'withdrawn', call });
    if (type === 'end_run') say({ type: 'run_end', end: message.end, decision: 'complete' });
    if (type === 'recall') say({ type: 'recalled', recall: message.recall, conversation: null });
    if (type === 'settle') say({ type: 'settled', call, reminders: [{ target: 'system', content: 'reminded of ' + message.content }] });
    if (type !== 'gate') return;
    if (tool === 'deny_me') return say({ type: 'verdict', call, verdict: 'deny', reason: 'denied by the background' });
    if (tool !== 'ask_me') return say({ type: 'verdict', call, verdict: 'allow' });
    say({ type: 'verdict', call, verdict: 'ask', reason: 'ask', expiresAt: 0 });
    setTimeout(() => say({ type: 'verdict', call, verdict: 'allow' }), 300);
  });
});
`;

/** Builds it into a folder of its own. `first` is the script that the manifest names first. */
export async function tinyExtension(first: 'interceptor' | 'bridge'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-tiny-'));
  for (const name of ['interceptor', 'bridge'] as const) await bundle(name, folder);
  const script = (name: 'interceptor' | 'bridge'): object => ({
    matches: LOCAL,
    js: [`${name}.js`],
    run_at: 'document_start',
    all_frames: true,
    match_about_blank: true,
    match_origin_as_fallback: true,
    ...(name === 'interceptor' ? { world: 'MAIN' } : {}),
  });
  const manifest = {
    manifest_version: 3,
    name: 'tiny',
    version: '1.0',
    host_permissions: LOCAL,
    browser_specific_settings: { gecko: { id: 'tiny@interlock.test', strict_min_version: '128.0' } },
    background: { service_worker: 'background.js', scripts: ['background.js'] },
    content_scripts: [script(first), script(first === 'bridge' ? 'interceptor' : 'bridge')],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'background.js'), BACKGROUND);
  return folder;
}

async function bundle(name: 'interceptor' | 'bridge', folder: string): Promise<void> {
  const entry = join(folder, `${name}.entry.ts`);
  await writeFile(entry, `import script from '${root}entrypoints/${name}.content/index.ts';\nvoid script.main();\n`);
  await build({
    root,
    configFile: false,
    // Names and icons are none of it.
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'tiny', fileName: () => `${name}.js` },
    },
  });
}
