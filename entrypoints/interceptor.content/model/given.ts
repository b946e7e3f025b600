/**
 * Which ids the calls of a conversation's answers had, and where the answers stand: so that a call is not taken for another one of the
 * same id.
 *
 * Runs in the page's own world. Holds no arguments and no texts, only ids and marks.
 */
import type { Others } from '../../../engine/wire/model/anchor.ts';
import type { Places } from '../../../engine/wire/model/kept.ts';
import { markOf } from '../../../engine/wire/model/marks.ts';
import type { Entry } from '../../../engine/wire/model-adapter.ts';

/** Where answers stand that were given before this page was loaded; no mark. */
const SOMEWHERE = 'somewhere';

/** So many places are kept for the next load of the page, the newest; older answers are known by the history that has them. */
const KEPT_PLACES = 100;

/** An answer as the page knows it. */
export interface Answer {
  readonly calls: readonly { readonly id: string }[];
  readonly text: string;
}

export class Given {
  /** By name: the mark of the history before each answer. */
  readonly #places: Record<string, readonly string[]> = Object.create(null);
  /** The newest of them, oldest first. */
  newest: Places = [];

  /** What an earlier load of the page has kept. */
  restore(places: Places): void {
    for (const [name, place] of places) this.#put(name, place);
  }

  /** An answer was given at `before`, behind the entries of `history` (of a held history: the new ones). */
  add(answer: Answer, before: string, history: readonly Entry[]): void {
    for (const name of namesOf(answer)) {
      const known = this.#places[name] ?? (isIn(history, name) ? [SOMEWHERE] : []);
      this.#places[name] = known;
      this.#put(name, before);
    }
  }

  #put(name: string, place: string): void {
    this.#places[name] = [...(this.#places[name] ?? []), place];
    this.newest = [...this.newest, [name, place] as const].slice(-KEPT_PLACES);
  }

  /** What other answers had of the same, seen from the one that was given at `before`. */
  others(answer: Answer, before: string): Others {
    const places = namesOf(answer).map((name) => this.#places[name] ?? []);
    if (places.some((all) => all.filter((place) => place === before).length > 1)) return 'here';
    return places.some((all) => all.length > 1) ? 'elsewhere' : 'none';
  }
}

const CALL = 'call ';

/** The ids of its calls; an answer without calls is known by its text. */
const namesOf = ({ calls, text }: Answer): readonly string[] =>
  calls.length > 0 ? [...new Set(calls.map(({ id }) => CALL + id))] : [`text ${markOf(text.trim())}`];

/** Whether the history has an answer of that name; those that are named in another way need not be looked at. */
function isIn(history: readonly Entry[], name: string): boolean {
  const byCalls = name.startsWith(CALL);
  return history.some(
    (entry) => entry.speaker === 'assistant' && entry.calls.length > 0 === byCalls && namesOf(entry).includes(name),
  );
}
