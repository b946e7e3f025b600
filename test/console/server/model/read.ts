/**
 * The conversation that a request to a model carries, for the scripted model, which knows no protocol. Only for requests that the
 * strict check has passed. Runs on the server.
 */
import type { Json, JsonObject } from '../../../../engine/tool-call.ts';
import { field, listField, textField } from '../../../../engine/wire/json.ts';
import type { Entry, ToolUse } from '../../conversation.ts';
import { parseArgs } from '../../protocols/parse-args.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { readResult } from './read-result.ts';

export const READ: Readonly<Record<Protocol, (body: JsonObject) => readonly Entry[]>> = {
  chat: (body) => withErrors(listField(body, 'messages').flatMap(fromChat)),
  responses: (body) => withErrors(fromItems(listField(body, 'input'))),
  messages: (body) => listField(body, 'messages').flatMap(fromMessages),
};

function fromChat(message: Json): readonly Entry[] {
  const text = textOf(field(message, 'content'));
  switch (textField(message, 'role')) {
    case 'user':
      return [{ role: 'user', text }];
    case 'assistant':
      return [{ role: 'assistant', text, calls: listField(message, 'tool_calls').map(chatCall) }];
    case 'tool':
      return [{ role: 'tool', call: textField(message, 'tool_call_id') ?? '', text, isError: false }];
    default:
      return [];
  }
}

function chatCall(call: Json): ToolUse {
  const named = field(call, 'function');
  return use(textField(call, 'id'), textField(named, 'name'), textField(named, 'arguments'));
}

/** Text and calls of one answer are items of their own; a run of them is one entry. */
function fromItems(items: readonly Json[]): readonly Entry[] {
  const entries: Entry[] = [];
  const assistant = (text: string, calls: readonly ToolUse[]): void => {
    const last = entries.at(-1);
    if (last?.role === 'assistant')
      entries[entries.length - 1] = { role: 'assistant', text: last.text + text, calls: [...last.calls, ...calls] };
    else entries.push({ role: 'assistant', text, calls });
  };
  for (const item of items) {
    const text = textOf(field(item, 'content'));
    const call = textField(item, 'call_id') ?? '';
    if (textField(item, 'role') === 'user') entries.push({ role: 'user', text });
    else if (textField(item, 'role') === 'assistant') assistant(text, []);
    else if (textField(item, 'type') === 'function_call')
      assistant('', [use(call, textField(item, 'name'), textField(item, 'arguments'))]);
    else if (textField(item, 'type') === 'function_call_output')
      entries.push({ role: 'tool', call, text: textOf(field(item, 'output')), isError: false });
  }
  return entries;
}

function fromMessages(message: Json): readonly Entry[] {
  const content = field(message, 'content');
  const blocks: readonly Json[] = Array.isArray(content) ? content : [{ type: 'text', text: textOf(content) }];
  const text = textOf(blocks.filter((block) => textField(block, 'type') === 'text'));
  if (textField(message, 'role') === 'assistant') {
    const calls = blocks
      .filter((block) => textField(block, 'type') === 'tool_use')
      .map((block) =>
        use(textField(block, 'id'), textField(block, 'name'), JSON.stringify(field(block, 'input') ?? {})),
      );
    return [{ role: 'assistant', text, calls }];
  }
  const results = blocks
    .filter((block) => textField(block, 'type') === 'tool_result')
    .map((block): Entry => {
      const isError = field(block, 'is_error') === true;
      const call = textField(block, 'tool_use_id') ?? '';
      return { role: 'tool', call, text: textOf(field(block, 'content')), isError };
    });
  return text === '' ? results : [...results, { role: 'user', text }];
}

/** Results without a flag are read as a model would read them. */
function withErrors(entries: readonly Entry[]): readonly Entry[] {
  const uses = entries.flatMap((entry) => (entry.role === 'assistant' ? entry.calls : []));
  return entries.map((entry) => {
    if (entry.role !== 'tool') return entry;
    const tool = uses.find(({ id }) => id === entry.call)?.tool ?? '';
    return { ...entry, ...readResult(tool, entry.text) };
  });
}

const use = (id = '', tool = '', args = ''): ToolUse => ({ id, tool, args: parseArgs(args, tool) });

/** Text, or the text of a list of parts. */
function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: Json) => textField(part, 'text') ?? '').join('') : '';
}
