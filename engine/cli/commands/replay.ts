/** `interlock replay`: what other machines would have made of a recorded journal. */
import type { JournalEntry } from '../../state/journal.ts';
import { type PolicyFinding, PolicyReplay } from '../../state/policy-replay/policy-replay.ts';
import { type Command, EXIT } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { journalEntryOf } from '../journal-line.ts';
import { linesOf } from '../lines.ts';
import { requireMachines } from '../machine-files.ts';
import { printable } from '../paint.ts';
import { Progress } from '../progress.ts';
import { bytesOf } from '../read-text.ts';
import { findingJson, findingText, summaryJson, summaryText } from '../replay-text.ts';

const help = `interlock replay JOURNAL --machines FILE… [--json] [--exit-code] [--progress]

Decides a recorded journal (JSON lines) again by other machines and prints which decisions would change, from what to what, with
counts. Useful before an edited machine is switched on, and to see what a machine in observe mode would have done.

  --machines FILE   the machines to try, as one set; may be given more than once, and as a glob
  --json            print JSON lines; the last one is the summary
  --exit-code       exit with 1 when a decision would change
  --progress        tell on stderr how far it has come (always so when only stderr is a terminal)

A call that ran then is taken to give the same result now; where it would be asked about now, it is taken as approved. A call that
was not run then has no result on record, and of a long result only the beginning is there: a decision that hangs on such a
result is reported as undetermined. To see whether the journal itself was changed, use interlock verify.

Exit code: 0 = the journal was read to its end, 1 = some of it could not be used, 2 = a mistake in the command line.

Examples:
  interlock replay journal.jsonl --machines edited.yaml
  interlock replay journal.jsonl --machines 'machines/*.yaml' --json
`;

export const replay: Command = {
  help,
  options: { machines: 'list', json: 'flag', 'exit-code': 'flag', progress: 'flag' },
  async run(args, io) {
    const [journal, ...more] = args.positionals;
    if (journal === undefined || more.length > 0) throw new UsageError('Name one journal (- for standard input).');
    const files = args.values('machines');
    if (files.length === 0) throw new UsageError('The machines to try are missing: --machines FILE.');
    if (journal === '-' && files.includes('-')) {
      throw new UsageError('Standard input cannot be machines and journal at once.');
    }
    const machines = await requireMachines(files, io);
    if (machines === null) return EXIT.errors;
    const run = new PolicyReplay(machines);
    const [say, total] = args.has('json') ? [findingJson, summaryJson] : [findingText(io.out.paint), summaryText];
    const progress = new Progress(io, 'replay', args.has('progress'));
    let errors = 0;
    for await (const lines of linesOf(bytesOf(journal, io))) {
      for (const line of lines) {
        const entry = journalEntryOf(line);
        const found = entry === null || 'error' in entry ? (entry ?? []) : take(run, entry);
        if ('error' in found) {
          errors++;
          await badLine(line.number, found.error, args.has('json'), io);
        } else {
          for (const finding of found) await io.out.write(say(finding));
        }
        await progress.tick();
      }
    }
    await progress.end();
    const { findings, summary } = run.finish();
    for (const finding of findings) await io.out.write(say(finding));
    await io.out.write(total(summary));
    return errors > 0 || (args.has('exit-code') && summary.changed > 0) ? EXIT.errors : EXIT.ok;
  },
};

/** What the entry brings to light, or why it cannot be replayed. */
function take(run: PolicyReplay, entry: JournalEntry): readonly PolicyFinding[] | { readonly error: string } {
  try {
    return run.take(entry);
  } catch (error) {
    return { error: `The entry cannot be replayed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function badLine(line: number, message: string, json: boolean, io: Io): Promise<void> {
  if (json) await io.out.write(`${JSON.stringify({ type: 'error', line, message })}\n`);
  else await io.err.write(`interlock: line ${line}: ${printable(message)}\n`);
}
