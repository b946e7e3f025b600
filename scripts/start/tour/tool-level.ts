/**
 * The page calls MCP servers: a write is refused until the file was read; a delete is held until a person allows it; another is
 * denied.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { callsIn } from './console-page.ts';
import type { Narrator } from './narrator.ts';
import { decide, instances, openPopup, ready, waitingCall } from './popup.ts';
import type { Stage } from './tour.ts';

export async function playToolLevel(stage: Stage): Promise<void> {
  await writes(stage);
  const popup = await openPopup(stage.browser, stage.console.page);
  await checkStates(stage.tell, popup, 'notes.txt', 'written');
  await popup.close();
  await deletes(stage);
}

async function writes({ tell, console: page }: Stage): Promise<void> {
  tell.act('A file is written only after it was read');
  await page.press('Write notes.txt');
  await page.finished();
  const items = await page.retell(tell);
  const calls = callsIn(items);
  tell.expect(
    'write refused, read done, write done',
    calls.join() === 'write_file not done,read_text_file done,write_file done',
    `it was: ${calls.join(', ')}`,
  );
  const reason = items.find(({ kind }) => kind === 'Tool call')?.text ?? '';
  tell.expect(
    'the reason "Read notes.txt before writing."',
    reason.includes('Read notes.txt before writing.'),
    `it was "${reason}"`,
  );
}

async function checkStates(tell: Narrator, popup: Page, key: string, state: string): Promise<void> {
  const seen = await instances(popup);
  const found = seen.some((one) => one.key === key && one.state === state);
  tell.expect(`the popup shows ${key} as "${state}"`, found, `it shows ${JSON.stringify(seen)}`);
}

async function deletes({ tell, console: page, site, browser, picture }: Stage): Promise<void> {
  tell.act('A deletion waits for a person');
  await page.press('Tidy up');
  await page.running('delete_file', 'draft-1.txt');
  const popup = await openPopup(browser, page.page);
  const card = await waitingCall(popup, 'draft-1.txt');
  tell.expect(
    'the file is still there while the call waits',
    existsSync(join(site.scratch, 'draft-1.txt')),
    'it is gone',
  );
  tell.expect(
    'the popup shows the call, its reason and both buttons',
    /Allow once.*Deny/s.test(card),
    `it shows "${card}"`,
  );
  await ready(popup);
  await picture(popup, 'popup');
  await picture(page.page, 'console-waiting');
  tell.line('person', 'presses "Allow once" for draft-1.txt in the popup');
  await decide(popup, 'Allow once');

  await page.running('delete_file', 'draft-2.txt');
  await waitingCall(popup, 'draft-2.txt');
  tell.line('person', 'presses "Deny" for draft-2.txt in the popup');
  await decide(popup, 'Deny');
  await page.finished();
  await page.retell(tell);
  tell.expect('draft-1.txt is deleted', !existsSync(join(site.scratch, 'draft-1.txt')), 'it is still there');
  tell.expect('draft-2.txt is kept', existsSync(join(site.scratch, 'draft-2.txt')), 'it is gone');
  await picture(popup, 'popup-after');
  await picture(page.page, 'console');
  await popup.close();
}
