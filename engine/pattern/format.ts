/**
 * Pattern → canonical text. `parsePattern(formatPattern(p))` means the same as `p`, part by part.
 */
import type { Condition, NamePart, Pattern } from './model.ts';
import { formatPath } from './path.ts';

/** The canonical text of a pattern: one space around operators and after commas, no needless `(*)`. */
export function formatPattern(pattern: Pattern): string {
  const { args } = pattern;
  switch (args.kind) {
    case 'any':
      return formatName(pattern.name);
    case 'primary':
      return `${formatName(pattern.name)}(${args.glob.source})`;
    case 'named':
      return `${formatName(pattern.name)}(${args.conditions.map(formatCondition).join(', ')})`;
  }
}

function formatName(name: NamePart): string {
  switch (name.kind) {
    case 'exact':
      // Whatever could be read as syntax is escaped; a leading slash would begin a regular expression.
      return name.name.replace(/^\/|[\\*?[{()\s,]/gu, '\\$&');
    case 'glob':
      return name.glob.source;
    case 'regex':
      return `/${name.regex.source.replace(/\\.|\//gsu, (found) => (found === '/' ? '\\/' : found))}/`;
  }
}

function formatCondition(condition: Condition): string {
  // Only a backslash that would otherwise be read as an escape is doubled.
  const value = condition.value.replace(/"|\\(?=["\\]|$)/g, '\\$&');
  return `${formatPath(condition.path)} ${condition.operator} "${value}"`;
}
