/**
 * What the popup shows, read off store and settings. Reads only. Runs in the background.
 */
import { exists, presentInstance } from '../../engine/evaluate/instance.ts';
import { ThreadReader } from '../../engine/state/reader.ts';
import type { Force, Forces } from './forces.ts';
import type { GuardService } from './guard-service.ts';
import { machinesOf, stageOf } from './machine-view.ts';
import type { SeenThread } from './session-memory.ts';
import type { SiteMode } from './settings.ts';
import { siteFor } from './sites.ts';
import { parseThread } from './thread-id.ts';
import type { InstanceView, Overview, SiteView, ThreadView } from './ui-messages.ts';
import { grantView, waitingViews } from './waiting-view.ts';

/** The page in the tab a person looks at, as the browser tells it. */
export interface CurrentPage {
  readonly url: string;
  /**
   * The mode it knows of; `null` when it never said hello to this installation of the extension. Its connection may be
   * asleep: what was changed meanwhile it hears of when it connects again.
   */
  readonly told: SiteMode | null;
}

/** Everything but `ended`, which the port keeps. Never rejects: what cannot be read is missing, and a problem says why. */
export async function overview(
  service: GuardService,
  page: CurrentPage | null,
  titleOf: (tab: number) => Promise<string | null>,
): Promise<Omit<Overview, 'ended'>> {
  const forces = await service.forces();
  const site = siteView(forces, page);
  const stop = await service.stopped();
  try {
    const waiting = await waitingViews(service, forces, titleOf);
    const grants = (await service.grants()).list().map(grantView);
    return {
      site,
      stop,
      waiting,
      grants,
      threads: await threadViews(service, forces),
      problems: service.problems.list(),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    service.problems.report('overview', {
      code: 'store',
      message: `The stored state cannot be shown: ${message}`,
      remedy: 'Calls that need it are refused. Reload the extension; if that does not help, clear its data.',
    });
    return { site, stop, waiting: [], grants: [], threads: [], problems: service.problems.list() };
  }
}

function siteView(forces: Forces, page: CurrentPage | null): SiteView {
  const origin = page === null ? null : new URL(page.url).origin;
  if (forces.settings === null) return { kind: 'broken', origin };
  const force: Force = page === null ? { kind: 'off' } : forces.at(page.url);
  switch (force.kind) {
    case 'off':
      return {
        kind: 'unguarded',
        guarded: forces.settings.sites.filter((s) => s.mode !== 'off').map((s) => s.match),
        origin,
        match: page === null ? null : (siteFor(forces.settings.sites, page.url)?.match ?? null),
      };
    case 'broken':
      return { kind: 'broken', origin };
    case 'guarded': {
      const machines = force.set.machines.map((m) => m.name);
      // A page that knows of "off" does not ask about its calls, and so has no reason to connect.
      const connected = page !== null && page.told !== null && page.told !== 'off';
      return { kind: 'guarded', origin: origin ?? '', match: force.match, mode: force.mode, machines, connected };
    }
  }
}

async function threadViews(service: GuardService, forces: Forces): Promise<readonly ThreadView[]> {
  const reader = new ThreadReader((await service.pool()).store);
  const seen = (await service.memory()).threads();
  const views = await Promise.all(seen.map(([thread, at]) => threadView(reader, forces, thread, at, service.clock())));
  return views.filter((view) => view !== null);
}

async function threadView(
  reader: ThreadReader,
  forces: Forces,
  thread: string,
  seen: SeenThread,
  now: number,
): Promise<ThreadView | null> {
  const parsed = parseThread(thread);
  if (parsed === null) return null;
  const machines = machinesOf(forces, parsed.match);
  const { run, step } = await reader.thread(thread);
  const instances: InstanceView[] = [];
  for await (const { machine: name, key, instance } of reader.instances(thread)) {
    const machine = machines.get(name);
    if (machine !== undefined && !exists(machine, instance, run)) continue;
    const view = { run, step, tick: step, instance: () => instance };
    const present = machine === undefined ? instance : presentInstance(machine, key, view, now).instance;
    instances.push({
      machine: name,
      key,
      state: present.state,
      stage: stageOf(machine, present.state),
      since: present.since.at,
    });
  }
  return {
    thread,
    origin: parsed.origin,
    tab: seen.tab,
    conversation: parsed.kind === 'protocol' ? { protocol: parsed.protocol, id: parsed.id } : null,
    instances: instances.sort((a, b) => b.since - a.since),
  };
}
