/** Recorded answers of a model, with what there is to find in them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '../../engine/tool-call.ts';
import type { FinishReason } from '../../engine/wire/model-adapter.ts';

/** What a reader has to find. `undecodable` is there for calls whose arguments cannot be decoded. */
export interface Expected {
  /** All that is said, joined; what is not text (reasoning) is left out. */
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    readonly args: Json;
    readonly undecodable?: true;
  }[];
  /** Null: the answer broke off or failed. */
  readonly reason: FinishReason | null;
}

export interface Fixture {
  /** File name. */
  readonly name: string;
  readonly form: 'sse' | 'json';
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly expected: Expected;
}

/** The fixtures of a folder under `test/fixtures/`. Throws when one has no row in `expected.json`, or a row no fixture. */
export function loadFixtures(folder: string): readonly Fixture[] {
  const home = new URL(`../fixtures/${folder}/`, import.meta.url);
  const rows = JSON.parse(readFileSync(new URL('expected.json', home), 'utf8')) as Record<string, Expected>;
  const files = readdirSync(home).filter((file) => file !== 'expected.json');
  const alone = [
    ...files.filter((file) => !Object.hasOwn(rows, file)),
    ...Object.keys(rows).filter((row) => !files.includes(row)),
  ];
  if (alone.length > 0)
    throw new Error(`Fixtures without a row in expected.json, or rows without a fixture: ${alone.join(', ')}`);
  return files.map((name) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, home)));
    const expected = rows[name];
    if (expected === undefined) throw new Error(`No row for ${name}.`);
    return {
      name,
      form: name.endsWith('.sse') ? 'sse' : 'json',
      text: new TextDecoder().decode(bytes),
      bytes,
      expected,
    };
  });
}
