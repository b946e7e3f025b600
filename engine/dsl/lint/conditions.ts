/**
 * Conditions that cannot hold, and counters that never move.
 */
import { fansOut, formatPath } from '../../pattern/path.ts';
import type { Condition } from '../../pattern/pattern.ts';
import { type Message, msg } from '../../say.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Rule } from './subject.ts';

/** Two conditions on one value that exclude each other, or a counter below 0. */
export const impossibleCondition: Rule = ({ machine, path, reporter }) => {
  for (const { index, on, when, counters } of machine.transitions) {
    const place = [...path, 'transitions', index];
    if (on.kind === 'tool' && on.pattern.args.kind === 'named') {
      const message = contradiction(on.pattern.args.conditions);
      if (message !== null)
        reporter.warn('impossible_condition', [...place, 'on'], msg`No call can match this: ${message}.`);
    }
    const message = contradiction(when.json);
    if (message !== null)
      reporter.warn('impossible_condition', [...place, 'when', 'json'], msg`No result can match this: ${message}.`);
    for (const { counter, lte } of counters) {
      if (lte === null || lte >= 0) continue;
      const text = msg`Counter "${counter}" can never be at most ${lte}: it starts at 0 and only rises.`;
      reporter.warn('impossible_condition', [...place, 'counters', counter], text);
    }
  }
};

/** A bound on a counter that no transition of the machine increments: it stays 0, so the bound always or never holds. */
export const counterUnmoved: Rule = ({ machine, path, reporter }) => {
  const moved = new Set(machine.transitions.flatMap(({ update }) => update.increment));
  for (const { index, counters } of machine.transitions) {
    for (const { counter, gte, lte } of counters) {
      if (moved.has(counter) || (lte !== null && lte < 0)) continue;
      const effect = gte !== null && gte > 0 ? msg`this can never hold` : msg`this always holds`;
      const message = msg`No transition increments counter "${counter}", so it stays 0 and ${effect}.`;
      const hint = didYouMean(counter, moved);
      reporter.warn('counter_unmoved', [...path, 'transitions', index, 'counters', counter], message, {
        hint,
        at: 'key',
      });
    }
  }
};

/** Why not all of `conditions` can hold, if that is certain: one asks for an exact value that another does not accept. */
function contradiction(conditions: readonly Condition[]): Message | null {
  for (const exact of conditions) {
    // Where a path stands for several values, each condition may be met by another one.
    if (exact.operator !== '=' || fansOut(exact.path)) continue;
    const name = formatPath(exact.path);
    const against = conditions.find((other) => formatPath(other.path) === name && !other.accepts(exact.value));
    if (against !== undefined) return msg`${shown(exact)} excludes ${shown(against)}`;
  }
  return null;
}

const shown = ({ path, operator, value }: Condition): string =>
  `${formatPath(path)} ${operator} ${JSON.stringify(value)}`;
