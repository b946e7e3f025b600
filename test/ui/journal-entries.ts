/**
 * Entries of a made-up journal, any number of them: calls that are decided, asked about, denied and settled. Pure.
 */
import type { Happening, JournalEntry } from '../../engine/state/journal.ts';
import { NOW } from './scenes.ts';

const PATH = '/srv/site/content/posts/release-notes.md';

/** What happens over and over, newest last. */
const STORY: readonly Happening[] = [
  { type: 'run_started' },
  gated('c1', 'read_text_file', 'allow', null),
  settled('c1', 'unread', 'read'),
  gated('c2', 'mcp__filesystem__write_file', 'deny', `Read ${PATH} before writing.`),
  gated('c3', 'delete_file', 'ask', `Deleting "${PATH}" needs a person.`),
  { type: 'resolved', ticket: 't1', call: 'c3', outcome: 'approved', note: null, reason: null },
  {
    type: 'settled',
    call: 'c3',
    outcome: 'settled',
    result: { status: 'error', content: 'no such file' },
    transitions: [],
    reminders: [],
  },
  { type: 'run_ended', decision: 'continue', message: 'Finish the protocol work: 1 file is unread.' },
];

/** What came of calls in every way there is, newest last. */
const ENDINGS: readonly Happening[] = [
  gated('c1', 'mcp__filesystem__write_file', 'deny', `Read ${PATH} before writing.`),
  gated('c2', 'read_text_file', 'allow', null),
  settled('c2', 'unread', 'read'),
  gated('c3', 'delete_file', 'ask', `Deleting "${PATH}" needs a person.`),
  ended('c3', 'approved', null),
  gated('c3', 'delete_file', 'allow', null),
  settled('c3', 'kept', 'deleted'),
  gated('c4', 'delete_file', 'ask', 'Deleting "notes/old.txt" needs a person.'),
  ended('c4', 'rejected', 'Deleting "notes/old.txt" needs a person. A person decided against it: Keep it.'),
  gated('c5', 'move_file', 'ask', 'Moving "a.txt" needs a person.'),
  ended('c5', 'abandoned', 'Nobody waits for this call any more.'),
  gated('c6', 'delete_file', 'ask', 'Deleting "cache/part-0.bin" needs a person.'),
];

/** A journal of those. */
export const ENDED_CALLS: readonly JournalEntry[] = ENDINGS.map((happening, seq) => ({
  ...journalEntry(seq),
  happening,
}));

/** Entry number `seq`; the last of a thousand happened a moment ago. */
export function journalEntry(seq: number): JournalEntry {
  const happening = STORY[seq % STORY.length] ?? { type: 'step' };
  return {
    v: 1,
    seq,
    at: NOW - (1_000 - seq) * 7_000,
    thread: 'id:*%3A%2F%2Flocalhost%2F*:http%3A%2F%2Flocalhost%3A5173:mcp:3f2a81c0-6f1e-4c3a-9a51-0e1f5f0f7d11',
    set: 'fingerprint',
    happening,
    changes: [],
    prev: '0'.repeat(64),
    hash: '0'.repeat(64),
  };
}

function gated(id: string, tool: string, verdict: 'allow' | 'deny' | 'ask', reason: string | null): Happening {
  const violation = { machine: 'read-before-write', key: PATH, state: 'unread', tool };
  return {
    type: 'gated',
    call: { id, tool, args: { path: PATH } },
    verdict,
    violations: reason === null || verdict === 'allow' ? [] : [{ ...violation, action: verdict, reason }],
    observed: [],
    ticket: null,
  };
}

function settled(call: string, from: string, to: string): Happening {
  return {
    type: 'settled',
    call,
    outcome: 'settled',
    result: { status: 'success', content: 'The notes.' },
    transitions: [{ machine: 'read-before-write', key: PATH, from, to }],
    reminders: [],
  };
}

function ended(call: string, outcome: 'approved' | 'rejected' | 'abandoned', reason: string | null): Happening {
  return { type: 'resolved', ticket: `ticket of ${call}`, call, outcome, note: null, reason };
}
