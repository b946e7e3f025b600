/**
 * The real models the console may use: those whose key is in the server's environment.
 * Runs on the server. A key never leaves it; the page sends conversations and gets turns.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '../../../engine/tool-call.ts';
import type { Entry, ModelChoice, ToolSpec, Turn } from '../conversation.ts';
import { anthropicModel } from './anthropic.ts';
import { openaiModel } from './openai.ts';

export interface ModelRequest {
  readonly entries: readonly Entry[];
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
}

export interface RealModel extends ModelChoice {
  next(request: ModelRequest): Promise<Turn>;
}

export const INSTRUCTIONS =
  'You work in one folder of files with the tools you are given; paths are relative to it. When a tool is refused, the reason ' +
  'says what to do first: do that and try again. If a person declined, accept it. Answer briefly.';

/** Read from the environment of the process. */
export interface ModelEnv {
  readonly OPENAI_API_KEY?: string | undefined;
  /** An OpenAI-compatible endpoint; enough without a key if it wants none. */
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_MODEL?: string | undefined;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly ANTHROPIC_BASE_URL?: string | undefined;
  readonly ANTHROPIC_MODEL?: string | undefined;
}

export function realModels(env: ModelEnv): readonly RealModel[] {
  const models: RealModel[] = [];
  if (env.OPENAI_API_KEY || env.OPENAI_BASE_URL) models.push(openaiModel(env));
  if (env.ANTHROPIC_API_KEY) models.push(anthropicModel(env));
  return models;
}

const json: z.ZodType<Json> = z.json();
const object: z.ZodType<JsonObject> = z.record(z.string(), json);
const use = z.object({ id: z.string(), tool: z.string(), args: object });
const entry = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(use) }),
  z.object({ role: z.literal('tool'), call: z.string(), text: z.string(), isError: z.boolean() }),
]);
const body = z.object({
  model: z.string(),
  entries: z.array(entry),
  tools: z.array(z.object({ name: z.string(), description: z.string(), schema: object })),
});

/** Answers the page's `POST /api/model`. Errors of the provider come back as text with status 502. */
export async function answerTurn(models: readonly RealModel[], request: Request): Promise<Response> {
  const asked = body.safeParse(await request.json().catch(() => undefined));
  if (!asked.success) return new Response(z.prettifyError(asked.error), { status: 400 });
  const model = models.find((one) => one.id === asked.data.model);
  if (model === undefined) return new Response(`There is no model "${asked.data.model}".`, { status: 404 });
  try {
    const turn = await model.next({ entries: asked.data.entries, tools: asked.data.tools, signal: request.signal });
    return Response.json(turn);
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 502 });
  }
}

/** Arguments as a model wrote them. @throws Error when they are not a JSON object: such a call must not be made up */
export function parseArgs(text: string, tool: string): JsonObject {
  const parsed = object.safeParse(text.trim() === '' ? {} : JSON.parse(text));
  if (!parsed.success) throw new Error(`The model called "${tool}" with arguments that are not a JSON object.`);
  return parsed.data;
}
