/**
 * Machine documents with one thing changed each. A scenario that answers one of them like the original does not show what that thing is
 * there for. For tests.
 */
import { parse } from 'yaml';
import type { DocumentShape } from '../../engine/dsl/schema.ts';

type Machine = NonNullable<DocumentShape['machines']>[number];
type Transition = Machine['transitions'][number];

/** Documents (JSON, which is YAML) by a description of what was changed. */
export type Mutants = ReadonlyMap<string, string>;

/** `change` gets the copy of each machine in turn, and calls `done` after each change it makes; every change starts from a new copy. */
function mutants(
  text: string,
  variants: (machine: Machine) => Iterable<readonly [string, (copy: Machine) => void]>,
): Mutants {
  const original = JSON.stringify(parse(text)); // A copy without aliases can be changed in one place.
  const found = new Map<string, string>();
  for (const [at, machine] of ((JSON.parse(original) as DocumentShape).machines ?? []).entries()) {
    for (const [description, change] of variants(machine)) {
      const copy = JSON.parse(original) as DocumentShape;
      const changed = copy.machines?.[at];
      if (changed !== undefined) change(changed);
      found.set(`${machine.name}: ${description}`, JSON.stringify(copy));
    }
  }
  return found;
}

const named = (transition: Transition, at: number): string => `transition ${at + 1}, ${JSON.stringify(transition.on)}`;

/** Each without one transition. */
export const withoutTransition = (text: string): Mutants =>
  mutants(text, ({ transitions }) =>
    transitions.map((t, at) => [named(t, at), (copy) => copy.transitions.splice(at, 1)] as const),
  );

/** Each without one of the states that a transition may start from. */
export const withoutStart = (text: string): Mutants =>
  mutants(text, function* ({ transitions }) {
    for (const [at, transition] of transitions.entries()) {
      const states = transition.from === '*' ? [] : [transition.from].flat();
      for (const state of states) {
        const from = states.filter((other) => other !== state);
        yield [
          `${named(transition, at)}, not from ${state}`,
          (copy) => Object.assign(copy.transitions[at] ?? {}, { from }),
        ];
      }
    }
  });

/** Each without one setting of a machine. */
export const withoutSetting = (text: string): Mutants =>
  mutants(text, (machine) =>
    (['scope', 'key', 'key_normalizer', 'on_unkeyed', 'expire'] as const)
      .filter((setting) => machine[setting] !== undefined)
      .map((setting) => [setting, (copy) => delete copy[setting]] as const),
  );

/** Each with another answer to violations by one kind of call. Transitions for the same calls refuse together: the strongest counts. */
export const withOtherAnswer = (text: string): Mutants =>
  mutants(text, ({ transitions }) => {
    const refusing = transitions.filter((t) => t.on_violation !== undefined).map((t) => JSON.stringify(t.on));
    return [...new Set(refusing)].map((on) => {
      const change = (copy: Machine): void => {
        for (const transition of copy.transitions.filter((t) => JSON.stringify(t.on) === on)) {
          const warned = JSON.stringify(transition.on_violation ?? null).includes('"warn"');
          transition.on_violation = warned ? 'deny' : 'warn';
        }
      };
      return [`violations of ${on}`, change] as const;
    });
  });
