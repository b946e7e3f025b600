/** What pages keep with their conversations has the form that the background checks before it gives it back. */
import { expect, test } from 'vitest';
import { checked } from '../../../entrypoints/background/kept-form.ts';
import { pageWith, talk } from './kit.ts';
import { KITS } from './kits.ts';

const write = (call: string) => ({ call, tool: 'write', args: { path: '/a' } });
const read = (call: string) => ({ call, tool: 'read', args: { path: '/a' } });
const tools = { read: () => 'the text', write: () => 'written' };

for (const kit of KITS)
  test(`all that is kept can be given back: ${kit.name}`, async () => {
    const page = pageWith(kit, [
      [{ text: 'I begin.' }, write('c1'), read('c2'), read('c3')],
      [{ text: 'Once more.' }, write('c4')],
      [{ text: 'Done.' }],
      [{ text: 'Done indeed.' }],
    ]);
    page.background.reminders = ['Note.', { target: 'system', content: 'Be brief.' }];
    page.background.runEnds = [{ continue: 'Go on.' }];
    let reads = 0;
    page.background.decide = ({ tool, call, args }) => {
      if (tool === 'write') return { deny: 'No.' };
      reads += 1;
      if (reads === 2)
        page.background.reply({ type: 'verdict', call, verdict: 'allow', args: { ...Object(args), edited: true } });
      return reads === 2 ? 'silent' : 'allow';
    };
    await talk(kit, page, { prompt: 'go', tools });
    const kept = page.background.of('keep').filter(({ value }) => value !== null);
    const faults = kept.flatMap(({ name, value }) => checked(name, value).faults);
    expect([kept.length > 2, faults]).toEqual([true, []]);
  });
