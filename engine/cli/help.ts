/** What `interlock --help` prints. Each command has its own help next to its code. */
export const HELP = `interlock: state machines that keep an agent's tool calls in order

Usage: interlock COMMAND …

  check FILE…                          look for mistakes in machine files
  simulate MACHINES… TRACE             run a trace of tool calls against machines
  explain MACHINES…                    draw machines as diagrams, with their paths, in Markdown
  schema                               print the JSON Schema of machine files
  verify JOURNAL                       tell whether a journal was changed, and where
  replay JOURNAL --machines FILE…      tell which past decisions other machines would change

  interlock COMMAND --help             more about a command, with examples
  interlock --version

A file called - is standard input. File names may be globs, such as 'machines/*.yaml'.
Exit codes: 0 = all well, 1 = errors in what was looked at, 2 = a mistake in the command line.
Colours appear on a terminal only; NO_COLOR and FORCE_COLOR are heeded.
`;
