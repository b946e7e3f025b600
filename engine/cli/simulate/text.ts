/**
 * A simulation for people: one aligned line for each step, and the state at the end. Pure.
 */

import type { Said } from '../../simulate/open-lines.ts';
import type { AdvanceLine, VerdictLine } from '../../simulate/output.ts';
import type { Colour, Paint } from '../paint.ts';
import { printable } from '../paint.ts';
import { stateText } from './state-text.ts';

const VERDICT_COLOUR: Readonly<Record<VerdictLine['verdict'], Colour>> = {
  allow: 'green',
  warn: 'yellow',
  ask: 'yellow',
  deny: 'red',
};

const OUTCOME_COLOUR = { approved: 'green', rejected: 'red', refused: 'yellow' } as const;

/** Text longer than this is cut: a reason or a reminder can be as long as the arguments it names. */
const LONGEST = 300;

/** The text for what was said, with its line break; empty for notes, which go elsewhere. */
export function textOf({ line, output, tool }: Said, paint: Paint): string {
  switch (output.type) {
    case 'note':
      return '';
    case 'verdict': {
      const verdict = paint(VERDICT_COLOUR[output.verdict], output.verdict.padEnd(5));
      const details = [whereOf(output), output.reason].filter((part) => part !== undefined).map(short);
      const observed = (output.observed ?? []).map(
        (o) => `(observed: ${o.action} by ${instance(o.machine, o.key)}: ${short(o.reason)})`,
      );
      return row(
        line,
        'call',
        output,
        output.id,
        `${cell(tool ?? '', 16)} ${verdict} ${[...details, ...observed].join('  ')}`,
      );
    }
    case 'advance': {
      const isEvent = 'event' in output;
      return row(line, isEvent ? 'event' : 'result', output, isEvent ? output.event : output.id, moved(output, paint));
    }
    case 'resolved': {
      const outcome = paint(OUTCOME_COLOUR[output.outcome], output.outcome);
      return row(line, 'decision', output, output.id, `${outcome} ${short(output.reason ?? '')}`);
    }
    case 'run_end': {
      const decision = paint(output.decision === 'complete' ? 'green' : 'yellow', output.decision);
      return row(line, 'run end', output, '', `${decision} ${short(output.message ?? '')}`);
    }
    case 'error':
      return row(line, 'error', {}, '', paint('red', short(output.message)));
    case 'state':
      return stateText(output, paint);
  }
}

function row(line: number, kind: string, { thread }: { readonly thread?: string }, id: string, rest: string): string {
  const where = thread === undefined ? '' : `${cell(thread, 10)}  `;
  return `${`${String(line).padStart(5)}  ${where}${kind.padEnd(8)}  ${cell(id, 8)}  ${rest}`.trimEnd()}\n`;
}

const cell = (text: string, width: number): string => short(text).padEnd(width);

function short(text: string): string {
  const safe = printable(text.length > LONGEST ? text.slice(0, LONGEST) : text);
  return text.length > LONGEST ? `${safe}…` : safe;
}

function whereOf({ machine, key }: VerdictLine): string | undefined {
  return machine === undefined ? undefined : instance(machine, key ?? null);
}

/** `machine[key]`; the one instance of a machine without a key is just `machine`. */
const instance = (machine: string, key: string | null): string =>
  short(key === '' ? machine : `${machine}[${key ?? '?'}]`);

function moved({ transitions, reminders }: AdvanceLine, paint: Paint): string {
  const moves = transitions.map(
    ({ machine, key, from, to }) => `${instance(machine, key)} ${short(from)} → ${paint('bold', short(to))}`,
  );
  const said = reminders.map(({ target, content }) => `reminder (${target}): ${short(content)}`);
  return moves.length + said.length === 0 ? paint('dim', 'nothing moves') : [...moves, ...said].join('; ');
}
