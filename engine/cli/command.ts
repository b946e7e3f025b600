/**
 * What every command of the command line is.
 */
import type { Arguments, OptionSpecs } from './arguments.ts';
import type { Io } from './io.ts';

/** How a command ended: all well, errors in what it looked at, or a command line that makes no sense. */
export const EXIT = { ok: 0, errors: 1, usage: 2 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Command {
  /** What `interlock NAME --help` prints. */
  readonly help: string;
  readonly options: OptionSpecs;
  run(args: Arguments, io: Io): Promise<ExitCode>;
}
