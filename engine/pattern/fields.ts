/**
 * What a pattern mentions: for indexing machines by tool and for checking that keys can resolve.
 */
import type { Pattern } from './model.ts';

/** The one tool the pattern speaks of; null when its name is a glob or a regex. */
export function exactToolName(pattern: Pattern): string | null {
  return pattern.name.kind === 'exact' ? pattern.name.name : null;
}

/** The top-level argument names that the pattern's conditions mention, each once, in order. */
export function patternFields(pattern: Pattern): readonly string[] {
  if (pattern.args.kind !== 'named') return [];
  const names = new Set<string>();
  for (const { path } of pattern.args.conditions) {
    const [first] = path;
    if (first?.kind === 'field') names.add(first.name);
  }
  return [...names];
}
