/**
 * Checks an exported or stored journal: was a line changed, dropped, moved, added, and which. Pure and streaming: what it keeps in
 * memory grows with the number of breaks in the chain, not with the number of lines.
 *
 * It reads the stored layout only (`seq`, `prev`, `hash`), so journals of older layouts are checked as they were written. What
 * nobody can know from the lines alone: whether the whole journal was made up, and whether whole entries are missing
 * at its end. Hand in the `head` you know for the latter.
 */
import { canonicalJson } from './canonical-json.ts';
import { type ChainLink, GENESIS, isWhole } from './chain.ts';
import { arrange } from './verify-arrange.ts';
import { type Finding, finding } from './verify-finding.ts';
import { Runs, type Trusted } from './verify-runs.ts';

/** What became of a check: whether the journal is as it was written, and what is wrong where. */
export interface Verification {
  readonly ok: boolean;
  /** Lines read, blank ones not counted. */
  readonly lines: number;
  /** The last entry, if it can be trusted: compare it with one that was noted elsewhere. */
  readonly head: ChainLink | null;
  /** In the order of their lines. Empty = nothing was done to the journal. */
  readonly findings: readonly Finding[];
}

export interface VerifyOptions {
  /** The newest entry that is known to have been in the journal. */
  readonly head?: ChainLink;
}

/** The version whose layout of the chain this file knows. */
const CHAIN_VERSION = 1;

/**
 * Checks the lines of a journal (`exportJournal`, or a JSONL store's file), without their newlines. Goes on after a finding.
 * Never throws for what is in a line; what `lines` throws comes through.
 */
export async function verifyJournal(lines: AsyncIterable<string>, options: VerifyOptions = {}): Promise<Verification> {
  const findings: Finding[] = [];
  const runs = new Runs(findings);
  let line = 0;
  let read = 0;
  let unreadable: number | null = null;
  for await (const raw of lines) {
    line++;
    const text = trimmed(raw);
    if (text === '') continue;
    read++;
    if (unreadable !== null) findings.push(finding.unreadable(unreadable));
    unreadable = null;
    const record = parsed(text);
    if (record === null) {
      unreadable = line;
      runs.spoiled.push(line);
    } else if (typeof record.v === 'number' && record.v > CHAIN_VERSION) {
      findings.push(finding.newer(line, record.v));
      runs.spoiled.push(line);
    } else if (!hasLink(record) || !isWhole(record)) {
      findings.push(finding.changed(line, typeof record.seq === 'number' ? record.seq : null));
      runs.spoiled.push(line);
    } else {
      if (canonicalJson(record) !== text) findings.push(finding.rewritten(line, record.seq));
      runs.trusted(line, record);
    }
  }
  // The last line is one that a crash cut short more often than one that somebody spoiled.
  if (unreadable !== null) findings.push(finding.truncatedLine(unreadable));
  const head = arrange(runs, findings, { genesis: GENESIS, end: line + 1, head: options.head ?? null });
  findings.sort((a, b) => a.line - b.line);
  return { ok: findings.length === 0, lines: read, head, findings };
}

/** Spaces around the entry mean nothing: JSONL stores put one before lines that do not end a commit, Windows a `\r` behind. */
function trimmed(line: string): string {
  return line.replace(/^ +|[ \r]+$/g, '');
}

interface Parsed {
  readonly v?: unknown;
  readonly seq?: unknown;
  readonly prev?: unknown;
  readonly hash?: unknown;
}

function parsed(text: string): Parsed | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null; // Not JSON, or nested deeper than this runtime can read.
  }
}

function hasLink(record: Parsed): record is Trusted {
  return (
    typeof record.seq === 'number' &&
    Number.isSafeInteger(record.seq) &&
    record.seq >= 0 &&
    typeof record.prev === 'string' &&
    typeof record.hash === 'string'
  );
}
