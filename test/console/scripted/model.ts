/**
 * The model that needs no key: a handful of tasks played by the book. Pure but for the ids it hands out. Runs in the page, and on
 * the server where the page talks to a model itself.
 */
import type { Entry, Turn } from '../conversation.ts';
import { plans } from './plans.ts';
import { progressOf } from './steps.ts';

const HELP =
  'I am a scripted model and know a few tasks only: "write notes.txt", "revise report.md", "begin report.md", "read report.md", "tidy up", ' +
  '"delete draft-1.txt and draft-2.txt", "publish report.md", "list files". For anything else, start the console with a key of a real model.';

export function scriptedTurn(entries: readonly Entry[], newId: () => string): Turn {
  const { task, steps } = progressOf(entries);
  for (const plan of plans) {
    const match = plan.matches.exec(task);
    if (match === null) continue;
    const move = plan.next(match.groups ?? {}, steps);
    return { text: move.say, calls: move.calls.map(([tool, args]) => ({ id: newId(), tool, args })) };
  }
  return { text: HELP, calls: [] };
}
