/** Hands a page's request to a vendor, with the key that the page does not have. Runs on the server. */
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { anthropicName, hasAnthropic, hasOpenai, type ModelEnv, openaiName } from '../model-env.ts';

/** Where the requests of a protocol go. */
export interface Vendor {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of its model. */
  readonly model: string;
}

/** The vendor of a protocol; undefined when the environment has no key for it. */
export function vendorOf(protocol: Protocol, env: ModelEnv): Vendor | undefined {
  switch (protocol) {
    case 'chat':
      return openai('chat/completions', env);
    case 'responses':
      return openai('responses', env);
    case 'messages':
      return anthropic(env);
  }
}

function openai(path: string, env: ModelEnv): Vendor | undefined {
  if (!hasOpenai(env)) return undefined;
  return {
    url: `${env.OPENAI_BASE_URL || 'https://api.openai.com/v1'}/${path}`,
    headers: { authorization: `Bearer ${env.OPENAI_API_KEY || 'none'}` },
    model: openaiName(env),
  };
}

function anthropic(env: ModelEnv): Vendor | undefined {
  if (!hasAnthropic(env)) return undefined;
  return {
    url: `${env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com'}/v1/messages`,
    headers: { 'x-api-key': env.ANTHROPIC_API_KEY ?? '', 'anthropic-version': '2023-06-01' },
    model: anthropicName(env),
  };
}

/** The vendor's answer as it comes, streamed. @throws TypeError when there is no connection */
export async function forward(
  { url, headers, model }: Vendor,
  body: JsonObject,
  signal: AbortSignal,
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, model }),
    signal,
  });
  const type = answer.headers.get('content-type') ?? 'application/json';
  // Length and encoding are those of the vendor's connection, which `fetch` has undone.
  return new Response(answer.body, { status: answer.status, headers: { 'content-type': type } });
}
