/**
 * Brings stored settings of an older version up to date, one ordered step at a time. Pure.
 * A step never drops what it does not know; what it cannot carry over makes the settings unreadable, and says so.
 */
import { messageOf } from '../ui/message-of.ts';

/** Turns settings of version `from` into version `from + 1`. Throws an `Error` that says what it could not carry over. */
export interface Migration {
  readonly from: number;
  readonly up: (settings: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** In order, without gaps. Version 1 is the first. */
const MIGRATIONS: readonly Migration[] = [{ from: 1, up: rulesOfSites }];

export type Migrated = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Takes `stored` to version `target`. A newer version than that is refused: its meaning is not known here. */
export function migrate(stored: unknown, target: number, steps: readonly Migration[] = MIGRATIONS): Migrated {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    return refuse('The stored settings are not an object.');
  }
  let value: Record<string, unknown> = { ...stored };
  for (;;) {
    const { version } = value;
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
      return refuse('The stored settings carry no version number.');
    }
    if (version > target) {
      return refuse(
        `The stored settings are of version ${version}, written by a newer Interlock; this one reads up to ${target}.`,
      );
    }
    if (version === target) return { ok: true, value };
    const step = steps.find((s) => s.from === version);
    if (step === undefined) return refuse(`There is no way from version ${version} of the settings to ${target}.`);
    try {
      value = { ...step.up(value), version: version + 1 };
    } catch (error) {
      const why = messageOf(error);
      return refuse(`The stored settings could not be brought from version ${version} to ${version + 1}: ${why}`);
    }
  }
}

/** 1 → 2: sites have rules for threads, failed results and time-outs; what held for all until then holds for each. */
function rulesOfSites(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { sites } = settings;
  if (!Array.isArray(sites)) throw new Error('there is no list of sites');
  const rules = {
    thread: { identity: 'conversation', capture: null },
    failed: null,
    askTimeoutMs: 600_000,
    settleTimeoutMs: 600_000,
  };
  return {
    ...settings,
    sites: sites.map((site: unknown) => (typeof site === 'object' && site !== null ? { ...rules, ...site } : site)),
  };
}

const refuse = (reason: string): Migrated => ({ ok: false, reason });
