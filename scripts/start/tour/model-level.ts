/**
 * The page talks to the model itself and runs the tools: a refused write never reaches the page, and the model is told in the same
 * turn; a read and a write that it asks for at once are put in order; a delete is held until a person allows it.
 */
import { callsIn } from './console-page.ts';
import { decide, openPopup, ready, waitingCall } from './popup.ts';
import type { Stage } from './tour.ts';

export async function playModelLevel(stage: Stage): Promise<void> {
  await refusal(stage);
  await order(stage);
  await deletion(stage);
}

async function refusal({ tell, console: page }: Stage): Promise<void> {
  tell.act('The page talks to the model itself: it is told of a refused write in the same turn');
  await page.press('Write notes.txt');
  await page.finished();
  const items = await page.retell(tell);
  const calls = callsIn(items);
  tell.expect(
    'the page runs the read and the write, and never sees the refused write',
    calls.join() === 'read_text_file done,write_file done',
    `it was: ${calls.join(', ')}`,
  );
  const turn = items.find(({ kind }) => kind === 'Agent')?.text ?? '';
  tell.expect(
    'the model goes on from the refusal in the turn that it began',
    /^I will write notes\.txt\..*I have to read notes\.txt first\./s.test(turn),
    `the turn was "${turn}"`,
  );
}

async function order({ tell, console: page }: Stage): Promise<void> {
  tell.act('A read and a write that the model asks for at once are put in order');
  const asked = page.modelRequests();
  await page.press('Read and write at once');
  await page.finished();
  const calls = callsIn(await page.retell(tell));
  tell.expect(
    'first the read, then the write',
    calls.join() === 'read_text_file done,write_file done',
    `it was: ${calls.join(', ')}`,
  );
  const requests = page.modelRequests() - asked;
  tell.expect(
    'the model was asked twice, and told nothing but results',
    requests === 2,
    `it was asked ${requests} times`,
  );
}

async function deletion({ tell, console: page, browser, picture }: Stage): Promise<void> {
  tell.act('A deletion that the model asks for waits for a person');
  await page.ask('Delete draft-1.txt');
  const popup = await openPopup(browser, page.page);
  await waitingCall(popup, 'draft-1.txt');
  tell.expect('the file is still there while the call waits', await page.hasFile('draft-1.txt'), 'it is gone');
  await ready(popup);
  await picture(popup, 'popup-model');
  tell.line('person', 'presses "Allow once" for draft-1.txt in the popup');
  await decide(popup, 'Allow once');
  await page.finished();
  const calls = callsIn(await page.retell(tell));
  tell.expect('the page runs the delete', calls.join() === 'delete_file done', `it was: ${calls.join(', ')}`);
  tell.expect('draft-1.txt is deleted', !(await page.hasFile('draft-1.txt')), 'it is still there');
  await picture(page.page, 'console-model');
  await popup.close();
}
