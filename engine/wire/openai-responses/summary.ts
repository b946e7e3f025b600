/**
 * The response object that ends an answer, made of the last one and of what the page was shown.
 *
 * Runs anywhere. What need not change keeps its text.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, textField } from '../json.ts';
import { locate, setMember } from '../json-text.ts';
import type { FinishReason, ModelRequest } from '../model-adapter.ts';

/** The response text with members set to values given as JSON text. */
export function withMembers(response: string, members: Readonly<Record<string, string>>): string {
  let text = response;
  for (const [name, value] of Object.entries(members)) {
    const span = locate(text, []);
    const at = locate(text, [name]);
    if (span !== null && (at === null || text.slice(at.start, at.end) !== value))
      text = setMember(text, span, name, value);
  }
  return text;
}

/** A response that nobody but the guard began. */
export function ownResponse({ body }: ModelRequest, id: string): JsonObject {
  return {
    id,
    object: 'response',
    created_at: 0,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: field(body, 'model') ?? '',
    output: [],
    parallel_tool_calls: field(body, 'parallel_tool_calls') ?? true,
    previous_response_id: previousOf(body),
    temperature: null,
    tool_choice: field(body, 'tool_choice') ?? 'auto',
    tools: field(body, 'tools') ?? [],
    top_p: null,
  };
}

/** The answer that the page's request goes on from. */
export function previousOf(body: JsonObject): string | null {
  return textField(body, 'previous_response_id') ?? null;
}

/** Kind of the event that ends an answer, and what the response says of itself then. */
export function endOf(reason: FinishReason): { readonly status: 'completed' | 'incomplete'; readonly details: Json } {
  switch (reason) {
    case 'calls':
    case 'stop':
    case 'paused':
      return { status: 'completed', details: null };
    case 'cut':
      return { status: 'incomplete', details: { reason: 'max_output_tokens' } };
    case 'refused':
      return { status: 'incomplete', details: { reason: 'content_filter' } };
  }
}
