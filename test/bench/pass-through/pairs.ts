/** Two pages side by side: medians, their ratio, and how far the figures lie apart. */

export interface Pair {
  readonly name: string;
  /** Milliseconds, one for each time. */
  readonly guarded: readonly number[];
  readonly free: readonly number[];
  /** A median in other words. */
  readonly note?: (ms: number) => string;
}

/** The value that `part` (0 to 1) of all values lie below. */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

export function pairedTable(title: string, rows: readonly Pair[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    title,
    `| ${'what'.padEnd(width)} | guarded | not guarded | ratio | more by | p95          | least–most                   |`,
    `| ${'-'.repeat(width)} | ------: | ----------: | ----: | ------: | ------------ | ---------------------------- |`,
    ...rows.map((row) => line(row, width)),
    '',
  ].join('\n');
}

function line({ name, guarded, free, note }: Pair, width: number): string {
  const [here, there] = [quantile(guarded, 0.5), quantile(free, 0.5)];
  const ends = (values: readonly number[]): string =>
    `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
  const cells = [
    name.padEnd(width),
    here.toFixed(2).padStart(7),
    there.toFixed(2).padStart(11),
    (here / there).toFixed(2).padStart(5),
    (here - there).toFixed(2).padStart(7),
    `${quantile(guarded, 0.95).toFixed(2)} / ${quantile(free, 0.95).toFixed(2)}`.padEnd(12),
    `${ends(guarded)} / ${ends(free)}`.padEnd(28),
  ];
  return `| ${cells.join(' | ')} |${note === undefined ? '' : ` ${note(here)} / ${note(there)}`}`;
}
