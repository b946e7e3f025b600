/**
 * Keys whose placeholders no pattern speaks of.
 */
import { templateFields } from '../../key/template.ts';
import { patternFields } from '../../pattern/pattern.ts';
import { either, msg } from '../../say.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Rule } from './subject.ts';

/**
 * A placeholder of the key that none of the patterns mentions. A pattern without named arguments (`Read`) leaves open which
 * there are, so then only what looks like a slip of the pen is reported.
 */
export const keyFieldUnused: Rule = ({ machine, path, reporter }) => {
  const mentioned = machine.transitions.flatMap(({ on }) => (on.kind === 'tool' ? [patternFields(on.pattern)] : []));
  const fields = new Set(mentioned.flat());
  if (fields.size === 0) return;
  const open = mentioned.some((names) => names.length === 0);
  for (const alternatives of templateFields(machine.key)) {
    if (alternatives.length === 0 || alternatives.some((field) => fields.has(field))) continue;
    const hint = alternatives.map((field) => didYouMean(field, fields)).find((near) => near !== undefined);
    if (open && hint === undefined) continue;
    const message = msg`No pattern of this machine mentions ${either(alternatives.map((field) => `"${field}"`))}, which its key needs.`;
    reporter.warn('key_field_unused', [...path, 'key'], message, { hint });
  }
};
