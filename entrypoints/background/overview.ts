/**
 * What the popup shows, read off store and settings. Reads only. Runs in the background.
 */

import { messageOf } from '../ui/message-of.ts';
import type { Force, Forces } from './forces.ts';
import type { GuardService } from './guard-service.ts';
import type { SiteMode } from './settings.ts';
import { siteFor } from './sites.ts';
import type { Overview, SiteView } from './ui-messages.ts';
import { grantViews, waitingViews } from './waiting-view.ts';

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
    const grants = grantViews(await service.grants());
    return {
      site,
      stop,
      waiting,
      grants,
      problems: service.problems.list(),
    };
  } catch (error) {
    const message = messageOf(error);
    service.problems.report('overview', {
      code: 'store',
      message: `The stored state cannot be shown: ${message}`,
      remedy: 'Calls that need it are refused. Reload the extension; if that does not help, clear its data.',
    });
    return { site, stop, waiting: [], grants: [], problems: service.problems.list() };
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
