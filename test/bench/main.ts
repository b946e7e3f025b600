/**
 * `npm run bench [gate|patterns|stores|popup|pass-through]`: speed and memory, side by side in one run. Compare ratios, never figures of two runs.
 */
const benches: Readonly<Record<string, () => Promise<(print: (text: string) => void) => Promise<void>>>> = {
  gate: async () => (await import('./gate.ts')).benchGate,
  patterns: async () => (await import('./patterns.ts')).benchPatterns,
  stores: async () => (await import('./stores.ts')).benchStores,
  popup: async () => (await import('./popup.ts')).benchPopup,
  'pass-through': async () => (await import('./pass-through.ts')).benchPassThrough,
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
for (const name of wanted) {
  const load = benches[name];
  if (load === undefined) {
    console.error(`There is no benchmark "${name}". There are: ${Object.keys(benches).join(', ')}.`);
    process.exitCode = 2;
    break;
  }
  const bench = await load();
  await bench((text) => console.log(text));
}
