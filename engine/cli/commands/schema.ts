/** `interlock schema`: the JSON Schema of machine files, for editors and other tools. */
import { machineSchema } from '../../dsl/schema.ts';
import { type Command, EXIT } from '../command.ts';
import { UsageError } from '../io.ts';

const help = `interlock schema

Prints the JSON Schema (draft 2020-12) of machine files. Editors complete and check with it; a machine file names it in its
first line:

  # yaml-language-server: $schema=machine.schema.json

A file the schema accepts may still have mistakes that only \`interlock check\` finds.

Example:
  interlock schema > machine.schema.json
`;

export const schema: Command = {
  help,
  options: {},
  async run(args, io) {
    if (args.positionals.length > 0) throw new UsageError('The command "schema" takes no arguments.');
    await io.out.write(`${JSON.stringify(machineSchema(), null, 2)}\n`);
    return EXIT.ok;
  },
};
