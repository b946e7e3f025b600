/**
 * The contract of the hop extension page ↔ background. Popup and options each open one port; the background serves it
 * only when its sender is a page of this extension.
 */

import type { Json } from '../../engine/tool-call.ts';
import type { InstanceReply, InstanceRequest, InstanceState } from './instance-messages.ts';
import type { SetRef, Settings, Site, SiteMode } from './settings.ts';

/** Name of the runtime port a popup or options page opens. */
export const UI_PORT = 'interlock:ui';

/** Name of a port that carries nothing: it is open while a person sees a view of the waiting calls. */
export const LOOKING_PORT = 'interlock:looking';

/** From an extension page. A `request` number comes back in the answer to it. */
export type UiRequest =
  | InstanceRequest
  /** Keep me told about waiting calls; `tab` is the page the person looks at. Answered by `overview`, now and after every change. */
  | { readonly type: 'watch_overview'; readonly tab: number | null }
  /** Keep me told about settings and sets. Answered by `configuration`, now and after every change. */
  | { readonly type: 'watch_configuration' }
  /**
   * A person's decision. Answered by `decided`. `again` marks a repeat after a lost connection: if the first one arrived,
   * the answer says what came of it.
   */
  | {
      readonly type: 'decide';
      readonly ticket: string;
      readonly approve: boolean;
      readonly note?: string;
      /** With an approval: allows, until the run ends, the same call again, or the instance that was asked about. */
      readonly grant?: 'call' | 'instance';
      readonly again: boolean;
    }
  /**
   * Lets the call run with other arguments, of the same kind, if it is legal as changed. Answered by `decided`, or by `refused` when
   * nothing was done and the call waits as before.
   */
  | { readonly type: 'edit'; readonly request: number; readonly ticket: string; readonly args: Json }
  /** Denies everything that waits in a run. Answered by `denied_all`. */
  | {
      readonly type: 'deny_all';
      readonly request: number;
      readonly thread: string;
      /** Calls of the run that the thread is in; false: those of runs before it. */
      readonly current: boolean;
      readonly note?: string;
    }
  /** Takes a grant back. Answered by `done` or `refused`. */
  | { readonly type: 'revoke'; readonly request: number; readonly grant: string }
  /** More of an argument that was cut. Answered by `argument`. */
  | {
      readonly type: 'argument';
      readonly request: number;
      readonly ticket: string;
      readonly field: number;
      readonly from: number;
    }
  /** Saves an own set under `name`, replacing the one of that name. Answered by `done` or `refused`. */
  | { readonly type: 'save_set'; readonly request: number; readonly name: string; readonly text: string }
  /** Deletes an own set and takes it out of every site. */
  | { readonly type: 'delete_set'; readonly request: number; readonly name: string }
  /** Puts a set in force on a site, or takes it out. */
  | {
      readonly type: 'switch_set';
      readonly request: number;
      readonly match: string;
      readonly set: SetRef;
      readonly on: boolean;
    }
  | { readonly type: 'set_mode'; readonly request: number; readonly match: string; readonly mode: SiteMode }
  /** Changes the list of sites. Answered by `done` or `refused`. */
  | { readonly type: 'site'; readonly request: number; readonly order: SiteOrder }
  /** Which protocols have been seen on the open pages of a site. Answered by `site_seen` or `refused`. */
  | { readonly type: 'see_site'; readonly request: number; readonly match: string }
  /** Own sets and sites as they are stored, for a backup. Answered by `settings` or `refused`. */
  | { readonly type: 'read_settings'; readonly request: number }
  /** Keep me told how many instances are in which state. Answered by `states`, now and after every change. */
  | { readonly type: 'watch_states' }
  /** Keep me told how far the journal goes. Answered by `journal`, now and after every commit. */
  | { readonly type: 'watch_journal' }
  /** Keep me told whether everything is stopped. Answered by `stop`, now and after every change. */
  | { readonly type: 'watch_stop' }
  /** Unreadable settings only: keep a copy and start over with the defaults. */
  | { readonly type: 'start_over'; readonly request: number };

