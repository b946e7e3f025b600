/**
 * Puts the interceptor together: link, calls, and the sources that replace what the page sends with.
 *
 * Runs in the page's own world, before the page's own code.
 */
import { mcp } from '../../engine/wire/mcp/adapter.ts';
import type { ConversationPolicy } from '../background/page-messages.ts';
import { Calls } from './calls/calls.ts';
import { Continuations } from './calls/continuations.ts';
import { Signals } from './calls/signals.ts';
import { Downlinks } from './downlinks.ts';
import type { Guard } from './guard.ts';
import { createLink, type LinkEnds } from './link.ts';
import { createModels } from './model/models.ts';
import type { Natives } from './natives.ts';
import { inPlaceOf, Patches, type Undo } from './patches.ts';
import { createFetchSource } from './sources/fetch.ts';

export interface Installation {
  /** The guarded `fetch`, for callers that bring their own receiver. */
  readonly fetch: (receiver: unknown, args: readonly unknown[]) => Promise<Response>;
  /** What the channel to the background is tied to. */
  readonly ends: Pick<LinkEnds, 'connect' | 'receive'>;
}

/** `load` is a text no other page load has. With `realm`, its `fetch` is replaced until the site turns out not to be guarded. */
export function install(natives: Natives, load: string, realm: typeof globalThis | null): Installation {
  const patches = new Patches();
  let mode: 'enforce' | 'observe' | 'off' = 'enforce';
  let policy: ConversationPolicy = { id: null };
  let undo: Undo | null = null;
  const { link, connect, receive } = createLink({ natives, load, onPolicy });
  const models = createModels({ natives, link, load, enforces: () => mode === 'enforce', policy: () => policy });
  const guard: Guard = {
    natives,
    adapter: mcp,
    link,
    calls: new Calls({ link, load, models: models.calls }),
    models,
    continuations: new Continuations(natives),
    signals: new Signals(natives),
    downlinks: new Downlinks(),
  };
  const fetch = createFetchSource(guard, () => mode);

  function patch(): void {
    if (realm === null || undo !== null) return;
    undo = patches.replace<typeof globalThis.fetch>(realm, 'fetch', (original) =>
      inPlaceOf(original, (receiver, args) => fetch(receiver, args)),
    );
  }

  /** A site that is not guarded is not touched. Where somebody wrapped the replacement, it stays and passes all through. */
  function onPolicy(told: 'enforce' | 'observe' | 'off', conversations: ConversationPolicy): void {
    mode = told;
    policy = conversations;
    if (mode !== 'off') patch();
    else if (undo?.() === true) undo = null;
  }

  patch();
  return { fetch, ends: { connect, receive } };
}
