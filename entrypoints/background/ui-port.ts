/**
 * Serves one popup or options page: pushes what it watches after every change, and carries out what the person decides.
 * Runs in the background. The caller has checked that the port comes from a page of this extension.
 */

import { messageOf } from '../ui/message-of.ts';
import { argumentsOf, decide, denyAll, failure } from './approvals.ts';
import { configuration, deleteSet, saveSet, setMode, switchSet } from './configuration.ts';
import { editCall } from './edit-call.ts';
import type { Endings } from './endings.ts';
import type { GuardService } from './guard-service.ts';
import type { InstanceBoard } from './instance-board.ts';
import { answerInstances, type InstancePortOptions } from './instance-port.ts';
import type { KillSwitch } from './kill-switch.ts';
import { type CurrentPage, overview } from './overview.ts';
import { parseUiRequest } from './parse-ui.ts';
import type { Port } from './ports.ts';
import type { SettingsStore } from './settings-store.ts';
import { argumentSlice } from './shown-arguments.ts';
import { orderSite } from './site-orders.ts';
import type { SiteScripts } from './site-scripts.ts';
import type { SeenPage, UiReply, UiRequest } from './ui-messages.ts';

export interface UiPortOptions {
  readonly service: GuardService;
  readonly settings: SettingsStore;
  readonly killSwitch: KillSwitch;
  readonly board: InstanceBoard;
  readonly pageUse: InstancePortOptions['pageUse'];
  readonly endings: Endings;
  readonly siteScripts: SiteScripts;
  /** The open pages that a site entry covers. */
  readonly pagesOf: (match: string) => Promise<readonly SeenPage[]>;
  readonly currentPage: (tab: number) => Promise<CurrentPage | null>;
  /** What a tab is called; `null` when it has no title, or is gone. */
  readonly titleOf: (tab: number) => Promise<string | null>;
  /** Runs `work` after `ms` milliseconds; returns what calls it off. */
  readonly later: (work: () => void, ms: number) => () => void;
}

/** Many commits in a row make one push. */
const PUSH_DELAY_MS = 30;
/** Characters of a long argument handed over at a time. */
const SLICE = 65_536;

/** Serves a port named `UI_PORT` until it closes. */
export function serveUi(port: Port, options: UiPortOptions): void {
  const { service, endings, later } = options;
  let open = true;
  const reply = (message: UiReply): void => {
    if (open) port.postMessage(message);
  };
  const watches = new Map<UiRequest['type'], () => Promise<UiReply>>();
  const pushes = new Map<UiRequest['type'], ReturnType<typeof coalesced>>();
  /** Pushes what `make` makes, now and after every change. Each watch is pushed by itself: a quick one waits for no slow one. */
  const watch = (type: UiRequest['type'], make: () => Promise<UiReply>): Promise<void> => {
    watches.set(type, make);
    const push = pushes.get(type) ?? coalesced(later, async () => reply(await (watches.get(type) ?? make)()));
    pushes.set(type, push);
    return push.now();
  };
  /** What waits for the person has been told for the first time. */
  let told: Promise<void> = Promise.resolve();
  const stop = service.listen(() => {
    for (const push of pushes.values()) push.soon();
  });
  port.onDisconnect.addListener(() => {
    open = false;
    stop();
  });
  port.onMessage.addListener((message) => {
    const request = parseUiRequest(message);
    if (typeof request === 'string') {
      reply(unreadable(message, request));
      return;
    }
    switch (request.type) {
      case 'watch_overview': {
        const { tab } = request;
        told = watch('watch_overview', async () => {
          const page = tab === null ? null : await options.currentPage(tab);
          return {
            type: 'overview',
            overview: { ...(await overview(service, page, options.titleOf)), ended: endings.list() },
          };
        });
        break;
      }
      case 'watch_instances':
        watch('watch_instances', async () => {
          // To read thousands of instances keeps a worker that has just been started busy: what waits is not kept waiting by that.
          await told;
          return { type: 'instances', page: await options.board.page(request) };
        });
        break;
      case 'watch_configuration':
        watch('watch_configuration', async () => ({
          type: 'configuration',
          configuration: await configuration(service, (match) => options.siteScripts.permitted(match)),
        }));
        break;
      case 'watch_states':
        watch('watch_states', async () => ({ type: 'states', counts: await options.board.states() }));
        break;
      case 'watch_journal':
        watch('watch_journal', async () => ({
          type: 'journal',
          newest: await service.pool().then(
            ({ store }) => store.newest(),
            () => -1, // The service has reported why.
          ),
        }));
        break;
      case 'watch_stop':
        watch('watch_stop', async () => ({ type: 'stop', stop: await service.stopped() }));
        break;
      default:
        answer(request, options)
          .catch((error: unknown) => unanswered(request, error))
          .then(reply);
    }
  });
}

