/**
 * The shape of a document: which keys, which types, which words. What needs more than one value to judge (patterns, counter
 * ranges, events) is checked where it is compiled. The JSON Schema for editors is made from this, so the two cannot differ.
 */
import { z } from 'zod';
import type { JsonObject } from '../tool-call.ts';
import { machineShape } from './schema-machine.ts';

/** A whole document. `machines` may be absent or null, so that a file whose entries are all commented out still loads. */
export const documentShape = z
  .strictObject({
    machines: z
      .array(machineShape)
      .nullish()
      .meta({ description: 'The machines, in the order in which they speak among equals.' }),
    continuation: z
      .strictObject({
        max_continuations: z.int().min(0).optional().meta({
          description:
            'How often one run may be sent on while instances are unfinished; 0 turns the run-end guard off.',
          default: 0,
        }),
        message: z.string().min(1).optional().meta({
          description: 'What the model is told; {summary} lists the unfinished instances as machine[key]=state.',
        }),
      })
      .optional()
      .meta({
        description: 'Run-end guard: asks for more work when a run ends while instances are not in a terminal state.',
      }),
    $schema: z.string().optional().meta({ description: 'Where editors find this schema. Has no other meaning.' }),
  })
  .meta({
    title: 'Interlock machine set',
    description: 'State machines that keep the tool calls of an agent in order.',
  });

/** A document that has the right shape. */
export type DocumentShape = z.infer<typeof documentShape>;

let schema: JsonObject | undefined;

/**
 * The JSON Schema (draft 2020-12) of a document, for editors and other tools; `machines/machine.schema.json` is this, written out.
 * A document it accepts may still have mistakes that only `loadMachines` finds.
 */
export function machineSchema(): JsonObject {
  schema ??= z.toJSONSchema(documentShape, { target: 'draft-2020-12', io: 'input' }) as JsonObject;
  return schema;
}
