/**
 * Machines and their trial as a person uses them, in the built extension: writing, mending, saving, drawing, stepping.
 */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, combobox, complementary, dialog, image, link, list, region, searchbox, table, textbox } from './by.ts';
import { callTool, Harness, pasteText, press } from './harness.ts';
import { openView } from './options-page.ts';

let harness: Harness;
let options: Page;
const faults: string[] = [];

const DOORS = `machines:
  - name: doors
    key: "{door}"
    initial: closed
    transitions:
      - on: Open
        from: closed
        to: ajar
      - on: Close
        from: ajar
        to: closed
`;

const STATES = ['closed', 'ajar', 'open'];

const NAME = textbox('Name');
const TEXT = textbox('Machines as YAML or JSON');
const TRACE = textbox('Trace, one JSON object a line; paste it or drop a file');
const CONVERSATION = combobox('Conversation');
const AFTER = table('1 instance after this step');
const DIAGRAM = 'State diagram of doors: 2 states, 2 arrows. The table below says the same.';

beforeAll(async () => {
  harness = await Harness.start();
  options = await harness.openOptions();
  await options.setViewport({ width: 1400, height: 1000 });
  // A refused policy shows as an error in the console only.
  options.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  options.on('pageerror', (error) => faults.push(String(error)));
}, 180_000);

afterAll(() => harness?.[Symbol.asyncDispose]());

const shows = (text: string): Promise<unknown> => options.waitForSelector(`::-p-text(${text})`);
/** Presses Ctrl+S; each `held` is one repetition of a key that is held down. */
const saveKey = async (...held: readonly 'held'[]): Promise<void> => {
  await options.keyboard.down('Control');
  for (const _ of ['pressed', ...held]) await options.keyboard.down('s');
  await options.keyboard.up('s');
  await options.keyboard.up('Control');
};
const trace = (): Promise<string> => options.$eval(TRACE, (field) => (field as HTMLTextAreaElement).value);
const selected = (): Promise<string> => options.evaluate(() => String(getSelection()));
/** Waits until these of the states are written in the drawing, in this order. */
const draws = (...states: readonly ('closed' | 'ajar' | 'open')[]): Promise<unknown> =>
  options.waitForFunction(
    (all, wanted) => {
      const words = [...document.querySelectorAll('svg[role="img"] text')].map((one) => one.textContent);
      return words.filter((word) => all.includes(word)).join() === wanted;
    },
    {},
    STATES,
    states.join(),
  );

test('an error is shown at its place, a click on it goes there, and saving is refused', async () => {
  await press(options, 'New set');
  await options.locator(NAME).fill('doors');
  await pasteText(options, DOORS.replace('initial:', 'intial:'));
  await options.waitForSelector('.cm-lintRange-error');
  const marked = await options.$$eval('.cm-lintRange-error', (marks) => marks.map((mark) => mark.textContent));
  expect(marked).toContain('intial');
  await options.locator(`${region('Diagnostics')} button::-p-text(4:5)`).click();
  expect(await selected()).toBe('intial');
  await press(options, 'Save');
  await options.waitForSelector('[role="alert"] ::-p-text(Not saved)');
  expect(await options.$$(`${complementary('Machine sets')} button::-p-text(not saved)`)).toHaveLength(1);
});

test('a text that is not saved is there after a reload', async () => {
  await options.reload();
  await options.locator(button('doors not saved')).click();
  await options.waitForSelector(`${TEXT} ::-p-text(intial)`);
});

test('what is mended is saved, by the keyboard, and drawn', async () => {
  await pasteText(options, DOORS);
  await draws('closed', 'ajar');
  await options.focus(TEXT);
  await saveKey();
  await options.waitForSelector('h1 ::-p-text(doors)');
});

test('the diagram follows the text, and stays when the text has errors', async () => {
  await pasteText(options, DOORS.replaceAll('ajar', 'open'));
  await draws('closed', 'open');
  await pasteText(options, DOORS.replace('initial:', 'intial:'));
  await options.waitForSelector('figure ::-p-text(The text has errors: this is how it was before.)');
  await draws('closed', 'open');
});

test('what differs from the saved text is shown before it is saved', async () => {
  await pasteText(options, DOORS.replaceAll('ajar', 'open'));
  await press(options, 'Show changes');
  await options.waitForSelector('del::-p-text(ajar)');
  await options.waitForSelector('ins::-p-text(open)');
  await press(options, 'Revert');
  await draws('closed', 'ajar');
});

test('a set that is saved already is saved by the second press, after the first has shown the difference', async () => {
  await pasteText(options, DOORS.replaceAll('ajar', 'open'));
  await press(options, 'Save');
  await shows('Not saved yet. Below is what differs');
  await options.waitForSelector('del::-p-text(ajar)');
  await options.waitForSelector(button('doors 1 machine changed, not saved'));
  await press(options, 'Save these changes');
  await shows('Saved.');
  await options.waitForSelector('del', { hidden: true });
});

test('the same by the keyboard alone, and a key that is held down does not save unseen', async () => {
  await pasteText(options, DOORS);
  await options.focus(TEXT);
  await saveKey('held', 'held');
  await options.waitForSelector('del::-p-text(open)');
  await shows('Not saved yet. Below is what differs');
  await saveKey();
  await shows('Saved.');
  await draws('closed', 'ajar');
});

