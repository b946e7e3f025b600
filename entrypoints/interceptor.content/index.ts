/**
 * The interceptor: stands between the page's code and its tools, in the page's own world, from before the page's first
 * script. It decides nothing: it asks the background, and lets through, answers or holds.
 *
 * Must never let a tool call through without a verdict, and never use a built-in that the page could have replaced.
 */
import { defineContentScript } from 'wxt/utils/define-content-script';
import { openChannel } from './channel.ts';
import { install } from './install.ts';
import { captureNatives } from './natives.ts';

export default defineContentScript({
  matches: ['*://localhost/*', '*://127.0.0.1/*', '*://[::1]/*'],
  world: 'MAIN',
  runAt: 'document_start',
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  main() {
    // `randomUUID` exists in secure contexts only; local addresses are, but sites that are added may not be.
    const load = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    const { ends } = install(captureNatives(globalThis), load, globalThis);
    openChannel(globalThis, ends);
  },
});
