/**
 * The console's page at both levels at once: it talks to the model itself, and its tools are MCP servers. Whatever a call goes
 * through, it is gated once and settled once; the journal is the witness.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '../../engine/state/journal.ts';
import { readJournal } from '../../scripts/start/tour/final-state.ts';
import { PROTOCOL_NAMES, PROTOCOLS, type Protocol } from '../console/protocols/protocol.ts';
import { decide, Harness, waitingCall } from './harness.ts';

let harness: Harness;
let options: Page;
let before: number;

beforeAll(async () => {
  harness = await Harness.start();
  await harness.switchOn('confirm-before-delete');
  options = await harness.openOptions();
}, 180_000);

beforeEach(async () => {
  await harness.site.reset();
  before = (await readJournal(options)).length;
});

afterAll(() => harness?.[Symbol.asyncDispose]());

const file = (name: string): string => join(harness.site.scratch, name);
const open = (protocol: Protocol, level = 'both'): Promise<Page> =>
  harness.openConsole(`/?level=${level}&protocol=${protocol}`);
const send = (page: Page, task: string): Promise<void> =>
  page.evaluate((words) => window.agentConsole.send(words), task);
const words = (page: Page): Promise<string> => page.$eval('[role="log"]', (one) => one.textContent);
const fresh = async (): Promise<readonly JournalEntry[]> => (await readJournal(options)).slice(before);

/** What happened to each call, in order. An approved call is decided once more, on the state of that moment. */
function fates(journal: readonly JournalEntry[]): readonly string[] {
  const calls = new Map<string, string[]>();
  for (const { happening } of journal) {
    if (happening.type === 'gated') {
      const fate = calls.get(happening.call.id) ?? [`${happening.call.tool}:`];
      calls.set(happening.call.id, [...fate, happening.verdict]);
    } else if (happening.type === 'resolved' || happening.type === 'settled')
      calls.set(happening.call, [...(calls.get(happening.call) ?? ['unknown:']), happening.outcome]);
  }
  return [...calls.values()].map((fate) => fate.join(' '));
}

/** In how many conversations there were calls. */
function threads(journal: readonly JournalEntry[]): number {
  const calls = journal.filter(({ happening }) => ['gated', 'settled'].includes(happening.type));
  return new Set(calls.map(({ thread }) => thread)).size;
}

for (const protocol of PROTOCOL_NAMES) {
  const { label } = PROTOCOLS[protocol];

  test(`both levels on one page: one gate, one settlement (${label})`, async () => {
    const page = await open(protocol);
    await send(page, 'Revise report.md');
    const journal = await fresh();
    expect(fates(journal)).toEqual(['read_text_file: allow settled', 'write_file: allow settled']);
    expect(threads(journal)).toBe(1);
    expect(await readFile(file('report.md'), 'utf8')).toContain('one more look');
    await page.close();
  });

  test(`a write that the model is refused never reaches the server (${label})`, async () => {
    const page = await open(protocol);
    await send(page, 'Write notes.txt');
    expect(fates(await fresh())).toEqual([
      'write_file: deny',
      'read_text_file: allow settled',
      'write_file: allow settled',
    ]);
    expect(await words(page)).toContain('I have to read notes.txt first.');
    await page.close();
  });
}

test('a delete at both levels waits for a person once', async () => {
  const page = await open('chat');
  const over = send(page, 'Delete draft-1.txt');
  const popup = await harness.openPopup();
  await waitingCall(popup);
  expect(existsSync(file('draft-1.txt'))).toBe(true);
  await decide(popup, 'Allow once');
  await over;
  expect(existsSync(file('draft-1.txt'))).toBe(false);
  expect(fates(await fresh())).toEqual(['delete_file: ask approved allow settled']);
  await Promise.all([page.close(), popup.close()]);
});

test('a model that leaves its work half done is told to go on, and does', async () => {
  await harness.saveSet(
    'go-on',
    'machines: []\ncontinuation: { max_continuations: 2, message: "Finish this: {summary}" }\n',
  );
  await harness.switchOn('go-on');
  const page = await open('messages', 'model');
  await send(page, 'Begin report.md');
  expect(await words(page)).toMatch(
    /that is where I leave it\..*I am told that report\.md is unfinished.*Done: report\.md/s,
  );
  expect(fates(await fresh())).toEqual(['read_text_file: allow settled', 'write_file: allow settled']);
  await page.close();
});
