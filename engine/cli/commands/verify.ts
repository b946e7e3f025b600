/** `interlock verify`: was a journal changed after it was written? */
import { type Verification, verifyJournal } from '../../state/verify.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, EXIT } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { linesOf } from '../lines.ts';
import { Progress } from '../progress.ts';
import { bytesOf, nameOf } from '../read-text.ts';

const help = `interlock verify JOURNAL [--head SEQ:HASH] [--json] [--progress]

Checks the hash chain of an exported journal (JSON lines) and says which lines were changed, dropped, moved or added.

  --head SEQ:HASH   the newest entry that is known to have been there, as an earlier run printed it:
                    without it, entries missing at the end cannot be noticed
  --json            print the findings as one JSON object
  --progress        tell on stderr how far it has come (always so when only stderr is a terminal)

Exit code: 0 = as it was written, 1 = it was touched, 2 = a mistake in the command line.

Examples:
  interlock verify journal.jsonl
  interlock verify journal.jsonl --head 1041:5f0c…
`;

export const verify: Command = {
  help,
  options: { head: 'value', json: 'flag', progress: 'flag' },
  async run(args, io) {
    const [journal, ...more] = args.positionals;
    if (journal === undefined || more.length > 0) throw new UsageError('Name one journal (- for standard input).');
    const head = headOf(args);
    const progress = new Progress(io, 'verify', args.has('progress'));
    const verification = await verifyJournal(lines(journal, io, progress), head === null ? {} : { head });
    await progress.end();
    if (args.has('json')) await io.out.write(`${JSON.stringify(verification, null, 2)}\n`);
    else await print(nameOf(journal), verification, io);
    return verification.ok ? EXIT.ok : EXIT.errors;
  },
};

function headOf(args: Arguments): { readonly seq: number; readonly hash: string } | null {
  const [written] = args.values('head');
  if (written === undefined) return null;
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/i.exec(written) ?? [];
  if (seq !== undefined && hash !== undefined) return { seq: Number(seq), hash: hash.toLowerCase() };
  throw new UsageError(`Option "--head" is "${written}", wanted a number, a colon and 64 hex digits.`);
}

async function* lines(journal: string, io: Io, progress: Progress): AsyncGenerator<string> {
  for await (const batch of linesOf(bytesOf(journal, io))) {
    for (const line of batch) {
      yield 'text' in line ? line.text : UNREADABLE;
      await progress.tick();
    }
  }
}

/** Stands for a line that is no text: like it, this is no journal entry. */
const UNREADABLE = '?';

async function print(name: string, { ok, lines, head, findings }: Verification, io: Io): Promise<void> {
  const { paint } = io.out;
  for (const { line, code, message } of findings) {
    await io.out.write(`${name}:${line}: ${paint('red', `error ${code}:`)} ${message}\n`);
  }
  const count = `${lines} ${lines === 1 ? 'entry' : 'entries'}`;
  if (ok) await io.out.write(`${name}: ${paint('green', 'ok')}, ${count}, nothing was changed\n`);
  if (head !== null) await io.out.write(`${name}: newest entry ${head.seq}:${head.hash}\n`);
}
