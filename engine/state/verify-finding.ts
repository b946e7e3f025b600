/**
 * What can be found in a journal that somebody touched: codes for programs, sentences for people.
 */

/**
 * - `changed`: the line is an entry of this journal whose content is not what was written.
 * - `rewritten`: the line means what was written, but its text is another one (spaces, order, a field given twice).
 * - `unreadable`: the line is not an entry at all. `newer_version`: it is one this Interlock cannot check.
 * - `dropped`: entries are missing before the line. `truncated`: the journal ends too early, or in the middle of a line.
 * - `moved`: the line stands in another place than it was written in. `repeated`: it gives an entry a second time.
 * - `inserted`: the line was never part of this journal.
 */
export type FindingCode =
  | 'changed'
  | 'rewritten'
  | 'unreadable'
  | 'newer_version'
  | 'dropped'
  | 'truncated'
  | 'moved'
  | 'repeated'
  | 'inserted';

export interface Finding {
  readonly code: FindingCode;
  /** Line from 1: the one that was touched (the first of several); for `dropped` and `truncated`, the one where entries are missing. */
  readonly line: number;
  /** How many lines in a row are concerned; for `dropped` and `truncated`, how many entries are missing (0 = not known). */
  readonly count: number;
  /** Sequence number of the first entry concerned; null = not known. */
  readonly seq: number | null;
  readonly message: string;
}

const lines = (line: number, count: number): string =>
  count === 1 ? `Line ${line}` : `Lines ${line} to ${line + count - 1}`;
const entries = (seq: number, count: number): string =>
  count === 1 ? `entry ${seq}` : `entries ${seq} to ${seq + count - 1}`;
const verb = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** One maker a kind of finding, so that the sentences stand together. */
export const finding = {
  unreadable: (line: number): Finding => ({
    code: 'unreadable',
    line,
    count: 1,
    seq: null,
    message: `Line ${line} is not a journal entry: it is not a JSON object.`,
  }),
  newer: (line: number, version: number): Finding => ({
    code: 'newer_version',
    line,
    count: 1,
    seq: null,
    message: `Line ${line} cannot be checked: it has version ${version}. Use a newer Interlock.`,
  }),
  changed: (line: number, seq: number | null): Finding => ({
    code: 'changed',
    line,
    count: 1,
    seq,
    message: `Line ${line}${seq === null ? '' : ` (entry ${seq})`} was changed: its hash is not that of its content.`,
  }),
  rehashed: (line: number, seq: number): Finding => ({
    code: 'changed',
    line,
    count: 1,
    seq,
    message: `Line ${line} (entry ${seq}) was changed and given a new hash: the entry after it was written after another one.`,
  }),
  rewritten: (line: number, seq: number): Finding => ({
    code: 'rewritten',
    line,
    count: 1,
    seq,
    message: `Line ${line} (entry ${seq}) was written anew: it means the same, but its text is not the one that was stored.`,
  }),
  dropped: (line: number, seq: number, count: number): Finding => ({
    code: 'dropped',
    line,
    count,
    seq,
    message: `Before line ${line}, ${entries(seq, count)} ${verb(count, 'is', 'are')} missing.`,
  }),
  moved: (line: number, count: number, seq: number, after: number | null): Finding => ({
    code: 'moved',
    line,
    count,
    seq,
    message:
      `${lines(line, count)} (${entries(seq, count)}) ${verb(count, 'was', 'were')} moved: ${verb(count, 'it belongs', 'they belong')} ` +
      `${after === null ? 'at the start' : `behind line ${after}`}.`,
  }),
  repeated: (line: number, count: number, seq: number): Finding => ({
    code: 'repeated',
    line,
    count,
    seq,
    message: `${lines(line, count)} ${verb(count, 'gives', 'give')} ${entries(seq, count)} a second time.`,
  }),
  inserted: (line: number, count: number, seq: number): Finding => ({
    code: 'inserted',
    line,
    count,
    seq,
    message: `${lines(line, count)} ${verb(count, 'does', 'do')} not belong to this journal: no entry was written before or after ${verb(count, 'it', 'them')}.`,
  }),
  truncatedLine: (line: number): Finding => ({
    code: 'truncated',
    line,
    count: 0,
    seq: null,
    message: `Line ${line} is the last one and breaks off: it was cut short, or something else was appended.`,
  }),
  truncated: (line: number, seq: number, count: number): Finding => ({
    code: 'truncated',
    line,
    count,
    seq,
    message: `The journal ends too early: ${entries(seq, count)} ${verb(count, 'is', 'are')} missing.`,
  }),
  otherHead: (line: number, seq: number): Finding => ({
    code: 'changed',
    line,
    count: 1,
    seq,
    message: `Line ${line} (entry ${seq}) was changed and given a new hash: it is not the entry that is known as the newest one.`,
  }),
};
