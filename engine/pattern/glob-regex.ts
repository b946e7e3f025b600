/**
 * Glob nodes → an RE2 expression with the same meaning over whole values, for globs that have no shorter way of matching.
 */
import type { GlobNode } from './glob-parse.ts';

function codePoint(value: number): string {
  return `\\x{${value.toString(16)}}`;
}

function literal(text: string): string {
  let out = '';
  for (const char of text) out += /[A-Za-z0-9_]/.test(char) ? char : codePoint(char.codePointAt(0) ?? 0);
  return out;
}

function sequence(nodes: readonly GlobNode[]): string {
  let out = '';
  for (const node of nodes) {
    switch (node.kind) {
      case 'literal':
        out += literal(node.text);
        break;
      case 'one':
        out += '.';
        break;
      case 'many':
        out += '.*';
        break;
      case 'directories':
        out += '(?:.*/)?';
        break;
      case 'class':
        out += `[${node.negated ? '^' : ''}${node.ranges.map(([low, high]) => `${codePoint(low)}-${codePoint(high)}`).join('')}]`;
        break;
      case 'choice':
        out += `(?:${node.options.map(sequence).join('|')})`;
        break;
    }
  }
  return out;
}

/** The expression; anchored at both ends, with `.` matching every code point. */
export function globRegex(nodes: readonly GlobNode[]): string {
  return `(?s)\\A(?:${sequence(nodes)})\\z`;
}
