/**
 * Keeps the settings in the extension's local storage. Runs in the background alone; other pages ask through messages.
 */
import { defaultSettings, readSettings, SETTINGS_VERSION, type Settings, type SettingsState } from './settings.ts';

/** The part of a browser storage area that is used here. */
export interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

const KEY = 'settings';

export class SettingsStore {
  readonly #area: StorageArea;
  readonly #clock: () => number;
  #state: Promise<SettingsState> | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(area: StorageArea, clock: () => number = Date.now) {
    this.#area = area;
    this.#clock = clock;
  }

  /** The settings as they are stored. Storage that cannot be read counts as unreadable settings, not as none. */
  current(): Promise<SettingsState> {
    this.#state ??= this.#read();
    return this.#state;
  }

  /** Forgets what was read. To be called when the storage has changed. */
  reload(): Promise<SettingsState> {
    this.#state = null;
    return this.current();
  }

  /**
   * Changes the settings, one change after the other. The result is checked as if it had been read back; what does not
   * pass is not stored. Rejects with an `Error` for people.
   */
  update(change: (settings: Settings) => Settings): Promise<Settings> {
    return this.#inTurn(async () => {
      const before = await this.reload();
      if (!before.ok) throw new Error(before.reason);
      const after = readSettings(change(before.settings));
      if (!after.ok) throw new Error(after.reason);
      await this.#write(after.settings);
      return after.settings;
    });
  }

  /** Starts over with the defaults, on a person's explicit wish. The unreadable value is kept beside them. */
  startOver(): Promise<Settings> {
    return this.#inTurn(async () => {
      const stored = await this.#area.get(KEY);
      if (KEY in stored) await this.#area.set({ [`${KEY}.before-${this.#clock()}`]: stored[KEY] });
      await this.#write(defaultSettings());
      return defaultSettings();
    });
  }

  async #read(): Promise<SettingsState> {
    try {
      return readSettings((await this.#area.get(KEY))[KEY]);
    } catch (error) {
      return {
        ok: false,
        reason: `The settings (version ${SETTINGS_VERSION}) could not be read from the browser's storage: ${String(error)}`,
      };
    }
  }

  async #write(settings: Settings): Promise<void> {
    await this.#area.set({ [KEY]: settings });
    this.#state = Promise.resolve({ ok: true, settings });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work, work);
    this.#writing = done.catch(() => undefined); // The caller gets the error; the next change only waits for the end.
    return done;
  }
}