/** What a person changes about the sites. A site that is added has been permitted by the browser before. */
export type SiteOrder =
  /** `at`: its place in the list; default the last. */
  | { readonly do: 'add'; readonly site: Site; readonly at?: number }
  | { readonly do: 'change'; readonly match: string; readonly change: Partial<Omit<Site, 'match'>> }
  /** Gives the permission back, too. */
  | { readonly do: 'remove'; readonly match: string }
  | { readonly do: 'move'; readonly match: string; readonly to: number }
  /** A backup is put in place of everything. */
  | ({ readonly do: 'replace_all' } & Readonly<Omit<Settings, 'version'>>);

/** How many instances of a machine are in a state, on the pages of one site. */
export interface StateCount {
  /** Match pattern of the site. */
  readonly match: string;
  readonly machine: string;
  readonly state: string;
  readonly count: number;
}

/** An open page of a site, and what was seen on it since it was loaded. */
export interface SeenPage {
  readonly tab: number;
  readonly title: string;
  readonly url: string;
  /** False when the page does not ask about its calls: it was open before the site was added, say. */
  readonly connected: boolean;
  readonly protocols: readonly SeenProtocol[];
}

/** `execution`: the page itself carries calls to tools; `model`: it talks to a model that asks for calls. */
export interface SeenProtocol {
  readonly protocol: string;
  readonly level: 'execution' | 'model';
}

/** From the background. */
export type UiReply =
  | InstanceReply
  | { readonly type: 'overview'; readonly overview: Overview }
  | { readonly type: 'configuration'; readonly configuration: Configuration }
  | { readonly type: 'decided'; readonly ticket: string; readonly outcome: Outcome }
  | { readonly type: 'argument'; readonly request: number; readonly text: string }
  | {
      readonly type: 'denied_all';
      readonly request: number;
      readonly outcomes: readonly { readonly ticket: string; readonly outcome: Outcome }[];
    }
  | { readonly type: 'site_seen'; readonly request: number; readonly pages: readonly SeenPage[] }
  | { readonly type: 'settings'; readonly request: number; readonly settings: Settings }
  /** Instances of all threads of the browser session. */
  | { readonly type: 'states'; readonly counts: readonly StateCount[] }
  /** `newest` is the sequence number of the last entry, -1 when there is none. */
  | { readonly type: 'journal'; readonly newest: number }
  | { readonly type: 'stop'; readonly stop: StopView | null }
  | { readonly type: 'done'; readonly request: number }
  | { readonly type: 'refused'; readonly request: number; readonly reason: string }
  /** A message that could not be read; nothing was done. */
  | { readonly type: 'unreadable'; readonly reason: string };

/**
 * What became of a waiting call. `edited`: it runs with the arguments a person gave it; `refused`: a person allowed it and it still
 * does not run; `gone`: nobody waits for it any more.
 */
export interface Outcome {
  readonly kind: 'allowed' | 'edited' | 'denied' | 'refused' | 'expired' | 'gone';
  readonly reason: string | null;
}

/** Something that keeps Interlock from working as configured, for people, with what to do about it. */
export interface Problem {
  readonly code: 'settings' | 'store' | 'machines' | 'message';
  readonly message: string;
  readonly remedy: string;
}

/** Who threw the kill switch, and when (milliseconds since 1970). */
export interface StopView {
  readonly at: number;
  readonly by: 'popup' | 'shortcut' | 'unreadable';
}

/** What the popup shows. */
export interface Overview {
  readonly problems: readonly Problem[];
  /** null = the kill switch is off. */
  readonly stop: StopView | null;
  /** The page in the tab the person looks at. */
  readonly site: SiteView;
  /** Undecided calls of all pages, oldest first. */
  readonly waiting: readonly WaitingCall[];
  /** Tickets that were decided or ended since the worker started, newest first; what the popup shows of a call that vanished. */
  readonly ended: readonly EndedCall[];
  /** What is allowed until a run ends, oldest first. */
  readonly grants: readonly GrantView[];
}

