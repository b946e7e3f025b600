/**
 * The shape of one transition.
 */
import { z } from 'zod';
import { count, state, word } from './schema-words.ts';

const names = (description: string): z.ZodOptional<z.ZodArray<z.ZodString>> =>
  z.array(z.string().min(1)).optional().meta({ description });

const on = z
  .union([
    z.string().min(1).meta({ description: 'A tool-call pattern, such as Write(file_path ~ "src/**").' }),
    z.strictObject({ event: z.string().min(1).meta({ description: 'The event, such as step.before_inference.' }) }),
  ])
  .meta({ description: 'The calls (or the lifecycle event) this transition speaks of.' });

const status = z.enum(['any', 'success', 'error']);

const when = z
  .union([
    status,
    z.strictObject({
      status: status.optional().meta({ description: 'The kind of result.', default: 'success' }),
      content: z.string().optional().meta({ description: 'A glob over the whole result as text.' }),
      json: z
        .array(z.string().min(1))
        .optional()
        .meta({ description: `Conditions over the result as JSON, such as 'remaining = "0"'; all must hold.` }),
    }),
  ])
  .meta({ description: 'Which results fire the transition; absent: any success.' });

const bound = z.strictObject({
  gte: z.int().optional().meta({ description: 'At least.' }),
  lte: z.int().optional().meta({ description: 'At most.' }),
});

const update = z
  .strictObject({
    capture: z
      .record(z.string().min(1), z.string())
      .optional()
      .meta({ description: 'Values to keep on the instance, such as { last: "{event.data.content.sha}" }.' }),
    increment: names('Counters to raise by one.'),
    reset: names('Counters to set back to 0.'),
  })
  .meta({ description: 'What the instance remembers when the transition fires.' });

const emit = z
  .strictObject({
    target: word(
      ['system', 'suffix_system', 'session', 'conversation', 'context'],
      'suffix_system',
      'Where the reminder reaches the model; context only on event transitions, and nothing else there.',
    ),
    content: z.string().min(1).meta({ description: 'The reminder; may hold placeholders.' }),
    cooldown_turns: count(
      0,
      'Model steps before this machine may remind of the same key again; 0: never throttled.',
    ).optional(),
    cooldown_steps: count(0, 'The same as cooldown_turns.').optional(),
    role: word(['user', 'assistant'], 'user', 'Who the reminder speaks as, with target session or conversation.'),
  })
  .meta({ description: 'A reminder for the model when the transition fires.' });

const action = z.enum(['deny', 'ask', 'warn']);

const onViolation = z
  .union([
    action,
    z.strictObject({
      action: action.optional().meta({
        description: 'deny: refuse; ask: hold until a person decides; warn: let it run and say so.',
        default: 'deny',
      }),
      reason: z.string().min(1).optional().meta({ description: 'Why, for the model; may hold placeholders.' }),
      on_approve: word(['advance', 'stay'], 'advance', 'With ask: what an approved call does to the state.'),
      escalate: z
        .strictObject({
          after: count(1, 'Violations of this transition by one instance in one run.'),
          action: z.enum(['ask', 'deny']).meta({ description: 'A stronger action, or ask after deny.' }),
        })
        .optional()
        .meta({ description: 'Another action from a number of violations on.' }),
    }),
  ])
  .meta({ description: 'What happens when the call comes at the wrong time; absent: deny.' });

export const transitionShape = z
  .strictObject({
    on,
    from: z.union([state('A state, or "*" for any.'), z.array(state('A state.'))]).meta({
      description:
        'The states it may start from: one, a list, or "*" for any. An empty list: none, so the call is always a violation.',
    }),
    to: state('The state it leads to.'),
    when: when.optional(),
    counters: z.record(z.string().min(1), bound).optional().meta({
      description:
        'Bounds that counters of the instance must keep, such as { tries: { lte: 3 } }; a missing counter is 0.',
    }),
    update: update.optional(),
    emit: emit.optional(),
    on_violation: onViolation.optional(),
  })
  .meta({ description: 'One step of the machine.' });
