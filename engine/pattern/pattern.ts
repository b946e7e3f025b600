/**
 * Tool-call patterns: parse once, match many times. The door to this folder; everything here is pure and isomorphic, and
 * nothing a model can send makes matching slow.
 */

export { exactToolName, patternFields } from './fields.ts';
export { formatPattern } from './format.ts';
export { compileGlob } from './glob.ts';
export { holdsAll, matchesCall, matchesTool } from './match.ts';
export type { ArgumentsPart, Condition, Glob, NamePart, Operator, Pattern, Regex } from './model.ts';
export { parseConditions, parsePattern } from './parse.ts';
export type { Parsed, ParseError } from './parsed.ts';
export type { FieldPath, Step } from './path.ts';
export { compileRegex } from './regex.ts';
export { compactJson, textOf } from './text.ts';
