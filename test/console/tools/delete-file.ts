/** The tool `delete_file`: removes one file of the scratch folder. */
import { lstat, rm } from 'node:fs/promises';
import { z } from 'zod';
import { inside } from './inside.ts';
import { workshopTool } from './workshop-tool.ts';

export const deleteFile = workshopTool({
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes one file for good. Directories are refused.',
  input: z.object({ path: z.string().min(1).describe('Path of the file, relative to the working folder') }),
  destructive: true,
  async run(folder, { path }) {
    const file = await inside(folder, path);
    const found = await lstat(file).catch(() => undefined);
    if (found === undefined) throw new Error(`There is no file "${path}".`);
    if (found.isDirectory()) throw new Error(`"${path}" is a directory; only files can be deleted.`);
    await rm(file);
    return `Deleted ${path}.`;
  },
});
