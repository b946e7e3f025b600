/** Conversations as chance would have them: what the model says, what is decided, and what the page and its person do. */
import fc from 'fast-check';
import type { Reminder } from '../../../engine/tool-call.ts';

/** What becomes of a call. */
export type Decision =
  | 'allow'
  | 'deny'
  /** Behind a running call of the same answer first, if the page has one to run. */
  | 'queued, allow'
  | 'queued, deny'
  | 'ask, allow'
  | 'ask, deny'
  /** A person allows it with other arguments. */
  | 'changed';

/** A part of an answer: some words, or a call of a tool. */
export type Part = { readonly text: string } | { readonly tool: 'read' | 'write' };

/** What happens before the next message of the person. */
export type Between = 'go on' | 'reload' | 'drop the beginning' | 'edit an answer' | 'regenerate';

export interface Plan {
  /** Answers in order; when there are none left, the model has nothing more to do. */
  readonly answers: readonly (readonly Part[])[];
  /** By the number of the call. */
  readonly decisions: readonly Decision[];
  /** Ids of calls: told apart, the same in every answer, or none at all. Others than the first are for Chat Completions alone. */
  readonly ids: 'unique' | 'repeated' | 'missing';
  /** What the ends of turns come to, in order. */
  readonly runEnds: readonly boolean[];
  readonly reminders: readonly Reminder[];
  readonly between: readonly Between[];
  /** Requests that the page sends twice, by their number. */
  readonly twice: readonly number[];
  /** Where the page gives up: the number of the answer, and of its chunk. */
  readonly abort: { readonly answer: number; readonly chunk: number } | null;
}

const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('Now ', 'Then ', 'Well, ').map((text) => ({ text })) },
  { weight: 2, arbitrary: fc.constantFrom<'read' | 'write'>('read', 'write').map((tool) => ({ tool })) },
);

const reminder: fc.Arbitrary<Reminder> = fc.record({
  target: fc.constantFrom('system', 'suffix_system', 'session', 'conversation', 'context'),
  content: fc.constantFrom('Remember A.', 'Remember B.'),
});

export const plan: fc.Arbitrary<Plan> = fc.record({
  answers: fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), { maxLength: 7 }),
  decisions: fc.array(
    fc.constantFrom<Decision>(
      ...(['allow', 'deny', 'queued, allow', 'queued, deny', 'ask, allow', 'ask, deny', 'changed'] as const),
    ),
    { minLength: 1, maxLength: 12 },
  ),
  ids: fc.constantFrom('unique', 'repeated', 'missing'),
  runEnds: fc.array(fc.boolean(), { maxLength: 3 }),
  reminders: fc.array(reminder, { maxLength: 2 }),
  between: fc.array(fc.constantFrom<Between>('go on', 'reload', 'drop the beginning', 'edit an answer', 'regenerate'), {
    maxLength: 3,
  }),
  twice: fc.array(fc.nat({ max: 5 }), { maxLength: 1 }),
  abort: fc.option(fc.record({ answer: fc.nat({ max: 4 }), chunk: fc.nat({ max: 12 }) }), { freq: 3 }),
});
