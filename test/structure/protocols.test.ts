/**
 * What the documents say about protocols is shown by tests: every test that they name exists, every cell of the README's tables has one
 * for that protocol, every file of tests of model traffic is named, and the clients it was seen with are those that are installed.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { modelAdapters } from '../../engine/wire/model-adapters.ts';
import { VARIANTS } from '../model-clients/variants.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const [readme, docs, lock] = await Promise.all(['README.md', 'docs/protocols.md', 'package-lock.json'].map(read));
if (readme === undefined || docs === undefined || lock === undefined) throw new Error('A document is missing.');

/** Columns of the README's table, and under which word their tests are listed. */
const COLUMNS = {
  gate: 'gate',
  deny: 'deny',
  ask: 'ask',
  reminders: 'reminders',
  'run ends': 'run end',
  thread: 'thread',
};

/** First cells of the README's rows, and how the clients of the protocol are called in the names of tests. */
const ROWS = {
  'OpenAI Chat Completions': 'Chat Completions',
  'OpenAI Responses': 'Responses',
  'Anthropic Messages': 'Messages',
};

/** Columns of the README's table of MCP; each protocol's tests are listed under its first cell. */
const MCP_COLUMNS = ['gate', 'deny', 'ask', 'reminders', 'run starts', 'thread'];

/** Where the tests of model traffic are. A new file gets a row in `docs/protocols.md` for the rule that it is about. */
const MODEL_TESTS = [
  ['test/interceptor/model', /\.test\.ts$/],
  ['test/model-clients', /\.test\.ts$/],
  ['test/e2e', /^models?(-\w+)?\.test\.ts$/],
] as const;

const rows = docs.split('\n').flatMap((line) => {
  const [, what, rule, file] = /^\| ([a-z ]+) \| (.+) \| `(test\/[^`]+)` \|$/.exec(line) ?? [];
  return what === undefined || rule === undefined || file === undefined ? [] : [{ what, rule, file }];
});

const mcpRows = docs.split('\n').flatMap((line) => {
  const [, protocol, what, rule, file] = /^\| (MCP [^|]+) \| ([a-z ]+) \| (.+) \| `(test\/[^`]+)` \|$/.exec(line) ?? [];
  return protocol === undefined || what === undefined || rule === undefined || file === undefined
    ? []
    : [{ protocol, what, rule, file }];
});

/** The cells of the table whose header begins with these names. */
function tableUnder(header: readonly string[]): readonly (readonly string[])[] {
  const lines =
    readme?.split('\n').map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? [];
  const at = lines.findIndex((cells) => header.every((name, column) => cells[column] === name));
  if (at < 0) throw new Error(`There is no table under ${header.join(', ')}.`);
  const rest = lines.slice(at + 2);
  return rest.slice(
    0,
    rest.findIndex((cells) => cells.length === 0),
  );
}

/** Names of the tests of each file, with what they are named after at run time. */
const named = new Map<string, readonly string[]>();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-tests-'));
  const list = join(folder, 'list.json');
  const files = [...new Set([...rows, ...mcpRows].map(({ file }) => file))];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['list', '--staticParse=false', `--json=${list}`];
  try {
    await promisify(execFile)(process.execPath, [vitest, ...options, ...files], { cwd: root });
    const found = JSON.parse(await readFile(list, 'utf8')) as readonly { name: string; file: string }[];
    for (const { name, file } of found) {
      const place = relative(root, file).replaceAll('\\', '/');
      named.set(place, [...(named.get(place) ?? []), name]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  // All these files are loaded for it, beside whatever else is tested.
}, 300_000);

/** Tests of the rule: by its very words, alone or with a client behind them. */
const testsOf = ({ rule, file }: Pick<(typeof rows)[number], 'rule' | 'file'>): readonly string[] =>
  named.get(file)?.filter((name) => name === rule || name.startsWith(`${rule}: `)) ?? [];

test('every test that the documents name exists by its very words', () => {
  expect([...rows, ...mcpRows].filter((row) => testsOf(row).length === 0)).toEqual([]);
});

test('every cell of the table of model protocols has a test for that protocol, streaming and as JSON', () => {
  const table = tableUnder(['protocol', ...Object.keys(COLUMNS), 'verified with']);
  const cells = Object.values(ROWS).flatMap((client) =>
    Object.values(COLUMNS).flatMap((what) =>
      ['streaming', 'JSON'].map((form) => ({ what, client: `${client}, ${form}` })),
    ),
  );
  expect(table.map(([protocol = '']) => protocol.split(',')[0])).toEqual(Object.keys(ROWS));
  expect(
    cells.filter(({ what, client }) =>
      rows.every((row) => row.what !== what || !testsOf(row).some((name) => name.includes(`: ${client}`))),
    ),
  ).toEqual([]);
});

test('every cell of the table of MCP has a test for that protocol', () => {
  const table = tableUnder(['protocol', ...MCP_COLUMNS, 'verified with']);
  const protocols = table.map(([protocol = '']) => protocol);
  const cells = protocols.flatMap((protocol) => MCP_COLUMNS.map((what) => `${protocol}: ${what}`));
  expect(protocols.length).toBeGreaterThan(0);
  expect([...new Set(mcpRows.map(({ protocol, what }) => `${protocol}: ${what}`))].toSorted()).toEqual(
    cells.toSorted(),
  );
});

test('every file of tests of model traffic is named', async () => {
  const files = await Promise.all(
    MODEL_TESTS.map(async ([folder, pattern]) =>
      (await readdir(join(root, folder))).filter((name) => pattern.test(name)).map((name) => `${folder}/${name}`),
    ),
  );
  expect(files.flat().filter((file) => rows.every((row) => row.file !== file))).toEqual([]);
});

test('what is not told by a column of the table has a test too', () => {
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['run', 'both levels', 'kept', 'client']));
});

test('the clients that a protocol was seen with are installed in that version', () => {
  const installed = (JSON.parse(lock) as { packages: Record<string, { version?: string }> }).packages;
  const said = [...`${readme}\n${docs}`.matchAll(/`(@?[a-z][a-z0-9./-]*)` (\d+(?:\.\d+)+)(?![\w.]*\d)/g)];
  const wrong = said.filter(
    ([, name, version]) => !`${installed[`node_modules/${name}`]?.version}.`.startsWith(`${version}.`),
  );
  expect(wrong.map(([text]) => text)).toEqual([]);
  const verified = [
    ['protocol', ...MCP_COLUMNS],
    ['protocol', ...Object.keys(COLUMNS)],
  ]
    .flatMap(tableUnder)
    .map((cells) => cells.at(-1) ?? '');
  expect(verified.filter((cell) => !said.some(([text]) => cell.includes(text)))).toEqual([]);
});

test('every model-level adapter is talked to by an official client, streaming and not', () => {
  const talked = modelAdapters.map(({ protocol }) => [
    VARIANTS.some((variant) => variant.protocol === protocol && variant.stream),
    VARIANTS.some((variant) => variant.protocol === protocol && !variant.stream),
  ]);
  expect(talked).toEqual(modelAdapters.map(() => [true, true]));
});
