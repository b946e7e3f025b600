/**
 * Template text → parts. Never throws; a mistake is one message with its place.
 */
import { bad, good, type Parsed } from '../pattern/parsed.ts';
import { type FieldPath, readPath } from '../pattern/path.ts';
import { msg } from '../say.ts';

/** `{a.b|c}`: the first alternative that resolves. */
export interface Placeholder {
  /** As written, braces included. */
  readonly source: string;
  readonly alternatives: readonly FieldPath[];
}

/** A parsed template: literal texts and placeholders in order. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | Placeholder)[];
  /** For a template like `{file_path|path}`: the fields to try in order, so that the common key needs no path walk. */
  readonly plainFields: readonly string[] | null;
}

/** Parses a template. `{` without `}`, a lone `}` and `{}` are errors. */
export function parseTemplate(source: string): Parsed<Template> {
  const parts: (string | Placeholder)[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{', at);
    const textEnd = open < 0 ? source.length : open;
    const lone = source.indexOf('}', at);
    if (lone >= 0 && lone < textEnd) return bad(msg`"}" without a "{" before it`, lone);
    if (textEnd > at) parts.push(source.slice(at, textEnd));
    if (open < 0) break;
    const placeholder = readPlaceholder(source, open);
    if (!placeholder.ok) return placeholder;
    parts.push(placeholder.value);
    at = open + placeholder.value.source.length;
  }
  return good({ source, parts, plainFields: plainFieldsOf(parts) });
}

function readPlaceholder(source: string, open: number): Parsed<Placeholder> {
  const close = source.indexOf('}', open);
  if (close < 0) return bad(msg`"{" is never closed by "}"`, open);
  const alternatives: FieldPath[] = [];
  let at = open + 1;
  for (const name of source.slice(at, close).split('|')) {
    const start = at + (name.length - name.trimStart().length);
    const end = at + name.trimEnd().length;
    if (name.trim() === '') return bad(msg`a placeholder needs a field name, as in "{file_path}"`, open);
    const read = readPath(source, start);
    if (read === null || read.end !== end) {
      const wrong = read?.end ?? start;
      return bad(
        msg`${JSON.stringify(source[wrong] ?? '')} does not belong in a placeholder, which is a path like "a.b[0]"`,
        wrong,
      );
    }
    alternatives.push(read.path);
    at += name.length + 1;
  }
  return good({ source: source.slice(open, close + 1), alternatives });
}

function plainFieldsOf(parts: Template['parts']): readonly string[] | null {
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || typeof only === 'string') return null;
  const names = only.alternatives.flatMap((path) => {
    const [first] = path;
    return path.length === 1 && first?.kind === 'field' ? [first.name] : [];
  });
  return names.length === only.alternatives.length ? names : null;
}
