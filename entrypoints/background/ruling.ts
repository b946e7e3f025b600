/**
 * What is in force now: settings and kill switch, read together and kept until one of them changes. Runs in the background.
 *
 * INVARIANT: what was asked for last is what holds, in whatever order storage answers.
 */
import { type Force, type Forces, forcesOf, rulesOf, type SiteRules } from './forces.ts';
import { type KillSwitch, type Stop, stoppedForces } from './kill-switch.ts';
import type { Problems } from './problems.ts';
import type { Settings, SettingsState } from './settings.ts';
import type { SettingsStore } from './settings-store.ts';
import { parseThread } from './thread-id.ts';

export interface RulingOptions {
  readonly settings: SettingsStore;
  readonly killSwitch: KillSwitch;
  readonly problems: Problems;
}

interface Rules {
  readonly configured: Forces;
  readonly ruling: Forces;
}

export class Ruling {
  readonly #options: RulingOptions;
  #rules: Promise<Rules> | null = null;
  /** As they were read last. */
  #settings: Settings | null = null;

  constructor(options: RulingOptions) {
    this.#options = options;
  }

  /** What is configured where. */
  async configured(): Promise<Forces> {
    return (await this.#current()).configured;
  }

  /** What decides, and which guards are at work: what is configured, unless everything is stopped. */
  async current(): Promise<Forces> {
    return (await this.#current()).ruling;
  }

  /** What holds on the page at `url`. A stop holds from the moment it is asked for. */
  async at(url: string): Promise<Force> {
    const { configured, ruling } = await this.#current();
    return ((await this.stopped()) === null ? ruling : stoppedForces(configured)).at(url);
  }

  /** What the guard of a thread decides by. */
  async of(thread: string): Promise<Force> {
    return (await this.current()).of(parseThread(thread)?.match ?? '');
  }

  /** Who stopped everything; `null` = calls are decided on by what is configured. */
  stopped(): Promise<Stop | null> {
    return this.#options.killSwitch.current();
  }

  /** Reads everything anew. Resolves when it has been read. */
  async reload(): Promise<void> {
    this.#rules = this.#rulesOf(this.#options.settings.reload());
    await this.#rules;
  }

  /** What the site of a thread says, as far as the settings have been read. */
  siteRules(thread: string): SiteRules {
    return rulesOf(this.#settings, parseThread(thread)?.match ?? '');
  }

  #current(): Promise<Rules> {
    this.#rules ??= this.#rulesOf(this.#options.settings.current());
    return this.#rules;
  }

  async #rulesOf(settings: Promise<SettingsState>): Promise<Rules> {
    const [state, stop] = await Promise.all([settings, this.stopped()]);
    const configured = this.#apply(forcesOf(state));
    return { configured, ruling: stop === null ? configured : stoppedForces(configured) };
  }

  #apply(forces: Forces): Forces {
    const { problems } = this.#options;
    this.#settings = forces.settings;
    problems.clear('settings');
    if (forces.fault !== null) {
      const remedy = 'Every tool call is refused until they can be read.';
      problems.report('settings', { code: 'settings', message: forces.fault, remedy });
    }
    problems.clear('machines');
    const [first] = forces.broken;
    if (first !== undefined) {
      const where = forces.broken.map(({ match }) => match).join(', ');
      const remedy = 'Every tool call there is refused until the set is mended or taken out.';
      problems.report('machines', { code: 'machines', message: `On ${where}: ${first.reason}`, remedy });
    }
    return forces;
  }
}
