/**
 * The shape of one machine. Field order is the order in which editors offer the keys.
 */
import { z } from 'zod';
import { transitionShape } from './schema-transition.ts';
import { count, state, word } from './schema-words.ts';

const template = (description: string): z.ZodOptional<z.ZodString> => z.string().optional().meta({ description });

const expiry = z
  .strictObject({
    after: z
      .union([
        z.string().meta({ description: 'A duration such as 30s, 15m, 2h or 1d.' }),
        z.strictObject({ steps: count(1, 'Model steps.') }),
      ])
      .meta({ description: 'How long an instance may sit in the state: 30s, 15m, 2h, 1d, or { steps: 20 }.' }),
    to: state('The state it is treated as, and becomes, from then on.'),
  })
  .meta({ description: 'When the state ends, and where it leads.' });

export const machineShape = z
  .strictObject({
    name: z.string().min(1).meta({ description: 'Unique in the whole merged set.' }),
    scope: word(
      ['thread', 'run'],
      'thread',
      'thread: states live as long as the conversation; run: they start anew at each run start.',
    ),
    mode: word(
      ['enforce', 'observe'],
      'enforce',
      'observe: verdicts are recorded as what would have happened; nothing is held or refused.',
    ),
    key: template(
      'Which instance a call belongs to, such as "{file_path}", "{file_path|path}" or "{paths[*]}". Empty: one for all.',
    ),
    key_normalizer: word(
      ['none', 'trim', 'lowercase', 'path', 'url'],
      'none',
      'Makes different spellings of one key the same.',
    ),
    key_root: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'With key_normalizer: path, an absolute path; keys under it become relative to it.' }),
    on_unkeyed: word(
      ['allow', 'ask', 'deny'],
      'allow',
      'What to do when a call matches a pattern but its key does not resolve.',
    ),
    initial: state('The state of an instance that nothing has happened to yet.'),
    strict: z.boolean().optional().meta({
      description: 'true: a keyed call that matches no transition of this machine is refused.',
      default: false,
    }),
    on_unmatched: state('The state to fall back to when the call ran but no `when` accepted its result.').nullish(),
    expire: z
      .record(z.string(), expiry)
      .optional()
      .meta({ description: 'Timed states: for each, after what time it ends and what it becomes.' }),
    terminal: z
      .array(state('A state.'))
      .optional()
      .meta({ description: 'States in which the work is done, for the run-end guard; none: no constraint.' }),
    transitions: z.array(transitionShape).meta({ description: 'What moves an instance, and so what is legal when.' }),
  })
  .meta({ description: 'One machine: watches a family of tool calls and keeps a small state per instance.' });
