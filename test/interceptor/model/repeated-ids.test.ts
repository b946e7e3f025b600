/** Servers that number their calls anew in every answer: `call_0` is a different call each time. */
import { expect, test } from 'vitest';
import { type Kit, pageWith, talk, told } from './kit.ts';
import { KITS } from './kits.ts';

const read = (path: string) => ({ call: 'call_0', tool: 'read', args: { path } });
const write = (path: string) => ({ call: 'call_0', tool: 'write', args: { path } });
const beside = (path: string) => ({ call: 'call_1', tool: 'read', args: { path } });
const tools = { read: ({ path }: Record<string, unknown>) => `text of ${path}`, write: () => 'written' };
const noWrites = ({ tool }: { readonly tool: string }) => (tool === 'write' ? { deny: 'No.' } : ('allow' as const));
// The strict servers of Messages and Responses take no id twice in one history; local servers that repeat them speak Chat Completions.
const kits = KITS.filter(({ protocol }) => protocol === 'openai-chat');

function each(rule: string, work: (kit: Kit) => Promise<void>): void {
  for (const kit of kits) test(`${rule}: ${kit.name}`, () => work(kit));
}

each('each of two calls with one id is settled with its own result', async (kit) => {
  const page = pageWith(kit, [[read('/a')], [read('/b')], [{ text: 'Done.' }]]);
  await talk(kit, page, { prompt: 'go', tools });
  expect(page.background.of('settle').map(({ content }) => content)).toEqual(['text of /a', 'text of /b']);
});

each('a refused call is put back at its own answer, not at a later one with the same ids', async (kit) => {
  const page = pageWith(kit, [[write('/w'), beside('/a')], [beside('/b')], [beside('/c')], [{ text: 'Done.' }]]);
  page.background.decide = noWrites;
  await talk(kit, page, { prompt: 'go', tools });
  const asked = page.asked.map((entries) => told(entries));
  const last = asked.at(-1) ?? [];
  expect(last.filter((line) => line === 'call call_0: write')).toHaveLength(1);
  expect(asked.map((lines) => last.slice(0, lines.length))).toEqual(asked);
});
