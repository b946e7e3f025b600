/** All tools of the console's own MCP server, by the order in which they are listed. */
import { deleteFile } from './delete-file.ts';
import { publish } from './publish.ts';
import type { WorkshopTool } from './workshop-tool.ts';

export const WORKSHOP = { name: 'workshop', version: '1.0.0' } as const;
export const workshopTools: readonly WorkshopTool[] = [deleteFile, publish];
