/**
 * The real models the console may use: those whose key is in the server's environment.
 * Runs on the server. A key never leaves it; the page sends conversations and gets turns.
 */
import { z } from 'zod';
import type { Entry, ModelChoice, ToolSpec, Turn } from '../conversation.ts';
import { jsonObject } from '../protocols/parse-args.ts';
import { anthropicModel } from './anthropic.ts';
import { hasAnthropic, hasOpenai, type ModelEnv } from './model-env.ts';
import { openaiModel } from './openai.ts';

export interface ModelRequest {
  readonly entries: readonly Entry[];
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
}

export interface RealModel extends ModelChoice {
  next(request: ModelRequest): Promise<Turn>;
}

export function realModels(env: ModelEnv): readonly RealModel[] {
  const models: RealModel[] = [];
  if (hasOpenai(env)) models.push(openaiModel(env));
  if (hasAnthropic(env)) models.push(anthropicModel(env));
  return models;
}

const use = z.object({ id: z.string(), tool: z.string(), args: jsonObject });
const entry = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(use) }),
  z.object({ role: z.literal('tool'), call: z.string(), text: z.string(), isError: z.boolean() }),
]);
const body = z.object({
  model: z.string(),
  entries: z.array(entry),
  tools: z.array(z.object({ name: z.string(), description: z.string(), schema: jsonObject })),
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