test('an error is said before there is anything to compare', async () => {
  await pasteText(options, DOORS.replace('initial:', 'intial:'));
  await saveKey();
  await options.waitForSelector('[role="alert"] ::-p-text(Not saved, what was saved before stays in force)');
  expect(await options.$$('del')).toEqual([]);
  await press(options, 'Revert');
});

test('keys are completed from the schema', async () => {
  await options.focus(TEXT);
  await options.keyboard.down('Control');
  await options.keyboard.press('End');
  await options.keyboard.up('Control');
  await options.keyboard.type('    stri');
  await options.waitForSelector('[role="option"]::-p-text(strict)');
  await options.keyboard.press('Escape');
  await press(options, 'Revert');
});

test('the keyboard is not caught in the text: Escape, then Tab leaves it', async () => {
  await options.focus(TEXT);
  await options.keyboard.press('Escape');
  await options.keyboard.press('Tab');
  expect(await options.evaluate(() => document.activeElement?.closest('[role="textbox"]') === null)).toBe(true);
});

test('a set is renamed, deleted, and brought back', async () => {
  await press(options, 'Rename');
  const rename = dialog('New name of “doors”');
  await options.locator(`${rename} ${textbox('New name of “doors”')}`).fill('gates');
  await options.locator(`${rename} ${button('Rename')}`).click();
  await options.waitForSelector('h1 ::-p-text(gates)');
  await press(options, 'Delete');
  await shows('“gates” was deleted');
  await options.waitForSelector(`${complementary('Machine sets')} ::-p-text(gates)`, { hidden: true });
  await press(options, 'Undo');
  await options.waitForSelector('h1 ::-p-text(gates)');
});

test('a trace is stepped through, and the diagram moves with it', async () => {
  await openView(options, 'Try');
  await options
    .locator(TRACE)
    .fill(
      [
        '{"type":"call","id":"c1","tool":"Close","args":{"door":"front"}}',
        '{"type":"cal"}',
        '{"type":"call","id":"c2","tool":"Open","args":{"door":"front"}}',
        '{"type":"result","id":"c2","status":"success","content":""}',
      ].join('\n'),
    );
  await options.waitForSelector(`${list('What this step did')} ::-p-text(denied)`);
  await press(options, 'Forward');
  await options.waitForSelector(`${list('What this step did')} ::-p-text(Line 2)`);
  await press(options, 'Forward');
  await press(options, 'Forward');
  await options.waitForSelector(image(`${DIAGRAM} Moved by this step: closed → ajar.`));
  await press(options, 'Back');
  await options.waitForSelector(`${AFTER} td::-p-text(closed)`);
  await options.waitForSelector(image(DIAGRAM));
});

test('who goes to edit the machines and comes back finds the trace and the step', async () => {
  await options.locator(link('Edit them')).click();
  await options.waitForSelector(TEXT);
  await openView(options, 'Try');
  await shows('Step 3 of 4');
  await options.waitForSelector(`${AFTER} td::-p-text(closed)`);
  expect(await trace()).toContain('"tool":"Close"');
});

test('a decision that the edited machines would have made differently is found in the journal', async () => {
  const page = await harness.openConsole();
  const denied = await callTool(page, 'write_file', { path: join(harness.site.scratch, 'a.txt'), content: 'x' });
  expect(denied).toMatchObject({ isError: true });
  await page.close();
  await options.bringToFront();
  await press(options, 'Try on the journal');
  await options.waitForSelector(`${list('Decisions that would be different')} ::-p-text(denied → allowed)`);
  await options.locator(searchbox('Text')).fill('no such thing');
  await shows('No decision matches.');
});

test('a recorded conversation becomes a trace', async () => {
  await press(options, 'Take from the journal');
  const option = await options.waitForSelector(`${CONVERSATION} option::-p-text(1 call)`);
  const value = await option?.evaluate((one) => (one as HTMLOptionElement).value);
  await options.select(CONVERSATION, value ?? '');
  await expect.poll(trace).toContain('write_file');
});

test('a trace is recorded from now on, while the machines are edited too', async () => {
  await press(options, 'Clear');
  await press(options, 'Record from now on');
  await shows('Recording. Use a guarded page');
  await options.locator(link('Edit them')).click();
  const page = await harness.openConsole();
  const path = join(harness.site.scratch, 'recorded.txt');
  await callTool(page, 'write_file', { path, content: 'x' });
  await options.bringToFront();
  await openView(options, 'Try');
  await shows('Recording: 1 call');
  await page.bringToFront();
  await callTool(page, 'read_text_file', { path });
  await options.bringToFront();
  await shows('Recording: 2 calls');
  await press(options, 'Stop recording');
  await press(options, 'Take from the journal');
  await options.waitForSelector(`${CONVERSATION} option::-p-text(2 calls)`);
  await page.bringToFront();
  await callTool(page, 'read_text_file', { path: join(harness.site.scratch, 'later.txt') });
  await page.close();
  await options.bringToFront();
  // The list goes on with the journal; the recording does not.
  // Puppeteer's text selector remembers the text that an option had before.
  await options.waitForFunction(() =>
    [...document.querySelectorAll('option')].some(({ textContent }) => textContent.includes('3 calls')),
  );
  expect([...(await trace()).matchAll(/"tool":"(\w+)"/g)].map((match) => match[1])).toEqual([
    'write_file',
    'read_text_file',
  ]);
});

test('the browser has refused nothing of all this', () => {
  expect(faults).toEqual([]);
});
