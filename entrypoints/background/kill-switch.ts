/**
 * The kill switch: while it is on, every tool call on every site entry is refused, whatever its mode. Kept in local storage, so
 * that it outlives worker and browser. Runs in the background.
 *
 * INVARIANT: it fails closed. A state that cannot be read or understood counts as on; only a person's `lift` ends it.
 */
import { z } from 'zod';
import type { MachineSet } from '../../engine/dsl/machine.ts';
import { type Force, type Forces, OFF } from './forces.ts';
import { compileText } from './machine-sets.ts';
import type { Site } from './settings.ts';
import type { StorageArea } from './settings-store.ts';
import { siteFor } from './sites.ts';

const stop = z.strictObject({
  /** When it was thrown, milliseconds since 1970. */
  at: z.number(),
  /** `unreadable`: nobody threw it; the stored state cannot be read. */
  by: z.enum(['popup', 'shortcut', 'unreadable']),
});
const stored = z.strictObject({ stop: stop.nullable() });

/** Who or what stopped everything, and when. */
export type Stop = z.infer<typeof stop>;

const KEY = 'killSwitch';

/** What the model reads of every call while everything is stopped. */
export const STOPPED_REASON =
  'A person has stopped all tool calls with the kill switch of Interlock, so this call was not run. ' +
  'Do not try again until they tell you that calls may run.';

/** Name of the machine that refuses everything; no instance of it is ever shown. */
export const STOP_MACHINE = 'interlock:kill-switch';

export class KillSwitch {
  readonly #area: StorageArea;
  readonly #clock: () => number;
  #state: Promise<Stop | null> | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** How often it was thrown or lifted. */
  #words = 0;

  constructor(area: StorageArea, clock: () => number = Date.now) {
    this.#area = area;
    this.#clock = clock;
  }

  /** Who stopped everything; `null` = calls are decided on. Never rejects. */
  current(): Promise<Stop | null> {
    this.#state ??= this.#read();
    return this.#state;
  }

  /** Stops everything at once, before this returns. Rejects when that could not be stored: it holds, but not beyond this worker. */
  engage(by: 'popup' | 'shortcut'): Promise<void> {
    this.#words += 1;
    const at = this.#clock();
    const engaged = this.current().then((known) => (known === null || known.by === 'unreadable' ? { at, by } : known));
    this.#state = engaged;
    return this.#store(() => engaged);
  }

  /** Lets calls be decided on again. Rejects, and everything stays stopped, when that could not be stored. */
  async lift(): Promise<void> {
    this.#words += 1;
    const word = this.#words;
    await this.#store(async () => null);
    // Whoever stopped everything again in the meantime has the last word.
    if (word === this.#words) this.#state = Promise.resolve(null);
  }

  /** Writes in the order in which it was asked to. */
  #store(stop: () => Promise<Stop | null>): Promise<void> {
    const write = async (): Promise<void> => this.#area.set({ [KEY]: { stop: await stop() } });
    const done = this.#writing.then(write);
    this.#writing = done.catch(() => undefined); // The caller gets the error; the next one only waits for the end.
    return done;
  }

  async #read(): Promise<Stop | null> {
    const unreadable: Stop = { at: this.#clock(), by: 'unreadable' };
    try {
      const value = (await this.#area.get(KEY))[KEY];
      if (value === undefined) return null;
      const parsed = stored.safeParse(value);
      return parsed.success ? parsed.data.stop : unreadable;
    } catch (error) {
      console.error('Interlock: the state of the kill switch cannot be read.', error);
      return unreadable;
    }
  }
}

/** One machine that refuses every tool with the reason. */
const STOP_SET: MachineSet = stopSet();

function stopSet(): MachineSet {
  const compiled = compileText(
    JSON.stringify({
      machines: [
        {
          name: STOP_MACHINE,
          initial: 'stopped',
          transitions: [{ on: '*', from: [], to: 'stopped', on_violation: { action: 'deny', reason: STOPPED_REASON } }],
        },
      ],
    }),
  );
  if (!compiled.ok) throw new Error(`The kill switch does not compile: ${compiled.reason}`);
  return compiled.set;
}

/** What holds while everything is stopped: on every site entry, those that are off among them, nothing but the refusal. */
export function stoppedForces(forces: Forces): Forces {
  const { settings } = forces;
  if (settings === null) return forces; // Nothing runs there anyway, and the reason says what to do about it.
  const at = (site: Site | null | undefined): Force =>
    site == null ? OFF : { kind: 'guarded', match: site.match, mode: 'enforce', set: STOP_SET };
  return {
    ...forces,
    sets: new Map(settings.sites.map((site) => [site.match, STOP_SET])),
    of: (match) => at(settings.sites.find((site) => site.match === match)),
    at: (url) => at(siteFor(settings.sites, url)),
  };
}
