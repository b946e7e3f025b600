/**
 * Paths into JSON values: `a.b[0].c`, `items[*].name`, `env.*`. Shared by patterns and key templates.
 * Field names are data: they are looked up as own properties, never through the prototype.
 */
import type { Json } from '../tool-call.ts';

/** One step into a value: a named field, an array index, any array element (`[*]`), any object field (`*`). */
export type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'elements' }
  | { readonly kind: 'fields' };

export type FieldPath = readonly Step[];

const NAME = /[\p{L}\p{M}\p{N}_-]+/uy;
const INDEX = /\[\s*(?:(\d{1,9})|\*)\s*\]/y;

function matchAt(regex: RegExp, text: string, at: number): RegExpExecArray | null {
  regex.lastIndex = at;
  return regex.exec(text);
}

/** Reads the longest path that starts at `at`. Returns null when there is none. */
export function readPath(text: string, at: number): { readonly path: FieldPath; readonly end: number } | null {
  const path: Step[] = [];
  let end = at;
  for (;;) {
    const bracket = matchAt(INDEX, text, end);
    if (bracket !== null) {
      path.push(bracket[1] === undefined ? { kind: 'elements' } : { kind: 'index', index: Number(bracket[1]) });
      end += bracket[0].length;
      continue;
    }
    const dotted = path.length > 0;
    if (dotted && text[end] !== '.') break;
    const begin = dotted ? end + 1 : end;
    if (text[begin] === '*') {
      path.push({ kind: 'fields' });
      end = begin + 1;
      continue;
    }
    const name = matchAt(NAME, text, begin);
    if (name === null) break;
    path.push({ kind: 'field', name: name[0] });
    end = begin + name[0].length;
  }
  return path.length === 0 ? null : { path, end };
}

/** The canonical text of a path; `readPath` reads it back. */
export function formatPath(path: FieldPath): string {
  let text = '';
  for (const step of path) {
    const dot = text === '' ? '' : '.';
    switch (step.kind) {
      case 'field':
        text += `${dot}${step.name}`;
        break;
      case 'index':
        text += `[${step.index}]`;
        break;
      case 'elements':
        text += '[*]';
        break;
      case 'fields':
        text += `${dot}*`;
        break;
    }
  }
  return text;
}

/** True when the path may stand for several values. */
export function fansOut(path: FieldPath): boolean {
  return path.some((step) => step.kind === 'elements' || step.kind === 'fields');
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own field `name` of `value`, or undefined: nothing is ever read through the prototype. */
export function ownField(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * Calls `visit` with each value that `path` stands for, in document order, until one call returns true.
 * Returns whether one did. A path that resolves to nothing never calls `visit`.
 */
export function someAt(value: Json, path: FieldPath, visit: (found: Json) => boolean, from = 0): boolean {
  let current: Json = value;
  for (let at = from; at < path.length; at++) {
    const step = path[at];
    if (step === undefined) break;
    switch (step.kind) {
      case 'field': {
        const next = ownField(current, step.name);
        if (next === undefined) return false;
        current = next;
        break;
      }
      case 'index': {
        const next: Json | undefined = Array.isArray(current) ? current[step.index] : undefined;
        if (next === undefined) return false;
        current = next;
        break;
      }
      case 'elements':
        return Array.isArray(current) && current.some((element: Json) => someAt(element, path, visit, at + 1));
      case 'fields':
        return isObject(current) && Object.values(current).some((field) => someAt(field, path, visit, at + 1));
    }
  }
  return visit(current);
}
