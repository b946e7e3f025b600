/**
 * Puts a request together again from its entries.
 *
 * Fields that the edit does not name stay as the page sent them, cache breakpoints included.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject } from '../json.ts';
import type { ModelRequest, RequestEdit } from '../model-adapter.ts';
import { blocksOf, textBlock } from './message.ts';
import { print } from './written.ts';

export function build(request: ModelRequest, edit: RequestEdit): string {
  // The API takes no message without content, though a model may give one.
  const messages = edit.entries.flatMap(({ raw }) => raw).filter((message) => blocksOf(message).length > 0);
  const body = { ...(edit.free === true ? unforced(request.body) : request.body), messages };
  switch (request.history.kind) {
    case 'carried':
    case 'named':
      return print(withSystem(body, edit.system ?? []));
    case 'chain':
      return print(edit.previous === undefined ? body : continued(body, edit.previous));
  }
}

/** The rest of the choice (no parallel calls, say) stays. */
function unforced(body: JsonObject): JsonObject {
  const choice = field(body, 'tool_choice');
  if (!isObject(choice) || !['any', 'tool'].includes(String(field(choice, 'type')))) return body;
  const { name: _, ...rest } = choice;
  return { ...body, tool_choice: { ...rest, type: 'auto' } };
}

/** The server keeps the prompt and the tools of a thread, and refuses a request that repeats them. */
function continued(body: JsonObject, previous: string): JsonObject {
  const { system: _system, tools: _tools, ...rest } = body;
  return { ...rest, thread: { type: 'continue', previous_message_id: previous } };
}

function withSystem(body: JsonObject, texts: readonly string[]): JsonObject {
  if (texts.length === 0) return body;
  const system: Json = field(body, 'system') ?? '';
  // Blocks go behind the last breakpoint: what is cached stays the same.
  if (Array.isArray(system)) return { ...body, system: [...system, ...texts.map(textBlock)] };
  return { ...body, system: [...(system === '' ? [] : [system]), ...texts].join('\n\n') };
}