/** A request that is answered once. */
type Asked = Exclude<UiRequest, { readonly type: `watch_${string}` }>;

/** The answer in the place of one that could not be made: nobody is left waiting. */
function unanswered(request: Asked, error: unknown): UiReply {
  console.error('Interlock: no answer to', request.type, error);
  return request.type === 'decide'
    ? { type: 'decided', ticket: request.ticket, outcome: failure(error) }
    : { type: 'refused', request: request.request, reason: messageOf(error) };
}

/** A message that cannot be read is a request all the same when it has a number: whoever waits for the answer gets it. */
function unreadable(message: unknown, reason: string): UiReply {
  const number = typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
  return typeof number === 'number' ? { type: 'refused', request: number, reason } : { type: 'unreadable', reason };
}

async function answer(request: Asked, options: UiPortOptions): Promise<UiReply> {
  const { service, settings, siteScripts, pagesOf } = options;
  switch (request.type) {
    case 'history':
    case 'reset':
    case 'undo_reset':
    case 'start_runs':
    case 'stop_all':
    case 'lift_stop':
    case 'coverage':
      return answerInstances(request, options);
    case 'decide':
      return { type: 'decided', ticket: request.ticket, outcome: await decide(service, request) };
    case 'edit': {
      const { request: number, ticket, args } = request;
      const outcome = await editCall(service, ticket, args);
      return typeof outcome === 'string'
        ? { type: 'refused', request: number, reason: outcome }
        : { type: 'decided', ticket, outcome };
    }
    case 'deny_all': {
      const { request: number, thread, current, note } = request;
      return { type: 'denied_all', request: number, outcomes: await denyAll(service, { thread, current }, note) };
    }
    case 'revoke': {
      const revoked = service.grants().then((grants) => grants.revoke(request.grant));
      const reply = await done(request.request, revoked, service);
      // It is listed as it is now, also when it could not be stored.
      if (reply.type === 'refused') await service.reload();
      return reply;
    }
    case 'argument': {
      const { request: number, ticket: id, field, from } = request;
      const ticket = await service.ticket(id);
      const args = ticket === null ? undefined : await argumentsOf(service, ticket);
      if (args === undefined) return { type: 'refused', request: number, reason: 'The call is gone.' };
      return { type: 'argument', request: number, text: argumentSlice(args, field, from, SLICE) };
    }
    case 'save_set':
      return done(request.request, saveSet(settings, request.name, request.text, service.clock()), service);
    case 'delete_set':
      return done(request.request, deleteSet(settings, request.name), service);
    case 'switch_set':
      return done(request.request, switchSet(settings, request.match, request.set, request.on), service);
    case 'set_mode':
      return done(request.request, setMode(settings, request.match, request.mode), service);
    case 'site': {
      const work = orderSite(settings, siteScripts, request.order).then(async () => {
        const state = await settings.current();
        if (state.ok) await siteScripts.reconcile(state.settings);
      });
      return done(request.request, work, service);
    }
    case 'see_site':
      return pagesOf(request.match).then(
        (pages) => ({ type: 'site_seen', request: request.request, pages }),
        (error: unknown) => ({ type: 'refused', request: request.request, reason: String(error) }),
      );
    case 'read_settings': {
      const state = await settings.current();
      return state.ok
        ? { type: 'settings', request: request.request, settings: state.settings }
        : { type: 'refused', request: request.request, reason: state.reason };
    }
    case 'start_over':
      return done(request.request, settings.startOver(), service);
  }
}

/** "Done" is said when the change is in force, not when it is stored. */
async function done(request: number, work: Promise<unknown>, service: GuardService): Promise<UiReply> {
  try {
    await work;
    await service.reload();
    return { type: 'done', request };
  } catch (error) {
    return { type: 'refused', request, reason: messageOf(error) };
  }
}

/** Runs `work` at most once at a time; what is asked for meanwhile is one more run. */
function coalesced(later: UiPortOptions['later'], work: () => Promise<void>): { now(): Promise<void>; soon(): void } {
  let running = false;
  let again = false;
  let cancel: (() => void) | null = null;
  const now = async (): Promise<void> => {
    cancel?.();
    cancel = null;
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await work();
      }
    } catch (error) {
      console.error('Interlock: a view could not be brought up to date.', error);
    } finally {
      running = false;
    }
  };
  return {
    now,
    soon: () => {
      cancel ??= later(now, PUSH_DELAY_MS);
    },
  };
}
