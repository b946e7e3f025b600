/**
 * The calls that wait, and what is allowed without asking, as the popup shows them. Reads only. Runs in the background.
 */
import type { WaitingCall as Waiting } from '../../engine/guard.ts';
import type { Forces } from './forces.ts';
import type { Grants } from './grants.ts';
import type { GuardService } from './guard-service.ts';
import { machinesOf, stageOf } from './machine-view.ts';
import { shownArguments } from './shown-arguments.ts';
import { parseThread } from './thread-id.ts';
import type { GrantView, WaitingCall } from './ui-messages.ts';

/** Arguments of the calls that are read first are sent along; of the others, the beginning: the rest is asked for when it is looked at. */
const IN_FULL = 8;
const FULL_CHARACTERS = 48_000;
const BRIEF_CHARACTERS = 1_000;

/** Undecided calls, oldest first. Rejects when the store does. */
export async function waitingViews(
  service: GuardService,
  forces: Forces,
  titleOf: (tab: number) => Promise<string | null>,
): Promise<readonly WaitingCall[]> {
  const waiting = await service.waiting();
  const [memory, grants, edits] = await Promise.all([service.memory(), service.grants(), service.edits()]);
  const tabs = [...new Set(waiting.map(({ thread }) => memory.thread(thread)?.tab))].filter((tab) => tab !== undefined);
  const titles = new Map(await Promise.all(tabs.map(async (tab) => [tab, await titleOf(tab)] as const)));
  const threads = [...new Set(waiting.map(({ thread }) => thread))];
  const runs = new Map(
    await Promise.all(threads.map(async (thread) => [thread, await service.runOf(thread)] as const)),
  );
  return waiting.map((ticket, index): WaitingCall => {
    const { id, thread, call, tool, args, at, expiresAt } = ticket;
    const seen = memory.thread(thread);
    const tab = seen?.tab ?? null;
    return {
      ticket: id,
      thread,
      run: grants.isOfThisRun(ticket) ? (runs.get(thread) ?? null) : null,
      editable: edits.isEditable({ thread, call }),
      tool,
      args: shownArguments(args, index < IN_FULL ? FULL_CHARACTERS : BRIEF_CHARACTERS),
      asks: asksOf(forces, ticket),
      at,
      expiresAt,
      page: {
        tab,
        origin: seen?.origin ?? parseThread(thread)?.origin ?? '',
        title: tab === null ? null : (titles.get(tab) ?? null),
      },
    };
  });
}

function asksOf(forces: Forces, { thread, violations }: Waiting): WaitingCall['asks'] {
  const machines = machinesOf(forces, parseThread(thread)?.match ?? '');
  return violations.map(({ machine, key, state, reason }) => {
    const stage = state === null ? 'unknown' : stageOf(machines.get(machine), state);
    return { machine, key, state, stage, reason };
  });
}

export function grantViews(grants: Grants): readonly GrantView[] {
  return grants.list().map(({ id, kind, tool, thread, asks, at, uses }) => {
    const origin = parseThread(thread)?.origin ?? '';
    return { id, kind, tool, origin, asks, at, uses, withdrawn: grants.isWithdrawn(id) };
  });
}
