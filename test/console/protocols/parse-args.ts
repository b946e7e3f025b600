/** Reads what a model wrote as arguments of a call. Runs in the page and on the server. */
import { z } from 'zod';
import type { Json, JsonObject } from '../../../engine/tool-call.ts';

const json: z.ZodType<Json> = z.json();
/** Any JSON object. */
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

/** Arguments as a model wrote them. @throws Error when they are not a JSON object: such a call must not be made up */
export function parseArgs(text: string, tool: string): JsonObject {
  const parsed = jsonObject.safeParse(text.trim() === '' ? {} : JSON.parse(text));
  if (!parsed.success) throw new Error(`The model called "${tool}" with arguments that are not a JSON object.`);
  return parsed.data;
}