export type SiteView =
  /** No site entry covers the page (or there is no page), or the one that does, `match`, is off. */
  | {
      readonly kind: 'unguarded';
      readonly guarded: readonly string[];
      readonly origin: string | null;
      readonly match: string | null;
    }
  /** Every call there is refused, because settings or machines cannot be used; a problem says why. */
  | { readonly kind: 'broken'; readonly origin: string | null }
  | {
      readonly kind: 'guarded';
      readonly origin: string;
      readonly match: string;
      readonly mode: SiteMode;
      /** Names of the machines in force. */
      readonly machines: readonly string[];
      /** False when the page does not ask about its calls: it was open before Interlock was, say. */
      readonly connected: boolean;
    };

/** A call that waited. */
export interface EndedCall {
  readonly ticket: string;
  readonly outcome: Outcome;
  readonly tool: string;
  /** Key of the instance that was asked about most; `null` when there is none. */
  readonly key: string | null;
  /** When it ended, milliseconds since 1970. */
  readonly at: number;
}

/** What a person has allowed until the run ends. */
export interface GrantView {
  readonly id: string;
  readonly kind: 'call' | 'instance';
  readonly tool: string;
  readonly origin: string;
  readonly asks: readonly { readonly machine: string; readonly key: string | null }[];
  /** When it was given, milliseconds since 1970. */
  readonly at: number;
  /** How many calls it has let through. */
  readonly uses: number;
  /** It was taken back and lets nothing through, but that could not be stored: it returns with the next worker. */
  readonly withdrawn: boolean;
}

export interface WaitingCall {
  readonly ticket: string;
  readonly thread: string;
  /** The run of the thread it belongs to; `null` when that run is over. Only a run that goes on can be granted anything. */
  readonly run: number | null;
  /** Whether its page can run it with other arguments. */
  readonly editable: boolean;
  readonly tool: string;
  /** `null` when the call's row is missing: nothing can be shown, and it cannot be allowed unseen. */
  readonly args: readonly ShownField[] | null;
  /** Asking violations, strongest first; at least one. */
  readonly asks: readonly Ask[];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly expiresAt: number;
  /** The page it comes from; `tab` is null when no tab of this session is known for it, `title` when it has none. */
  readonly page: { readonly tab: number | null; readonly origin: string; readonly title: string | null };
}

/** One argument. `text` is the value itself for strings, indented JSON for the rest. */
export interface ShownField {
  /** Name of the argument; `null` when the whole argument value is shown (free text, a list). */
  readonly name: string | null;
  readonly kind: 'text' | 'json';
  /** The beginning of the value; all of it unless `cut`. */
  readonly head: string;
  /** What was left out after `head`, in characters, and the end of the value. */
  readonly cut: { readonly omitted: number; readonly tail: string } | null;
  /** Full length in characters (UTF-16 code units). */
  readonly length: number;
}

/** What one machine asks about. */
export interface Ask {
  readonly machine: string;
  readonly key: string | null;
  readonly state: string | null;
  readonly stage: InstanceState['stage'];
  readonly reason: string;
}

/** What the options page shows. */
export interface Configuration {
  readonly problems: readonly Problem[];
  /** False when the settings cannot be read: nothing but `start_over` works. */
  readonly usable: boolean;
  readonly sets: readonly SetView[];
  readonly sites: readonly SiteEntry[];
}

/** A site as it is stored, with what comes of it. */
export interface SiteEntry extends Site {
  /** Machines in force, or why the sets do not go together. */
  readonly machines: readonly string[];
  readonly fault: string | null;
  /** False when the browser does not let the extension be there: nothing is guarded. */
  readonly permitted: boolean;
}

export interface SetView {
  readonly ref: SetRef;
  readonly text: string;
  readonly machines: readonly string[];
  /** Why it does not compile (a set saved by an older version, say). */
  readonly fault: string | null;
}
