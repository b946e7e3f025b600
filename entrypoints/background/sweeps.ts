/**
 * Ends what is overdue: asks nobody answered, results that never came. A timer does it on time while the worker lives, an
 * alarm wakes a worker that does not. Runs in the background.
 */
import { GuardClosed } from '../../engine/guard.ts';
import type { GuardService } from './guard-service.ts';

export const SWEEP_ALARM = 'interlock:sweep';

/** The part of the browser's `alarms` API that is used here. */
export interface AlarmsApi {
  create(name: string, info: { when: number }): void;
}

export interface SweepsOptions {
  readonly service: GuardService;
  readonly alarms: AlarmsApi;
  /** Runs `work` after `ms` milliseconds; returns what calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

/** Browsers do not let an alarm ring earlier than this. */
const EARLIEST_ALARM_MS = 30_000;
/** After a commit that may have set a new date, look again this soon; many commits make one look. */
const SETTLE_DOWN_MS = 1_000;

/** Sets up sweeping. Returns a function that sweeps now; to be called at the start and when the alarm rings. */
export function keepSweeping({ service, alarms, later }: SweepsOptions): () => Promise<void> {
  let cancel: (() => void) | null = null;
  const schedule = (ms: number): void => {
    cancel?.();
    cancel = later(() => {
      cancel = null;
      run();
    }, ms);
  };
  const sweep = async (): Promise<void> => {
    const due = await service.sweep();
    if (due === null) return;
    const wait = Math.max(0, due - service.clock());
    alarms.create(SWEEP_ALARM, { when: service.clock() + Math.max(wait, EARLIEST_ALARM_MS) });
    // A worker lives for half a minute without events; what is further off is the alarm's.
    if (wait < EARLIEST_ALARM_MS) schedule(wait);
  };
  const run = (): Promise<void> =>
    sweep().catch((error: unknown) => {
      if (!(error instanceof GuardClosed)) console.error('Interlock: overdue calls could not be ended.', error);
    });
  service.listen((event) => {
    if (event.type === 'entries' && event.entries.some((e) => e.changes.some((c) => c.type === 'live')))
      schedule(SETTLE_DOWN_MS);
  });
  return run;
}
