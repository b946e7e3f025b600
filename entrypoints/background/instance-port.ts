/**
 * Answers the popup's messages about instances, runs, the kill switch and coverage. Runs in the background.
 */

import { GuardClosed, type Reset } from '../../engine/guard.ts';
import { messageOf } from '../ui/message-of.ts';
import { coverageOf, type PageUse } from './coverage.ts';
import type { GuardService } from './guard-service.ts';
import { history } from './history.ts';
import type { InstanceReply, InstanceRequest } from './instance-messages.ts';
import type { KillSwitch } from './kill-switch.ts';
import { liftStop, stopAll } from './stop.ts';

export interface InstancePortOptions {
  readonly service: GuardService;
  readonly killSwitch: KillSwitch;
  /** What the page in a tab says it used; rejects when it may not be asked. */
  readonly pageUse: (tab: number) => Promise<PageUse>;
}

type Ask = Exclude<InstanceRequest, { readonly type: 'watch_instances' }>;
type Reply =
  | Exclude<InstanceReply, { readonly type: 'instances' }>
  | { readonly type: 'done'; readonly request: number }
  | { readonly type: 'refused'; readonly request: number; readonly reason: string };

/** Never rejects: what fails is refused with its reason. */
export async function answerInstances(ask: Ask, options: InstancePortOptions): Promise<Reply> {
  try {
    return await answered(ask, options);
  } catch (error) {
    const gone = error instanceof GuardClosed ? 'The machines were changed meanwhile; try again.' : null;
    const reason = gone ?? messageOf(error);
    return { type: 'refused', request: ask.request, reason };
  }
}

async function answered(ask: Ask, { service, killSwitch, pageUse }: InstancePortOptions): Promise<Reply> {
  const { request } = ask;
  switch (ask.type) {
    case 'history': {
      const { store } = await service.pool();
      return { type: 'history', request, ...(await history(store, ask, ask.before)) };
    }
    case 'reset':
    case 'undo_reset':
      if ((await service.stopped()) !== null) return { type: 'reset_refused', request, cause: 'stopped' };
      return ask.type === 'reset'
        ? resetReply(request, await service.reset(ask.thread, ask.which))
        : resetReply(request, await service.undoReset(ask.thread, ask.seq));
    case 'start_runs':
      for (const thread of ask.threads) await service.startRun(thread);
      return { type: 'done', request };
    case 'stop_all':
      await stopAll(service, killSwitch, 'popup');
      return { type: 'done', request };
    case 'lift_stop':
      await liftStop(service, killSwitch);
      return { type: 'done', request };
    case 'coverage': {
      const use = await pageUse(ask.tab).catch(() => null); // A page that may not be asked is not watched, and that is the answer.
      return { type: 'coverage', request, coverage: coverageOf(use, (await service.memory()).protocolsOf(ask.tab)) };
    }
  }
}

function resetReply(request: number, reset: Reset): Reply {
  switch (reset.outcome) {
    case 'done':
      return { type: 'reset_done', request, seq: reset.seq, count: reset.instances.length };
    case 'refused':
      return { type: 'reset_refused', request, cause: reset.cause };
  }
}
