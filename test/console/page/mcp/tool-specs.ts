/** From what `tools/list` gives to what models are told. Runs in the page. */
import type { JsonObject } from '../../../../engine/tool-call.ts';
import type { ToolSpec } from '../../conversation.ts';

interface Listed {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

export function toSpecs(tools: readonly Listed[]): readonly ToolSpec[] {
  // The schema came as JSON and was checked by the client library; it is passed on as it is.
  return tools.map(({ name, description, inputSchema }) => ({
    name,
    description: description ?? '',
    schema: inputSchema as JsonObject,
  }));
}
