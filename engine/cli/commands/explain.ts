/** `interlock explain`: machines as diagrams and paths, in Markdown. */
import { type Command, EXIT } from '../command.ts';
import { explained } from '../explain/markdown.ts';
import { requireMachines } from '../machine-files.ts';

const help = `interlock explain MACHINES…

Prints each machine as a Mermaid state diagram, with the paths through it and its transitions, as Markdown: GitHub, GitLab and
most editors show the diagrams. An arrow without the call being legal there is one that a person's approval opens.

Examples:
  interlock explain mine.yaml > mine.md
  interlock explain 'machines/*.yaml'
`;

export const explain: Command = {
  help,
  options: {},
  async run(args, io) {
    const machines = await requireMachines(args.positionals, io);
    if (machines === null) return EXIT.errors;
    const sections = machines.machines.map(explained);
    await io.out.write(sections.length === 0 ? 'There is no machine in these files.\n' : sections.join('\n'));
    return EXIT.ok;
  },
};
