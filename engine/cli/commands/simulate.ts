/** `interlock simulate`: a trace against machines, without a console. */
import { parseDuration } from '../../dsl/duration.ts';
import type { Said } from '../../simulate/open-lines.ts';
import { Simulation } from '../../simulate/simulation.ts';
import { parseRecord } from '../../trace/line.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, EXIT } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { type Line, linesOf } from '../lines.ts';
import { requireMachines } from '../machine-files.ts';
import { printable } from '../paint.ts';
import { Progress } from '../progress.ts';
import { bytesOf } from '../read-text.ts';
import { textOf } from '../simulate/text.ts';

const help = `interlock simulate MACHINES… TRACE [--json] [--progress]

Feeds a trace of tool calls (JSON lines) to machines and prints what becomes of each step, then the final state. All files but
the last are machine files and are used as one set.

  --json                    print JSON lines
  --progress                tell on stderr how far it has come (always so when only stderr is a terminal)
  --ask-timeout DURATION    how long a call waits for a decision (10m)
  --settle-timeout DURATION how long a call may run without a result (10m)

Lines of a trace; any may carry "at" (milliseconds since 1970 or ISO 8601), which moves the clock, and "thread":

  {"type":"run_start"}                {"type":"step"}                {"type":"run_end"}
  {"type":"call","id":"c1","tool":"Write","args":{"file_path":"/a"}}
  {"type":"result","id":"c1","status":"success","content":"done"}       (or "status":"error")
  {"type":"approve","id":"c1"}        {"type":"reject","id":"c1","note":"not now"}
  {"type":"event","name":"step.before_inference","data":{}}

The entries of a journal, as the options page exports them, can be given in place of a trace.

A trace of any length is read as a stream. The newest 65,536 finished calls are remembered; an older id counts as a new call.

Exit code: 0 = the trace was read to its end, 1 = some of it could not be used, 2 = a mistake in the command line.

Examples:
  interlock simulate machines/read-before-write.yaml trace.jsonl
  interlock simulate 'machines/*.yaml' - --json < trace.jsonl
`;

/** Remarks that are written out. */
const MOST_NOTES = 20;

export const simulate: Command = {
  help,
  options: { json: 'flag', progress: 'flag', 'ask-timeout': 'value', 'settle-timeout': 'value' },
  async run(args, io) {
    const files = args.positionals.slice(0, -1);
    const trace = args.positionals.at(-1);
    if (trace === undefined || files.length === 0) {
      throw new UsageError('A trace is missing: name machine files, then a trace (- for standard input).');
    }
    if (trace === '-' && files.includes('-'))
      throw new UsageError('Standard input cannot be machines and trace at once.');
    const timeouts = {
      ...duration(args, 'ask-timeout', 'askTimeoutMs'),
      ...duration(args, 'settle-timeout', 'settleTimeoutMs'),
    };
    const machines = await requireMachines(files, io);
    if (machines === null) return EXIT.errors;
    const simulation = new Simulation({ machines, turn: () => io.turn(), ...timeouts });
    const progress = new Progress(io, 'simulate', args.has('progress'));
    const writer = new Writer(io, args.has('json'));
    for await (const lines of linesOf(bytesOf(trace, io))) {
      for (const line of lines) {
        for (const said of await take(line, simulation)) await writer.write(said);
        await progress.tick();
      }
    }
    await progress.end();
    for (const said of await simulation.finish()) await writer.write(said);
    await writer.end();
    return writer.errors === 0 ? EXIT.ok : EXIT.errors;
  },
};

function duration<Name extends string>(args: Arguments, option: string, name: Name): { readonly [_ in Name]?: number } {
  const [written] = args.values(option);
  if (written === undefined) return {};
  const parsed = parseDuration(written);
  if (!parsed.ok)
    throw new UsageError(`Option "--${option}" is "${written}", wanted a duration such as 30s, 15m or 2h.`);
  return { [name]: parsed.value } as { readonly [_ in Name]?: number };
}

async function take(line: Line, simulation: Simulation): Promise<readonly Said[]> {
  if ('text' in line && line.text.trim() === '') return [];
  const parsed = 'text' in line ? parseRecord(line.text) : line;
  if (parsed === null) return [];
  if ('error' in parsed) {
    return [{ line: line.number, output: { type: 'error', line: line.number, message: parsed.error } }];
  }
  return simulation.feed(parsed, line.number);
}

/** Answers to stdout, remarks to stderr. */
class Writer {
  errors = 0;
  #notes = 0;
  readonly #io: Io;
  readonly #json: boolean;

  constructor(io: Io, json: boolean) {
    this.#io = io;
    this.#json = json;
  }

  async write(said: Said): Promise<void> {
    const { output } = said;
    if (output.type === 'note') {
      if (++this.#notes > MOST_NOTES) return;
      await this.#io.err.write(`interlock: line ${output.line}: ${printable(output.message)}\n`);
      return;
    }
    if (output.type === 'error') this.errors++;
    await this.#io.out.write(this.#json ? `${JSON.stringify(output)}\n` : textOf(said, this.#io.out.paint));
  }

  async end(): Promise<void> {
    if (this.#notes > MOST_NOTES)
      await this.#io.err.write(`interlock: and ${this.#notes - MOST_NOTES} more remarks.\n`);
  }
}
