/**
 * Collects what is wrong with one document. Turns places in the document into lines and columns.
 */

import { type Message, msg } from '../say.ts';
import {
  byPlace,
  type Diagnostic,
  type DocumentPath,
  type ErrorCode,
  type Place,
  type WarningCode,
  type Wording,
  worded,
} from './diagnostic.ts';
import { MAX_DIAGNOSTICS } from './limits.ts';
import { offsetInScalar } from './scalar-offset.ts';
import { find, type Span, type Tree } from './tree.ts';

/** Where at a path: its value (the default), its key, or an offset into the string that is its value. */
export interface At {
  readonly at?: 'value' | 'key';
  readonly offset?: number;
  readonly hint?: Message | undefined;
}

type Entry = Omit<Diagnostic, keyof Place | 'file' | 'message' | 'hint'> & { readonly span: Span };

export class Reporter {
  readonly #entries: Entry[] = [];
  readonly #text: string;
  readonly #file: string | undefined;
  /** Offsets at which lines begin. */
  readonly #lines: readonly number[];
  #root: Tree | null = null;
  #failed = false;
  readonly #failedMachines = new Set<number>();
  readonly #misfits = new Set<string>();

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    this.#lines = lineStarts(text);
  }

  /** From here on, paths are looked up in `root`. */
  locateIn(root: Tree): void {
    this.#root = root;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Whether so much was reported that what is still to come will hardly be shown: no need to think of hints any more. */
  get crowded(): boolean {
    return this.#entries.length > 2 * MAX_DIAGNOSTICS;
  }

  /** Whether an error was reported for the very value at `path`: what is there in its place is not what was written. */
  misfitAt(path: DocumentPath): boolean {
    return this.#misfits.has(JSON.stringify(path));
  }

  /** Whether there is an error in the machine at `index`. */
  failedIn(index: number): boolean {
    return this.#failedMachines.has(index);
  }

  /** An error at offsets into the text, for what has no place in the document. */
  errorAt(code: ErrorCode, span: Span, message: Message, hint?: Message, path: DocumentPath = []): void {
    this.#entries.push({ severity: 'error', code, wording: wordingOf(message, hint), path, span });
    this.#failed = true;
    this.#misfits.add(JSON.stringify(path));
    const [list, index] = path;
    if (list === 'machines' && typeof index === 'number') this.#failedMachines.add(index);
  }

  error(code: ErrorCode, path: DocumentPath, message: Message, at: At = {}): void {
    this.errorAt(code, this.#span(path, at), message, at.hint, path);
  }

  warn(code: WarningCode, path: DocumentPath, message: Message, at: At = {}): void {
    const { hint } = at;
    const span = this.#span(path, at);
    this.#entries.push({ severity: 'warning', code, wording: wordingOf(message, hint), path, span });
  }

  /** All that was reported, in the order of the text. */
  diagnostics(): readonly Diagnostic[] {
    const sorted = this.#entries
      .map(({ span, wording, ...rest }) => ({
        ...rest,
        ...worded(wording),
        ...this.#place(span),
        ...this.#named(),
      }))
      .sort(byPlace);
    if (sorted.length <= MAX_DIAGNOSTICS) return sorted;
    // Errors first, so that warnings never crowd out the reason why a set does not load.
    const kept = [...sorted.filter(isError), ...sorted.filter((d) => !isError(d))].slice(0, MAX_DIAGNOSTICS);
    return [...kept.sort(byPlace), this.#cutOff(sorted)];
  }

  #cutOff(sorted: readonly Diagnostic[]): Diagnostic {
    const severity = sorted.some(isError) ? 'error' : 'warning';
    const message = msg`${sorted.length - MAX_DIAGNOSTICS} more problems are not listed.`;
    const last = this.#place({ start: this.#text.length, end: this.#text.length });
    return { severity, code: 'limit', ...worded({ message }), path: [], ...last, ...this.#named() };
  }

  #named(): { readonly file?: string } {
    return this.#file === undefined ? {} : { file: this.#file };
  }

  #span(path: DocumentPath, { at = 'value', offset }: At): Span {
    if (this.#root === null) return { start: 0, end: 0 };
    const { tree, key, whole } = find(this.#root, path);
    if (!whole) return headOf(tree);
    if (at === 'key' && key !== null) return key;
    if (offset !== undefined && tree.kind === 'scalar') {
      const start = offsetInScalar(this.#text, tree, offset);
      return { start, end: Math.max(start, tree.end) };
    }
    return tree;
  }

  #place({ start, end }: Span): Place {
    const from = this.#position(start);
    const to = this.#position(this.#trimmed(start, end));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** Without the blank space and line ends that belong to a block but not to what a reader sees of it. */
  #trimmed(start: number, end: number): number {
    let trimmed = Math.min(end, this.#text.length);
    while (trimmed > start + 1 && ' \t\r\n'.includes(this.#text.charAt(trimmed - 1))) trimmed--;
    return Math.max(trimmed, start);
  }

  #position(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lines[low] ?? 0) + 1 };
  }
}

const wordingOf = (message: Message, hint: Message | undefined): Wording => ({ message, ...(hint && { hint }) });

const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';

/** The beginning of a mapping or list, where something is missing. */
function headOf(tree: Tree): Span {
  return { start: tree.start, end: tree.kind === 'scalar' ? tree.end : Math.min(tree.start + 1, tree.end) };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return starts;
}
