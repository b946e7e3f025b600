/** Requests that the page repeats, or makes beside the talk. */
import { expect, test } from 'vitest';
import { addressOf, headersOf, openingOf, pageWith, talk, told } from './kit.ts';
import { kitNamed } from './kits.ts';

const call = (id: string, path: string) => ({ call: id, tool: 'read', args: { path } });

test('a reminder stays behind its own call when the model numbers its calls anew in every answer', async () => {
  const kit = kitNamed('Chat Completions, streaming');
  const page = pageWith(kit, [[call('call_0', '/a')], [call('call_0', '/b')], [{ text: 'Done.' }]]);
  page.background.reminders = ['Remember.'];
  await talk(kit, page, { prompt: 'go', tools: { read: () => 'text' } });
  const [, second, third] = page.asked.map((entries) => told(entries));
  expect(third?.slice(0, second?.length)).toEqual(second);
});

test('a request without tools, made while a call runs, ends neither the call nor the run', async () => {
  const kit = kitNamed('Chat Completions, JSON');
  const page = pageWith(kit, [[call('c1', '/a')], [{ text: 'A title' }], [{ text: 'Done.' }]]);
  const title = {
    ...openingOf(kit),
    messages: [
      { role: 'user', content: 'go' },
      { role: 'user', content: 'Title?' },
    ],
  };
  const init = { method: 'POST', body: JSON.stringify(title), headers: headersOf(kit) };
  const read = async (): Promise<string> => {
    await (await page.fetch(addressOf(kit), init)).text();
    return 'text';
  };
  await talk(kit, page, { prompt: 'go', tools: { read } });
  const { background } = page;
  const counts = [background.of('settle'), background.of('withdraw'), background.of('run'), background.of('end_run')];
  expect(counts.map(({ length }) => length)).toEqual([1, 0, 1, 1]);
});

test('a request without tools, made while a result is recorded or a kept call waits, begins no run', async () => {
  const kit = kitNamed('Chat Completions, JSON');
  const answers = [
    [call('c1', '/a'), call('c2', '/a')],
    [{ text: 'A title' }],
    [{ text: 'A title' }],
    [{ text: 'Done.' }],
  ];
  const page = pageWith(kit, answers);
  const { background } = page;
  const verdicts = (['allow', 'queued', 'ask'] as const)[Symbol.iterator]();
  background.decide = () => verdicts.next().value ?? 'silent';
  background.settles = false;
  const messages = ['go', 'Title?'].map((content) => ({ role: 'user', content }));
  const init = { method: 'POST', body: JSON.stringify({ ...openingOf(kit), messages }), headers: headersOf(kit) };
  const title = async (): Promise<string> => (await page.fetch(addressOf(kit), init)).text();
  const came = talk(kit, page, { prompt: 'go', tools: { read: () => 'text' } });
  await background.until('settle');
  expect(await title()).toContain('A title');
  background.settles = true;
  background.reply({ type: 'settled', call: background.of('settle')[0]?.call ?? '', reminders: [] });
  await background.until('gate', 3);
  expect(await title()).toContain('A title');
  background.resolve(true);
  expect(await came).toMatchObject({ text: 'Done.' });
  expect([background.of('run').length, background.of('end_run').length]).toEqual([1, 1]);
});
