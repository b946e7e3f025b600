/** The tool `publish`: copies a file into `published/`, or says what it would do. */
import { cp, mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { inside } from './inside.ts';
import { workshopTool } from './workshop-tool.ts';

export const publish = workshopTool({
  name: 'publish',
  title: 'Publish',
  description:
    'Publishes a file for everybody to read. With dry_run it only checks and reports what would be published.',
  input: z.object({
    path: z.string().min(1).describe('Path of the file, relative to the working folder'),
    dry_run: z.boolean().default(false).describe('Only report what would happen'),
  }),
  destructive: true,
  async run(folder, { path, dry_run }) {
    const file = await inside(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) throw new Error(`There is no file "${path}".`);
    const target = `published/${basename(file)}`;
    if (dry_run) return `Dry run: would publish ${path} (${found.size} bytes) as ${target}.`;
    await mkdir(join(folder, 'published'), { recursive: true });
    await cp(file, await inside(folder, target));
    return `Published ${path} as ${target}.`;
  },
});
