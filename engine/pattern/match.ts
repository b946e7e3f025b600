/**
 * Does a call fit a pattern. Pure; reads arguments as own properties only.
 */
import type { Json, JsonObject, ToolCall } from '../tool-call.ts';
import type { ArgumentsPart, Condition, NamePart, Pattern } from './model.ts';
import { ownField, someAt } from './path.ts';
import { compactJson, textOf } from './text.ts';

/** Whether the pattern may speak of `tool` at all, whatever the arguments. */
export function matchesTool(pattern: Pattern, tool: string): boolean {
  return nameFits(pattern.name, tool);
}

/** Whether the pattern matches the call: its tool name and all that it asks of the arguments. */
export function matchesCall(pattern: Pattern, call: ToolCall): boolean {
  return nameFits(pattern.name, call.tool) && argumentsFit(pattern.args, call.args);
}

/** Whether every condition holds for `value`. No conditions hold for anything. */
export function holdsAll(conditions: readonly Condition[], value: Json): boolean {
  for (const condition of conditions) if (!holds(condition, value)) return false;
  return true;
}

function nameFits(name: NamePart, tool: string): boolean {
  switch (name.kind) {
    case 'exact':
      return name.name === tool;
    case 'glob':
      return name.glob.test(tool);
    case 'regex':
      return name.regex.test(tool);
  }
}

function argumentsFit(args: ArgumentsPart, value: Json): boolean {
  switch (args.kind) {
    case 'any':
      return true;
    case 'primary':
      return args.glob.test(primaryText(value));
    case 'named':
      return holdsAll(args.conditions, value);
  }
}

/** The only argument's value; with none or several, the arguments as compact JSON; free text as it is. */
function primaryText(args: Json): string {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return textOf(args);
  const names = Object.keys(args);
  const [only] = names;
  if (names.length !== 1 || only === undefined) return compactJson(args);
  return textOf((args as JsonObject)[only] ?? null);
}

function holds(condition: Condition, value: Json): boolean {
  const { path } = condition;
  const [first] = path;
  if (path.length === 1 && first?.kind === 'field') {
    const found = ownField(value, first.name);
    return found !== undefined && accepts(condition, found);
  }
  return someAt(value, path, (found) => accepts(condition, found));
}

function accepts(condition: Condition, found: Json): boolean {
  return condition.acceptsAll || condition.accepts(textOf(found));
}
