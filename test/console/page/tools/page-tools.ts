/**
 * Tools that run in the page, on files it keeps in memory: the names and answers of the real ones, so that the same machines apply.
 * Runs in the page, and in tests.
 */
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { ScratchFile, ToolSpec } from '../../conversation.ts';
import { SEED } from '../../seed.ts';
import type { ToolServer } from '../mcp/tool-server.ts';

export interface PageTools extends ToolServer {
  /** By path. */
  files(): readonly ScratchFile[];
  /** Puts the sample files back. */
  reset(): void;
}

type Files = Map<string, string>;

interface PageTool extends ToolSpec {
  /** @returns what to tell the model. @throws Error with a reason for the model */
  run(files: Files, args: JsonObject): string;
}

export function pageTools(): PageTools {
  const files: Files = new Map(Object.entries(SEED));
  return {
    tools: TOOLS.map(({ name, description, schema }) => ({ name, description, schema })),
    async call(tool, args, { signal }) {
      signal.throwIfAborted();
      const found = TOOLS.find(({ name }) => name === tool);
      if (found === undefined) throw new Error(`There is no tool "${tool}".`);
      return { text: found.run(files, args), isError: false };
    },
    files: () =>
      [...files]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, text]) => ({ path, size: new TextEncoder().encode(text).byteLength })),
    reset: () => {
      files.clear();
      for (const [path, text] of Object.entries(SEED)) files.set(path, text);
    },
  };
}

const text = (description: string): JsonObject => ({ type: 'string', description });
const PATH = text('Path of the file');

const TOOLS: readonly PageTool[] = [
  {
    name: 'list_directory',
    description: 'Lists the files.',
    schema: { type: 'object', properties: { path: text('Always "."') }, required: ['path'] },
    run: (files) =>
      [...files.keys()]
        .sort()
        .map((path) => `[FILE] ${path}`)
        .join('\n'),
  },
  {
    name: 'read_text_file',
    description: 'Reads a file.',
    schema: { type: 'object', properties: { path: PATH }, required: ['path'] },
    run: (files, args) => read(files, args),
  },
  {
    name: 'write_file',
    description: 'Writes a file, over what was in it.',
    schema: {
      type: 'object',
      properties: { path: PATH, content: text('The whole new text') },
      required: ['path', 'content'],
    },
    run(files, args) {
      const path = given(args, 'path');
      files.set(plain(path), given(args, 'content'));
      return `Successfully wrote to ${path}`;
    },
  },
  {
    name: 'delete_file',
    description: 'Deletes one file for good.',
    schema: { type: 'object', properties: { path: PATH }, required: ['path'] },
    run(files, args) {
      const path = given(args, 'path');
      if (!files.delete(plain(path))) throw new Error(`There is no file "${path}".`);
      return `Deleted ${path}.`;
    },
  },
  {
    name: 'publish',
    description:
      'Publishes a file for everybody to read. With dry_run it only checks and reports what would be published.',
    schema: {
      type: 'object',
      properties: { path: PATH, dry_run: { type: 'boolean', description: 'Only report what would happen' } },
      required: ['path'],
    },
    run(files, args) {
      const content = read(files, args);
      const path = given(args, 'path');
      const target = `published/${plain(path)}`;
      if (args['dry_run'] === true) return `Dry run: would publish ${path} as ${target}.`;
      files.set(target, content);
      return `Published ${path} as ${target}.`;
    },
  },
];

function read(files: Files, args: JsonObject): string {
  const path = given(args, 'path');
  const content = files.get(plain(path));
  if (content === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
  return content;
}

function given(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new Error(`The argument "${name}" must be text.`);
  return value;
}

/** The files lie in one folder, which is where paths begin. */
const plain = (path: string): string => path.replace(/^(?:\.?\/)+/, '');
