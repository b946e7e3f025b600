/** Prints the tour as a transcript for people, and ends it when something did not happen as said. */
import type { Say } from '../../tools.ts';

/** Wide enough for the longest speaker. */
const COLUMN = 10;

export interface Narrator {
  /** A heading. */
  act(title: string): void;
  /** One line of the transcript; further lines of the text are indented. */
  line(speaker: string, text: string): void;
  /** @throws Error that names what was expected and what was seen instead */
  expect(what: string, ok: boolean, seen: string): void;
}

export function narrator(say: Say): Narrator {
  let acts = 0;
  return {
    act(title) {
      acts += 1;
      say(`\n${acts}. ${title}`);
    },
    line(speaker, text) {
      const [first = '', ...rest] = text.trim().split('\n');
      say(`   ${speaker.padEnd(COLUMN)} ${first}`);
      for (const more of rest) say(`   ${' '.repeat(COLUMN)} ${more}`);
    },
    expect(what, ok, seen) {
      if (!ok) throw new Error(`The tour went wrong: expected ${what}, but ${seen}.`);
      say(`   ${'check'.padEnd(COLUMN)} ${what}`);
    },
  };
}
