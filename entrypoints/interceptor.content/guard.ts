/**
 * What the parts of the interceptor share: the page's built-ins, the protocol, and the calls of this page.
 */
import type { WireAdapter } from '../../engine/wire/adapter.ts';
import type { Calls } from './calls/calls.ts';
import type { Continuations } from './calls/continuations.ts';
import type { Signals } from './calls/signals.ts';
import type { Downlinks } from './downlinks.ts';
import type { Link } from './link.ts';
import type { Models } from './model/models.ts';
import type { Natives } from './natives.ts';

export interface Guard {
  readonly natives: Natives;
  readonly adapter: WireAdapter;
  readonly link: Link;
  readonly calls: Calls;
  readonly continuations: Continuations;
  readonly signals: Signals;
  readonly downlinks: Downlinks;
  readonly models: Models;
}
