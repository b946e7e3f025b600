/** The shape of the console's own tools: one definition that servers of both eras of the protocol register. */
import type { z } from 'zod';

export interface WorkshopTool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  readonly destructive: boolean;
  /** Does it for real. @returns what to tell the model. @throws Error with a reason for the model */
  run(folder: string, args: unknown): Promise<string>;
}

/** Ties the arguments of `run` to the schema and hides them again, so that differing tools fit in one list. */
export function workshopTool<Shape extends z.ZodRawShape>(
  tool: Omit<WorkshopTool<Shape>, 'run'> & { run(folder: string, args: z.infer<z.ZodObject<Shape>>): Promise<string> },
): WorkshopTool<Shape> {
  return { ...tool, run: (folder, args) => tool.run(folder, tool.input.parse(args)) };
}
