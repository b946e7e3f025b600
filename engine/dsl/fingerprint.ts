/**
 * What a machine set means, as a hash: tickets are bound to it. Comments, layout, the order of keys, and what is only another
 * way to write the same thing do not count; every word that could change a decision or a text does.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatPath } from '../pattern/path.ts';
import type { Condition } from '../pattern/pattern.ts';
import type { Json } from '../tool-call.ts';
import type { Continuation, Machine, Transition } from './machine.ts';

/** Changes when equal documents get another meaning in a later version. */
const MEANING = 'interlock/1';

/** SHA-256 (hex) over the canonical form of a set. */
export function fingerprint(machines: readonly Machine[], { max, message }: Continuation): string {
  const canonical: Json = [MEANING, machines.map(canonicalMachine), max, message];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(canonical))));
}

// Positional lists: no key can be mistaken for another, and nothing depends on the order of object keys.

function canonicalMachine(machine: Machine): Json {
  return [
    machine.name,
    machine.scope,
    machine.key.source,
    machine.normalizer,
    machine.keyRoot,
    machine.onUnkeyed,
    machine.initial,
    machine.strict,
    machine.onUnmatched,
    machine.mode,
    sortedBy([...machine.expire], ([state]) => state).map(([state, { after, to }]) => [
      state,
      'ms' in after ? ['ms', after.ms] : ['steps', after.steps],
      to,
    ]),
    [...machine.terminal].sort(),
    machine.transitions.map(canonicalTransition),
  ];
}

function canonicalTransition({ on, from, to, when, counters, update, emit, onViolation }: Transition): Json {
  return [
    on.kind === 'tool' ? ['tool', on.pattern.source] : ['event', on.event],
    from === '*' ? from : [...from].sort(),
    to,
    [when.status, when.content?.source ?? null, when.json.map(canonicalCondition)],
    sortedBy(counters, ({ counter }) => counter).map(({ counter, gte, lte }) => [counter, gte, lte]),
    sortedBy(update.capture, ({ field }) => field).map(({ field, value }) => [field, value.source]),
    [...update.increment].sort(),
    [...update.reset].sort(),
    emit === null ? null : [emit.target, emit.content.source, emit.cooldown, emit.role],
    [onViolation.action, onViolation.reason?.source ?? null, onViolation.onApprove],
    onViolation.escalate === null ? null : [onViolation.escalate.after, onViolation.escalate.action],
  ];
}

function canonicalCondition({ path, operator, value }: Condition): Json {
  return [formatPath(path), operator, value];
}

function sortedBy<T>(items: readonly T[], name: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => (name(a) < name(b) ? -1 : 1));
}
