/**
 * Which ways out of a page are guarded, and which the page was seen using. Runs in the background.
 *
 * Nothing is patched for this: the page is asked when a person asks, and what the browser does not tell is "not watched".
 */
import type { ChannelName, Coverage } from './instance-messages.ts';
import type { SeenProtocol } from './ui-messages.ts';

/** Every way out, and whether the interceptor stands in it. A test compares this with the interceptor's sources. */
export const CHANNELS: Readonly<Record<ChannelName, Coverage['channels'][number]['level']>> = {
  fetch: 'guarded',
  xhr: 'blind',
  'event-source': 'blind',
  websocket: 'blind',
  'model-context': 'blind',
  beacon: 'blind',
  worker: 'blind',
  frame: 'blind',
  'web-transport': 'blind',
  'web-rtc': 'blind',
};

/** What a page's own records say: how often each kind of request was made since it was loaded, at least. */
export interface PageUse {
  readonly requests: Readonly<Record<string, number>>;
  /** Frames of other origins. */
  readonly frames: number;
  /** 1 when a service worker answers the page's requests. */
  readonly serviceWorkers: number;
}

/** Kinds of requests as the browser's resource timing names them. */
const INITIATORS: Readonly<Partial<Record<ChannelName, string>>> = {
  fetch: 'fetch',
  xhr: 'xmlhttprequest',
  beacon: 'beacon',
};

/** `use` is null when the page could not be asked. */
export function coverageOf(use: PageUse | null, protocols: readonly SeenProtocol[]): Coverage {
  const channels = (Object.keys(CHANNELS) as ChannelName[]).map((name) => ({
    name,
    level: CHANNELS[name],
    used: use === null ? null : usedOf(name, use),
  }));
  return { channels, protocols };
}

function usedOf(name: ChannelName, { requests, frames, serviceWorkers }: PageUse): number | null {
  if (name === 'frame') return frames;
  // A worker that the page started itself leaves no record; a service worker can be seen.
  if (name === 'worker') return serviceWorkers > 0 ? serviceWorkers : null;
  const initiator = INITIATORS[name];
  return initiator === undefined ? null : (requests[initiator] ?? 0);
}

/** Runs in the page, in the extension's own world there: it only reads. Must not use anything outside itself. */
export function readPageUse(): PageUse {
  const requests: Record<string, number> = {};
  for (const entry of performance.getEntriesByType('resource')) {
    const { initiatorType } = entry as PerformanceResourceTiming;
    requests[initiatorType] = (requests[initiatorType] ?? 0) + 1;
  }
  const foreign = [...document.querySelectorAll('iframe')].filter((frame) => frame.contentDocument === null);
  const controlled = navigator.serviceWorker?.controller != null;
  return { requests, frames: foreign.length, serviceWorkers: controlled ? 1 : 0 };
}
