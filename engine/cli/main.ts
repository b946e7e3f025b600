/**
 * From the arguments to the command that takes them. Every failure ends here, as one line on stderr and an exit code.
 */
import { nearest } from '../dsl/did-you-mean.ts';
import { parseArguments } from './arguments.ts';
import { type Command, EXIT, type ExitCode } from './command.ts';
import { HELP } from './help.ts';
import { InputError, type Io, OutputError, ReaderGone, UsageError } from './io.ts';
import { printable } from './paint.ts';

/** Loaded when they are called for, so that each starts fast. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['check', async () => (await import('./commands/check.ts')).check],
  ['simulate', async () => (await import('./commands/simulate.ts')).simulate],
  ['explain', async () => (await import('./commands/explain.ts')).explain],
  ['schema', async () => (await import('./commands/schema.ts')).schema],
  ['verify', async () => (await import('./commands/verify.ts')).verify],
  ['replay', async () => (await import('./commands/replay.ts')).replay],
]);

/** Runs one command line, as given after the program's name. Never rejects. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const code = await run(args, io);
    await io.out.flush();
    return code;
  } catch (error) {
    return fail(error, args[0], io).catch(() => EXIT.errors); // Nobody reads stderr either.
  }
}

async function run([name, ...rest]: readonly string[], io: Io): Promise<ExitCode> {
  switch (name) {
    case undefined:
      await io.err.write(HELP);
      return EXIT.usage;
    case '--help':
    case '-h':
      await io.out.write(HELP);
      return EXIT.ok;
    case '--version':
    case '-V':
      await io.out.write(`interlock ${io.version}\n`);
      return EXIT.ok;
    case 'help':
      return run(rest[0] === undefined ? ['--help'] : [rest[0], '--help'], io);
    default:
      return runCommand(name, rest, io);
  }
}

async function runCommand(name: string, rest: readonly string[], io: Io): Promise<ExitCode> {
  const load = COMMANDS.get(name);
  if (load === undefined) {
    const near = nearest(name, COMMANDS.keys());
    const what = name.startsWith('-') ? 'option' : 'command';
    throw new UsageError(`There is no ${what} "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`);
  }
  const command = await load();
  const args = parseArguments(rest, command.options);
  if (args.has('help')) {
    await io.out.write(command.help);
    return EXIT.ok;
  }
  return command.run(args, io);
}

async function fail(error: unknown, command: string | undefined, io: Io): Promise<ExitCode> {
  if (error instanceof ReaderGone) return EXIT.ok;
  // What was said before the failure stands before it.
  await io.out.flush().catch(() => undefined);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) {
    const known = command !== undefined && COMMANDS.has(command) ? `${command} ` : '';
    await io.err.write(`interlock: ${printable(message)}\nSee interlock ${known}--help.\n`);
    return EXIT.usage;
  }
  const what = error instanceof InputError || error instanceof OutputError ? '' : 'this should not happen: ';
  await io.err.write(`interlock: ${what}${printable(message)}\n`);
  return EXIT.errors;
}
