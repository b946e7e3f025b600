/** `interlock check`: mistakes and doubts in machine files. */
import type { Diagnostic } from '../../dsl/diagnostic.ts';
import { type Command, EXIT } from '../command.ts';
import { type Io, UsageError } from '../io.ts';
import { diagnosticText, loadFiles, type MachineFile, mergeFiles } from '../machine-files.ts';
import { printable } from '../paint.ts';

const help = `interlock check FILE… [--together] [--json]

Compiles machine files (YAML or JSON) and prints what is wrong with them, one line each:

  file:line:col: error CODE: message

Warnings point out what is allowed and hardly meant, such as a state that nothing leads to.

  --together   the files are used as one set: a machine declared twice is an error
  --json       print a JSON list of the diagnostics instead

Exit code: 0 = no errors (warnings may be there), 1 = errors, 2 = a mistake in the command line.

Examples:
  interlock check mine.yaml
  interlock check 'machines/*.yaml' --together
  cat mine.yaml | interlock check - --json
`;

/** A file that cannot be read is reported like a mistake in it. */
type Finding = Omit<Diagnostic, 'code' | 'wording'> & { readonly code: Diagnostic['code'] | 'unreadable' };

export const check: Command = {
  help,
  options: { json: 'flag', together: 'flag' },
  async run(args, io) {
    if (args.positionals.length === 0) throw new UsageError('A file to check is missing.');
    const files = await loadFiles(args.positionals, io);
    const findings = files.flatMap(findingsOf);
    if (args.has('together')) findings.push(...inEnglish(mergeFiles(files).diagnostics));
    if (args.has('json')) await io.out.write(`${JSON.stringify(findings, null, 2)}\n`);
    else await print(findings, files.length, io);
    return findings.some((f) => f.severity === 'error') ? EXIT.errors : EXIT.ok;
  },
};

function findingsOf(item: MachineFile): readonly Finding[] {
  if ('loaded' in item) return inEnglish(item.loaded.diagnostics);
  const { file, unreadable: message } = item;
  const place = { path: [], line: 1, column: 1, endLine: 1, endColumn: 1 };
  return [{ severity: 'error', code: 'unreadable', message, file, ...place }];
}

/** The command line speaks English only, so the forms of the sentences are left out. */
const inEnglish = (diagnostics: readonly Diagnostic[]): readonly Finding[] =>
  diagnostics.map(({ wording: _, ...finding }) => finding);

async function print(findings: readonly Finding[], files: number, io: Io): Promise<void> {
  for (const finding of findings) await io.out.write(`${textOf(finding, io)}\n`);
  const errors = findings.filter((f) => f.severity === 'error').length;
  const counts = [count(errors, 'error'), count(findings.length - errors, 'warning')].filter((text) => text !== null);
  await io.err.write(`${count(files, 'file')} checked: ${counts.length === 0 ? 'no problems' : counts.join(', ')}\n`);
}

function textOf(finding: Finding, { out }: Io): string {
  const { code } = finding;
  if (code !== 'unreadable') return diagnosticText({ ...finding, code }, out.paint);
  return `${printable(finding.file ?? '')}:1:1: ${out.paint('red', 'error unreadable:')} ${printable(finding.message)}`;
}

function count(n: number, what: string): string | null {
  return n === 0 ? null : `${n} ${what}${n === 1 ? '' : 's'}`;
}
