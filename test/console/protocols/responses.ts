/** The conversation in the words of OpenAI's Responses; the history is in each request. Runs in the page. */
import type { FunctionTool, ResponseInputItem, ResponseOutputItem } from 'openai/resources/responses/responses';
import type { Entry, ToolSpec, Turn } from '../conversation.ts';
import { resultText } from './flagless.ts';
import { parseArgs } from './parse-args.ts';

export function responsesInput(entries: readonly Entry[]): ResponseInputItem[] {
  return entries.flatMap(toItems);
}

function toItems(entry: Entry): ResponseInputItem[] {
  switch (entry.role) {
    case 'user':
      return [{ role: 'user', content: entry.text }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: entry.call, output: resultText(entry) }];
    case 'assistant': {
      const calls = entry.calls.map(({ id, tool, args }) => ({
        type: 'function_call' as const,
        call_id: id,
        name: tool,
        arguments: JSON.stringify(args),
      }));
      return entry.text === '' ? calls : [{ role: 'assistant', content: entry.text }, ...calls];
    }
  }
}

export function responsesTools(tools: readonly ToolSpec[]): FunctionTool[] {
  return tools.map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    parameters: { ...schema },
    strict: false,
  }));
}

/** @throws Error when a call cannot be made as it stands */
export function responsesTurn(output: readonly ResponseOutputItem[]): Turn {
  const parts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: parts.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, tool: item.name, args: parseArgs(item.arguments, item.name) }]
        : [],
    ),
  };
}
