/** What the environment of the server's process says about real models. Runs on the server. */
export interface ModelEnv {
  readonly OPENAI_API_KEY?: string | undefined;
  /** An OpenAI-compatible endpoint; enough without a key if it wants none. */
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_MODEL?: string | undefined;
  readonly ANTHROPIC_API_KEY?: string | undefined;
  readonly ANTHROPIC_BASE_URL?: string | undefined;
  readonly ANTHROPIC_MODEL?: string | undefined;
}

/** Whether there is an OpenAI-compatible model. */
export const hasOpenai = (env: ModelEnv): boolean => Boolean(env.OPENAI_API_KEY || env.OPENAI_BASE_URL);
/** Whether there is an Anthropic-compatible model. */
export const hasAnthropic = (env: ModelEnv): boolean => Boolean(env.ANTHROPIC_API_KEY);
/** What the OpenAI-compatible endpoint calls its model. */
export const openaiName = ({ OPENAI_MODEL }: ModelEnv): string => OPENAI_MODEL ?? 'gpt-5-mini';
/** What the Anthropic-compatible endpoint calls its model. */
export const anthropicName = ({ ANTHROPIC_MODEL }: ModelEnv): string => ANTHROPIC_MODEL ?? 'claude-sonnet-4-5';
